// A finished game looked over: what was choice and what was luck. Asked for once, told to all who show it.

import type { GameApi, LookedAt, Report, Review, Seat } from "../lib/api";
import { Refused } from "../lib/api";
import { notices } from "../lib/notice.svelte";

const LOOK_AGAIN = 700;
const LATER = 2000;
export const MOST = 3;
const LEAST = 0.005; // what rounds to no point is nothing to speak of

export class Reviewing {
  report = $state.raw<Report | null>(null);
  review = $state.raw<Review | null>(null);
  private timers: ReturnType<typeof setTimeout>[] = [];
  private gone = false;

  constructor(private readonly api: GameApi) {}

  /** Begin to ask; what comes back stops it. */
  begin(): () => void {
    const stop = this.beginReview();
    void this.ask(() => this.api.report(), (found) => (this.report = found));
    return stop;
  }

  /** Begin to ask for the choices alone. */
  beginReview(): () => void {
    this.gone = false;
    void this.ask(() => this.api.review(), (found) => (this.review = found));
    return () => {
      this.gone = true;
      this.timers.forEach(clearTimeout);
    };
  }

  private async ask<T extends { ready: boolean }>(wanted: () => Promise<T>, keep: (found: T) => void): Promise<void> {
    try {
      const found = await wanted();
      if (this.gone) return;
      keep(found);
      if (!found.ready) this.later(() => this.ask(wanted, keep), LOOK_AGAIN);
    } catch (error) {
      if (error instanceof Refused) notices.fail(error);
      else this.later(() => this.ask(wanted, keep), LATER); // the connection will be back
    }
  }

  private later(what: () => Promise<void>, after: number): void {
    if (!this.gone) this.timers.push(setTimeout(() => void what(), after));
  }

  /** The turn in which an answer was given. */
  turnOf(step: number): number {
    const turns = this.report?.turns ?? [];
    return (turns.find((one) => one.step >= step) ?? turns.at(-1))?.turn ?? 0;
  }

  /** The choice that was made at a step, or the last before it. */
  at(step: number): LookedAt | null {
    return this.review?.moves.findLast((one) => one.step <= step) ?? null;
  }

  best(player: string): LookedAt[] {
    return this.ranked(player, (one) => one.worth);
  }

  worst(player: string): LookedAt[] {
    return this.ranked(player, (one) => -one.worth);
  }

  private ranked(player: string, worth: (one: LookedAt) => number): LookedAt[] {
    const mine = (this.review?.moves ?? []).filter((one) => one.player === player && worth(one) >= LEAST);
    return mine.sort((a, b) => worth(b) - worth(a)).slice(0, MOST);
  }

  /** The one statement of luck: start, dice, choices and end in whole points, which add up. */
  sums(player: string, seats: readonly Seat[]): { start: number; luck: number; choices: number; end: number } | null {
    const found = this.review;
    if (!found?.players[player]) return null;
    const first = seats[0]?.player === player;
    const mine = (chance: number) => points(first ? chance : 1 - chance);
    const [start, end, luck] = [mine(found.start), mine(found.end), points(found.players[player].luck)];
    return { start, luck, choices: end - start - luck, end };
  }
}

export const points = (chance: number): number => Math.round(100 * chance);
export const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");
