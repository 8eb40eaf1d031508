// A guided game at the table: which step is said now. The steps and their moments come from the
// server's catalogue; what was said is remembered by this browser, so that a reload goes on.

import { api, type Guide as GuideFile, type GuideStep, type Line, type State } from "../lib/api";

const KEY = "battlemat.guides";
const MOST = 20;

interface Kept {
  game: string;
  rulebook: string;
  guide: string;
  said: number[];
}

function kept(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as Kept[]) : [];
  } catch {
    return [];
  }
}

function keep(list: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(-MOST)));
  } catch {
    // A browser that stores nothing still plays; the guide then ends with a reload.
  }
}

/** Note that a game is played with a guide, before its table opens. */
export function begin(game: string, rulebook: string, guide: string): void {
  keep([...kept(), { game, rulebook, guide, said: [] }]);
}

/** The guide of one game; without one it never says anything. */
export class Guide {
  step = $state.raw<GuideStep | null>(null);
  private file = $state.raw<GuideFile | null>(null);
  private readonly own: Kept | undefined;
  private said = new Set<number>();
  private shown = -1;
  private question = 0;

  constructor(game: string) {
    this.own = kept().find((one) => one.game === game);
    if (!this.own) return;
    this.said = new Set(this.own.said);
    void this.load(this.own);
  }

  /** How far it has come, for those who like to know. */
  get count(): { at: number; of: number } {
    return { at: this.said.size + 1, of: this.file?.steps.length ?? 0 };
  }

  /** Look at the game as it stands: an answered question puts its step away, the next may follow. */
  look(state: State, log: readonly Line[]): void {
    if (!this.file) return;
    const number = state.question?.yours ? state.question.number : this.question;
    if (this.step && number !== this.question && this.step.moment !== "ends") this.put();
    this.question = number;
    if (this.step && !state.result) return;
    const next = this.file.steps.findIndex((one, i) => !this.said.has(i) && isNow(one, state, log));
    if (next < 0) return;
    if (this.step) this.put();
    this.shown = next;
    this.step = this.file.steps[next]!;
  }

  /** Understood: the next thing may be said. */
  next(state: State, log: readonly Line[]): void {
    this.put();
    this.look(state, log);
  }

  /** No more of this, for good. */
  leave(): void {
    this.step = null;
    this.file = null;
    keep(kept().filter((one) => one.game !== this.own?.game));
  }

  private put(): void {
    this.said.add(this.shown);
    this.step = null;
    keep(kept().map((one) => (one.game === this.own?.game ? { ...one, said: [...this.said] } : one)));
  }

  private async load(own: Kept): Promise<void> {
    const { rulebooks } = await api.catalogue().catch(() => ({ rulebooks: [] }));
    const book = rulebooks.find((one) => one.name === own.rulebook);
    this.file = book?.guides.find((one) => one.id === own.guide) ?? null;
  }
}

/** Whether the moment of a step has come. */
function isNow(step: GuideStep, state: State, log: readonly Line[]): boolean {
  const { question, result } = state;
  if (step.moment === "ends") return result !== null;
  if (step.moment === "tells") return log.some((line) => line.kind === step.word);
  if (!question?.yours) return false;
  if (step.moment === "asks") return question.kind === step.word;
  return question.handles.some((one) => one.text.split(" ")[0] === step.word);
}
