// One squad on the bench: its text, what the server says of it, and the texts before it.

import { api, Refused, type SquadLook, type SquadMended, type SquadStep } from "../lib/api";
import { notices } from "../lib/notice.svelte";
import { say } from "../lib/text";

/** Milliseconds before the same is asked again of a server that has no time for it now. */
const PAUSES = [400, 1500, 4000];
const BUSY = [429, 503];

/** An answer of a server that may be busy: it is asked again, and a person who waits longer is told so. */
async function patiently<Told>(ask: () => Promise<Told>, wanted: () => boolean): Promise<Told> {
  for (const [n, pause] of PAUSES.entries()) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused && BUSY.includes(error.status) && wanted())) throw error;
      if (n) notices.show(say("barracks.busy"));
    }
    await new Promise((done) => setTimeout(done, pause));
  }
  return ask();
}

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
  /** Whatever was asked for an earlier squad is no longer wanted. */
  private left = 0;

  /** Put a text on the bench; nothing is lost if it is no squad. */
  open(rulebook: string, text: string): Promise<boolean> {
    const { left } = this;
    return this.next(async () => left === this.left && (await this.put(rulebook, text)));
  }

  private async put(rulebook: string, text: string): Promise<boolean> {
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
  private next<Done>(work: () => Promise<Done>): Promise<Done> {
    const next = this.asked.then(work);
    this.asked = next.catch(() => undefined); // what failed keeps nothing behind it from being done
    return next;
  }

  /** The squad once every change that was asked for is in it. */
  settled(): Promise<SquadLook | null> {
    return this.next(() => Promise.resolve(this.look));
  }

  private async step(steps: SquadStep[]): Promise<void> {
    if (!this.look) return;
    const { text } = this.look;
    const found = await this.ask(this.rulebook, text, steps);
    if (!found) return void (this.look &&= { ...this.look }); // fields show again what holds
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
    this.left += 1;
    this.look = this.mended = null;
    [this.before, this.differences] = [[], []];
  }

  private show(found: SquadLook): void {
    [this.look, this.mended] = [found, null];
    if (found.verdict.legal) return;
    const wanted = () => this.look?.verdict === found.verdict;
    patiently(() => api.mendSquad(this.rulebook, found.text, this.cap), wanted).then(
      (mended) => {
        if (wanted()) this.mended = mended;
      },
      (error: unknown) => {
        if (wanted()) notices.fail(error); // the faults are shown all the same
      },
    );
  }

  private async ask(rulebook: string, text: string, steps: SquadStep[], cap = this.cap): Promise<SquadLook | null> {
    const { left } = this;
    const wanted = () => this.left === left;
    try {
      const found = await patiently(() => api.squad(rulebook, text, steps, cap), wanted);
      return wanted() ? found : null;
    } catch (error) {
      if (wanted()) notices.fail(error);
      return null;
    }
  }
}

export const bench = new Bench();
