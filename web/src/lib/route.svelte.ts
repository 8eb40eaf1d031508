// Where the page is: home, the settings, the laboratory, the books, a muster, or one game. Tokens of links come after "#" and leave the
// address at once; that of a muster is kept for as long as the tab lives, because it is used late.

import { base } from "./base";

export type Place =
  | { page: "home" }
  | { page: "lab" }
  | { page: "barracks" }
  | { page: "campaigns"; id: string }
  | { page: "rules"; rulebook: string; clause: string }
  | { page: "embed"; rulebook: string; board: string }
  | { page: "learn"; rulebook: string; lesson: string }
  | { page: "puzzles"; rulebook: string; id: string }
  | { page: "mistakes"; game: string; step: number | null }
  | { page: "settings" }
  | { page: "muster"; id: string; token: string }
  | { page: "game"; id: string; token: string; invited: boolean; step: number | null };

class Route {
  place = $state.raw<Place>(read());

  constructor() {
    addEventListener("popstate", () => (this.place = read()));
    addEventListener("hashchange", () => (this.place = read()));
  }

  /** Go to a place of the page; its path begins with `base`. What took its time leads on only if
   * the person is still where it was asked for, `from`. */
  go(path: string, from = this.place): void {
    if (this.place !== from) return;
    history.pushState(null, "", path);
    this.place = read();
    scrollTo(0, 0);
  }

  /** Go on to a place that this one only leads to: the way back does not stop here. */
  instead(path: string, from = this.place): void {
    if (this.place !== from) return;
    history.replaceState(null, "", path);
    this.place = read();
    scrollTo(0, 0);
  }
}

function read(): Place {
  if (/^\/lab\/?$/.test(location.pathname.slice(base.length))) return { page: "lab" };
  if (/^\/barracks\/?$/.test(location.pathname.slice(base.length))) return { page: "barracks" };
  if (/^\/settings\/?$/.test(location.pathname.slice(base.length))) return { page: "settings" };
  const campaign = /^\/campaigns(?:\/([0-9a-f]{1,64}))?\/?$/.exec(location.pathname.slice(base.length));
  if (campaign) return { page: "campaigns", id: campaign[1] ?? "" };
  const rules = /^\/rules(?:\/([a-z0-9-]{1,40}))?\/?$/.exec(location.pathname.slice(base.length));
  if (rules) return { page: "rules", rulebook: rules[1] ?? "", clause: decodeURIComponent(location.hash.slice(1)) };
  const learn = /^\/learn(?:\/([a-z0-9-]{1,40})\/([a-z0-9-]{1,80}))?\/?$/.exec(location.pathname.slice(base.length));
  if (learn) return { page: "learn", rulebook: learn[1] ?? "", lesson: learn[2] ?? "" };
  const puzzles = /^\/puzzles(?:\/([a-z0-9-]{1,40})\/([a-z0-9-]{1,80}))?\/?$/.exec(location.pathname.slice(base.length));
  if (puzzles) return { page: "puzzles", rulebook: puzzles[1] ?? "", id: puzzles[2] ?? "" };
  const mistakes = /^\/mistakes(?:\/([A-Za-z0-9_-]{1,40})(?:\/(\d{1,9}))?)?\/?$/.exec(location.pathname.slice(base.length));
  if (mistakes) return { page: "mistakes", game: mistakes[1] ?? "", step: mistakes[2] ? Number(mistakes[2]) : null };
  const embed = /^\/embed\/([a-z0-9-]{1,40})\/([a-z0-9/-]{1,120})$/.exec(location.pathname.slice(base.length));
  if (embed) return { page: "embed", rulebook: embed[1]!, board: embed[2]! };
  const found = /^\/(game|muster)\/([^/]+)\/?$/.exec(location.pathname.slice(base.length));
  if (!found) return { page: "home" };
  const [, kind = "", token = ""] = /^#(invite|seat)=(.+)$/.exec(location.hash) ?? [];
  const step = /^\d{1,9}$/.exec(new URLSearchParams(location.search).get("step") ?? "")?.[0];
  // A moment is looked at once: whoever loads the page again comes to the game as it stands.
  if (token || step) history.replaceState(null, "", location.pathname);
  const id = decodeURIComponent(found[2]!);
  const given = decodeURIComponent(token);
  if (found[1] === "game")
    return { page: "game", id, token: given, invited: kind === "invite", step: step ? Number(step) : null };
  if (given) sessionStorage.setItem(`muster ${id}`, given);
  return { page: "muster", id, token: given || (sessionStorage.getItem(`muster ${id}`) ?? "") };
}

export const route = new Route();

/** A click on a link within the page changes the place without loading anew. */
export function within(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-within]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  route.go(link.getAttribute("href")!);
}
