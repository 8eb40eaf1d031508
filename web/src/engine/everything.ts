// What the page itself keeps in this browser (squads, settings, progress), for the one file of everything.

const OURS = /^battlemat[ .]/;
const SQUADS = "battlemat squads";
const SETTINGS = "battlemat.settings";

export function ownThings(): Record<string, string> {
  const names = Object.keys(localStorage).filter((name) => OURS.test(name));
  return Object.fromEntries(names.map((name) => [name, localStorage.getItem(name) ?? ""]));
}

/** Let in what another browser kept: squads are added, settings taken over, the rest fills what is missing.
 * False if there is no room; then everything is as it was. */
export function letIn(own: Record<string, string>): boolean {
  const before = ownThings();
  try {
    for (const [name, text] of Object.entries(own)) {
      if (!OURS.test(name)) continue;
      if (name === SQUADS) localStorage.setItem(name, merged(before[name], text));
      else if (name === SETTINGS || !(name in before)) localStorage.setItem(name, text);
    }
    return true;
  } catch {
    for (const name of Object.keys(own)) if (OURS.test(name)) localStorage.removeItem(name);
    for (const [name, text] of Object.entries(before)) localStorage.setItem(name, text);
    return false;
  }
}

/** Lists of squads as one: those that are here stay as they are. */
function merged(here: string | undefined, there: string): string {
  const lists = [here ?? "[]", there].map((text) => JSON.parse(text) as { id: string }[]);
  const known = new Set(lists[0]!.map(({ id }) => id));
  return JSON.stringify([...lists[0]!, ...lists[1]!.filter(({ id }) => !known.has(id))]);
}
