// What the server knows of options and pieces: odds, chances, and how far a piece reaches. Each is
// asked for once while a question stands.

import { type GameApi, type Odds, Refused, Unreachable } from "../lib/api";
import type { Handle, Shape } from "../lib/scene";

export class Knowing {
  /** What the piece that is pointed at can reach, see and threaten. */
  overlays = $state.raw<Shape[]>([]);
  /** The chance to harm a target, by its id, as far as it has been counted: the best of its answers. */
  chances = $state.raw<ReadonlyMap<string, number>>(new Map());
  /** The same number of each answer that has been counted. */
  numbers = $state.raw<ReadonlyMap<string, number>>(new Map());
  private oddsOf = new Map<string, Promise<Odds | null>>();
  private shapesOf = new Map<string, Promise<Shape[]>>();

  constructor(private readonly api: GameApi) {}

  /** A new question: what was known of the last one is void. */
  forget(): void {
    this.oddsOf.clear();
    this.shapesOf.clear();
    this.overlays = [];
    this.chances = new Map();
    this.numbers = new Map();
  }

  /** Exact odds of an option; null where the server does not know them. */
  odds(handle: Handle): Promise<Odds | null> {
    return this.oddsAfter("", handle.answer || handle.text);
  }

  /** The same of an answer, as if an armed offer were taken up first. */
  oddsAfter(armed: string, answer: string): Promise<Odds | null> {
    const asked = `${armed}\n${answer}`;
    let found = this.oddsOf.get(asked);
    if (!found) {
      found = this.counted(asked, answer, armed);
      this.oddsOf.set(asked, found);
    }
    return found;
  }

  /** What nobody had time for is asked for anew when it is looked at again. */
  private async counted(asked: string, answer: string, armed: string): Promise<Odds | null> {
    const kept = this.oddsOf;
    try {
      const odds = await this.api.odds(answer, armed);
      if (odds.later) kept.delete(asked);
      return odds;
    } catch (error: unknown) {
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
      if (error instanceof Unreachable) kept.delete(asked);
      return null;
    }
  }

  /** Count the chance to harm each target, best weapon first told, while `stands` says so. */
  async weigh(foes: ReadonlySet<string>, targets: ReadonlyMap<string, Handle[]>, stands: () => boolean): Promise<void> {
    for (const id of foes) {
      for (const handle of (targets.get(id) ?? []).slice(0, 3)) {
        const odds = await this.odds(handle);
        if (!stands()) return;
        const chance = odds?.aim?.chance ?? 0;
        if (odds?.aim) this.numbers = new Map(this.numbers).set(handle.answer || handle.text, chance);
        if (chance > (this.chances.get(id) ?? 0)) this.chances = new Map(this.chances).set(id, chance);
      }
    }
  }

  /** The answer whose number an offer is measured by: the one that is looked at, else the best. */
  weighed(looked: string): string {
    if (this.numbers.has(looked)) return looked;
    return [...this.numbers].reduce((best, one) => (one[1] > best[1] ? one : best), ["", 0] as [string, number])[0];
  }

  /** Show what a piece can reach, see and threaten, if it is still `wanted` once that is known. */
  async survey(id: string, wanted: () => boolean): Promise<void> {
    if (!id) {
      this.overlays = [];
      return;
    }
    let found = this.shapesOf.get(id);
    if (!found) {
      found = this.api.overlays(id).then(
        (reply) => reply.shapes,
        () => [],
      );
      this.shapesOf.set(id, found);
    }
    const shapes = await found;
    if (wanted()) this.overlays = shapes;
  }
}
