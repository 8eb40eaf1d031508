// What the page says around a board: its tools, units and cards, the mission; a part of text.ts.

export const TABLE = {
  close: "Close",

  loading: "Setting the table …",

  "table.practice": "practice",
  "table.typed": "real dice",
  "table.watching": "watching",
  "table.status": "State of the battle",
  "table.seats": "Seats",
  "table.you": "you",
  "seat.alike": "{name} ({side})",
  "table.free-seat": "free seat",
  "table.panel": "Question and unit",
  "table.tabs": "Log, chat and list",

  "tab.log": "Log",
  "tab.chat": "Chat",
  "tab.list": "List",

  "board.label": "Board",
  "board.help":
    "Arrow keys move the cursor, Enter acts, n and p step through units and targets, m takes the ruler, plus and minus zoom, Shift with arrows pans, Escape clears. The same board is a list in the tab List.",
  "board.tools": "Ruler and zoom",
  "board.arcs": "All arcs",
  "board.arcs-about": "Every arc of fire at once; otherwise only those that matter to what you look at",
  "board.closer": "Closer",
  "board.farther": "Farther away",
  "board.whole": "Whole board",
  "board.storey": "Storey",
  "board.all-storeys": "All storeys",
  "board.here": "Here",

  "piece.active": "Active",
  "piece.ready": "Ready",
  "piece.spent": "Activated",
  "piece.budget": "{n} {what}",
  "piece.gauge": "{left} of {of} left",

  "mission.title": "Mission",
  "mission.held": "{name}",
  "mission.free": "nobody",

  "track.title": "Damage track",
  "track.ap": "{n} AP",
  "track.mod": "{n} TN",

  "card.gauge": "{left} of {of}",
  "card.label": "Card of {name}",

  "list.of": "{side} {what}",
  "list.marks": "Markers",
  "list.ground": "Ground",
} as const;
