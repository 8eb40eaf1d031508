// A hint for the question that stands: what a strong player would do, and why.

import type { GameApi, Hint } from "../lib/api";
import { notices } from "../lib/notice.svelte";

export class Hinting {
  found = $state.raw<Hint | null>(null);
  busy = $state(false);
  private number = 0;

  constructor(private readonly api: GameApi) {}

  /** Ask; an answer that comes after the question has gone is not shown. */
  async ask(number: number): Promise<void> {
    this.number = number;
    this.busy = true;
    try {
      const found = await this.api.hint();
      if (this.number === number) this.found = found;
    } catch (error) {
      if (this.number === number) notices.fail(error);
    } finally {
      if (this.number === number) this.busy = false;
    }
  }

  /** Another question stands (or none): what was said of the one before is put away. */
  face(number: number): void {
    if (number === this.number) return;
    this.number = number;
    this.found = null;
    this.busy = false;
  }

  put(): void {
    this.found = null;
  }
}
