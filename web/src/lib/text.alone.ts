// What the page says where it has its engine in itself; a part of text.ts.

export const ALONE = {
  "alone.about": "This table lives in your browser: no account, no server, no network. Games stay here until you clear what the browser keeps. Dice whose seed lies in your own page prove nothing to others. Its Python is Pyodide (Mozilla Public License 2.0).",
  "alone.other-tab": "The table is open in another tab. It goes on here when that one is closed.",
};
