// A guided game at the table: which step is said now. The steps and their moments come from the
// server's catalogue; what was said is remembered by this browser, so that a reload goes on.

import { api, type Guide as GuideFile, type GuideStep, type Line, type State } from "../lib/api";
import { say } from "../lib/text";
import { GuidedLesson, lessonOf } from "./guidedLesson.svelte";
import { wordOf } from "./guiding";

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

const WON = -1; // the first card has no place among the steps

/** The guide of one game; without one it never says anything. */
export class Guide {
  /** What is said now. */
  step = $state.raw<GuideStep | null>(null);
  /** What was said before of the question that stands: shown again on demand. */
  note = $state.raw<GuideStep | null>(null);
  /** Where the game is a board of a lesson, that lesson speaks. */
  readonly lesson: GuidedLesson | null = null;
  private file = $state.raw<GuideFile | null>(null);
  private readonly own: Kept | undefined;
  private said = $state.raw<ReadonlySet<number>>(new Set());
  private shown = WON;
  private question = 0;

  constructor(game: string) {
    const taught = lessonOf(game);
    if (taught) this.lesson = new GuidedLesson(taught);
    this.own = kept().find((one) => one.game === game);
    if (!this.own) return;
    this.said = new Set(this.own.said);
    void this.load(this.own);
  }

  /** Whether this game is played with a guide. */
  get on(): boolean {
    return this.file !== null || this.lesson !== null;
  }

  get seat(): string {
    return this.file?.seat ?? "";
  }

  /** How far it has come, of the steps that come in every game; nothing for a note on the side. */
  get count(): { at: number; of: number } | null {
    const sure = (this.file?.steps ?? []).flatMap((one, i) => (one.perhaps ? [] : [i]));
    if (!this.step || this.step.perhaps || this.shown === WON) return null;
    return { at: sure.filter((i) => this.said.has(i)).length + 1, of: sure.length };
  }

  /** Look at the game as it stands: an answered question puts its step away, the next may follow. */
  look(state: State, log: readonly Line[]): void {
    this.lesson?.look(state);
    if (!this.file) return;
    const number = state.question?.yours ? state.question.number : 0;
    // Whoever has answered has read enough; what was said while others played waits to be read.
    if (this.step && this.question && number !== this.question && this.waits) this.put();
    this.note = state.question?.yours ? this.known(state.question.kind) : null;
    if (this.step && !state.result) return;
    const next = this.said.has(WON) ? this.file.steps.findIndex((one, i) => !this.said.has(i) && isNow(one, state, log)) : WON;
    if (next < 0 && (next !== WON || this.said.has(WON))) return;
    if (this.step) this.put();
    this.shown = next;
    this.question = number;
    this.step = next === WON ? this.opening : this.file.steps[next]!;
  }

  /** Understood: the next thing may be said. */
  next(state: State, log: readonly Line[]): void {
    this.put();
    this.look(state, log);
  }

  /** No more of this, for good. */
  leave(): void {
    this.step = null;
    this.note = null;
    this.file = null;
    keep(kept().filter((one) => one.game !== this.own?.game));
  }

  /** Whether what is said belongs to a question. */
  private get waits(): boolean {
    return this.shown !== WON && this.step?.moment !== "ends";
  }

  private get opening(): GuideStep {
    const won = this.file!.won;
    return { moment: "asks", word: "", title: say("guide.won"), say: won, point: "mission", clause: "", do: [], perhaps: false };
  }

  /** What it has to say of a kind of question; of one that it does not know, where help is. */
  private known(kind: string): GuideStep {
    const found = this.file!.steps.find((one) => one.moment === "asks" && one.word === kind);
    if (found) return found;
    const title = say("guide.other");
    return { moment: "asks", word: kind, title, say: say("guide.other-about"), point: "prompt", clause: "", do: ["hint"], perhaps: true };
  }

  private put(): void {
    this.said = new Set([...this.said, this.shown]);
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
  return question.handles.some((one) => wordOf(one) === step.word);
}
