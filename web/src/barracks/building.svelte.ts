// One squad on the bench: its text, what the server says of it, and the texts before it.

import { api, type SquadLook, type SquadMended, type SquadStep } from "../lib/api";
import { notices } from "../lib/notice.svelte";

/** What can be gone back to: a text, and the cap that was agreed then. */
interface Standing {
  text: string;
  cap: number | null;
}

class Bench {
  rulebook = $state("");
  look = $state.raw<SquadLook | null>(null);
  mended = $state.raw<SquadMended | null>(null);
  cap = $state<number | null>(null);
  before = $state.raw<Standing[]>([]);
  /** What has changed in the content since the text was saved that was opened. */
  differences = $state.raw<string[]>([]);
  private asked: Promise<unknown> = Promise.resolve();

  /** Put a text on the bench; nothing is lost if it is no squad. */
  async open(rulebook: string, text: string): Promise<boolean> {
    const found = await this.ask(rulebook, text, []);
    if (!found) return false;
    [this.rulebook, this.before, this.differences] = [rulebook, [], found.differences];
    this.show(found);
    return true;
  }

  /** Make a step. Steps are made one after another, each on the text that the one before left. */
  change(...steps: SquadStep[]): Promise<void> {
    return this.next(() => this.step(steps));
  }

  /** Whatever is done waits for what was done before, so that no late answer lies over a newer one. */
  private next(work: () => Promise<void>): Promise<void> {
    const next = this.asked.then(work);
    this.asked = next;
    return next;
  }

  private async step(steps: SquadStep[]): Promise<void> {
    if (!this.look) return;
    const { text } = this.look;
    const found = await this.ask(this.rulebook, text, steps);
    if (!found) return void (this.look = { ...this.look }); // fields show again what holds
    this.before = [...this.before, { text, cap: this.cap }];
    this.show(found);
  }

  undo(): Promise<void> {
    return this.next(() => this.takeBack());
  }

  private async takeBack(): Promise<void> {
    const last = this.before.at(-1);
    if (last === undefined) return;
    const found = await this.ask(this.rulebook, last.text, [], last.cap);
    if (!found) return;
    [this.before, this.cap] = [this.before.slice(0, -1), last.cap];
    this.show(found);
  }

  agree(cap: number | null): Promise<void> {
    return this.next(() => this.judge(cap));
  }

  private async judge(cap: number | null): Promise<void> {
    if (!this.look || cap === this.cap) return;
    const { text } = this.look;
    const found = await this.ask(this.rulebook, text, [], cap);
    if (!found) return;
    [this.before, this.cap] = [[...this.before, { text, cap: this.cap }], cap];
    this.show(found);
  }

  mend(): Promise<void> {
    return this.next(() => this.takeMended());
  }

  private async takeMended(): Promise<void> {
    if (!this.look || !this.mended) return;
    const { text } = this.look;
    const found = await this.ask(this.rulebook, this.mended.text, []);
    if (!found) return;
    this.before = [...this.before, { text, cap: this.cap }];
    this.show(found);
  }

  leave(): void {
    this.look = this.mended = null;
    [this.before, this.differences] = [[], []];
  }

  private show(found: SquadLook): void {
    [this.look, this.mended] = [found, null];
    if (found.verdict.legal) return;
    api.mendSquad(this.rulebook, found.text, this.cap).then(
      (mended) => {
        if (this.look === found) this.mended = mended;
      },
      () => undefined, // the faults are shown all the same
    );
  }

  private async ask(rulebook: string, text: string, steps: SquadStep[], cap = this.cap): Promise<SquadLook | null> {
    try {
      return await api.squad(rulebook, text, steps, cap);
    } catch (error) {
      notices.fail(error);
      return null;
    }
  }
}

export const bench = new Bench();
