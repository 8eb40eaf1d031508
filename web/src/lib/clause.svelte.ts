// The rule text that is open for reading. Any clause id, code or stat on the page leads here.

import { api, type Clause, Refused } from "./api";
import { notices } from "./notice.svelte";
import { route } from "./route.svelte";
import { say } from "./text";

/** The chapter and the rule that an id names, as they are read aloud: "combat · strike first". */
export const inWords = (id: string): string => id.replaceAll(".", " · ").replaceAll("-", " ");

class ClauseReader {
  rulebook = $state("");
  title = $state("");
  list = $state.raw<Clause[] | null>(null);
  private known = new Map<string, Clause[]>();

  /** Show the clause with this id, or, for a code or a stat, the clauses that speak of it. */
  async open(rulebook: string, what: string): Promise<void> {
    const key = `${atTable()} ${rulebook} ${what}`;
    try {
      const found = this.known.get(key) ?? (await this.find(rulebook, what));
      this.known.set(key, found);
      this.rulebook = rulebook;
      this.title = what;
      this.list = found;
      if (!found.length) notices.show(say("clause.none", { what }));
    } catch (error) {
      notices.fail(error);
    }
  }

  /** Show several clauses at once. */
  async openAll(rulebook: string, ids: readonly string[], title = ""): Promise<void> {
    try {
      const found = await Promise.all(ids.map((id) => this.find(rulebook, id)));
      this.rulebook = rulebook;
      this.title = title || (ids[0] ?? "");
      this.list = found.flat();
    } catch (error) {
      notices.fail(error);
    }
  }

  close(): void {
    this.list = null;
  }

  private async find(rulebook: string, what: string): Promise<Clause[]> {
    if (/^[a-z0-9]+(\.[a-z0-9-]+)+$/.test(what)) {
      try {
        return [await whole(rulebook, what)];
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
      }
    }
    const found = (await api.search(rulebook, what)).clauses.slice(0, 4);
    return Promise.all(found.map(async (one) => (one.readings ? whole(rulebook, one.id) : one)));
  }
}

/** The game at whose table the page stands; "" elsewhere. */
function atTable(): string {
  return route.place.page === "game" ? route.place.id : "";
}

/** A clause with the reading that the game at this table follows, if it has two. */
function whole(rulebook: string, id: string): Promise<Clause> {
  const game = atTable();
  return game ? api.game(game).clause(id) : api.clause(rulebook, id);
}

export const reader = new ClauseReader();
