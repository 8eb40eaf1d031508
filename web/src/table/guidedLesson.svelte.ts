// A lesson at the table: what its board says now. All judgement is the server's; here it is only shown,
// and a wrong answer is taken back when the learner has read why.

import { after, noteDone } from "../learn/progress";
import { api, GameApi, type LessonStanding, type State } from "../lib/api";
import { base } from "../lib/base";
import { say } from "../lib/text";

const KEY = "battlemat.lesson-games";
const MOST = 20;
const MOST_UNDONE = 200;

export interface Taught {
  game: string;
  rulebook: string;
  lesson: string;
  board: number;
}

/** What the bubble shows: a thing that is said, a reply, a hint, or the end of the board. */
export interface Card {
  kind: "said" | "wrong" | "hint" | "done";
  title: string;
  say: string;
  point: string;
  clause: string;
  do: string[];
}

function kept(): Taught[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as Taught[]) : [];
  } catch {
    return [];
  }
}

/** The lesson that a game was begun for, if it was. */
export const lessonOf = (game: string): Taught | null => kept().find((one) => one.game === game) ?? null;

/** Open a board as a game; gives the path of its table. */
export async function beginLesson(rulebook: string, lesson: string, board: number): Promise<string> {
  const { game } = await api.beginLesson(rulebook, lesson, board);
  try {
    localStorage.setItem(KEY, JSON.stringify([...kept(), { game: game.id, rulebook, lesson, board }].slice(-MOST)));
  } catch {
    // Without a memory the board is a practice game that nobody explains.
  }
  return `${base}/game/${encodeURIComponent(game.id)}`;
}

/** The board of one game. */
export class GuidedLesson {
  standing = $state.raw<LessonStanding | null>(null);
  /** How many things of the stage were read; the goal is the first of the board. */
  private read = $state(0);
  private stage = -1;
  private hinted = $state(false);
  busy = $state(false);
  private seen = -1;
  private readonly api: GameApi;

  constructor(readonly own: Taught) {
    this.api = new GameApi(own.game);
  }

  /** Ask how the board stands, whenever the game has moved. */
  look(state: State): void {
    if (state.step === this.seen) return;
    this.seen = state.step;
    void this.ask();
  }

  private async ask(): Promise<void> {
    const found = await this.api.lesson(this.own.lesson, this.own.board).catch(() => null);
    if (!found) return;
    if (found.stage !== this.stage) {
      this.stage = found.stage;
      this.read = 0;
    }
    this.hinted = false;
    this.standing = found;
    if (found.verdict === "done") noteDone(this.own.rulebook, this.own.lesson, this.own.board + 1);
  }

  /** What is shown now; null while nothing is known. */
  get card(): Card | null {
    const now = this.standing;
    if (!now) return null;
    const plain = { point: "prompt", clause: "", do: [] };
    if (now.verdict === "done") return { ...plain, kind: "done", title: say("learn.well"), say: now.after };
    if (now.reply) {
      const title = say("learn.wrong", { answer: now.reply.answer });
      return { ...plain, kind: "wrong", title, say: now.reply.say, clause: now.reply.clause };
    }
    if (this.hinted) return { ...plain, ...this.pointing, kind: "hint", title: say("learn.hint-title"), say: now.hint };
    const goal = now.stage === 0 ? [{ ...plain, title: say("learn.goal"), say: now.goal, point: "mission" }] : [];
    const all = [...goal, ...now.steps];
    const one = all[Math.min(this.read, all.length - 1)]!;
    return { ...one, kind: "said" };
  }

  private get pointing(): { point: string; do: string[] } {
    const last = this.standing?.steps.at(-1);
    return { point: last?.point ?? "prompt", do: last?.do ?? [] };
  }

  /** Whether there is more to read before the learner acts. */
  get more(): boolean {
    const now = this.standing;
    return !!now && now.verdict === "on" && this.read < now.steps.length - (now.stage === 0 ? 0 : 1);
  }

  next(): void {
    if (this.hinted) this.hinted = false;
    else this.read += 1;
  }

  hint(): void {
    this.hinted = true;
  }

  /** Take the wrong answer back, to where its step began. */
  async takeBack(seat: string): Promise<void> {
    const back = this.standing?.back ?? 0;
    this.busy = true;
    try {
      for (let n = 0; n < MOST_UNDONE; n++) {
        await this.api.undo(seat);
        if ((await this.api.state()).step <= back) break;
      }
    } finally {
      this.busy = false;
    }
  }

  /** The path of what comes next: a board, a lesson, or the list when all is done. */
  async onward(): Promise<string> {
    this.busy = true;
    try {
      const { rulebook, lesson, board } = this.own;
      const course = (await api.courses()).courses.find((one) => one.rulebook === rulebook);
      const here = course?.lessons.find((one) => one.id === lesson);
      await this.api.forget().catch(() => null);
      if (here && board + 1 < here.boards.length) return await beginLesson(rulebook, lesson, board + 1);
      const following = course && after(course, lesson);
      return following ? `${base}/learn/${rulebook}/${following.id}` : `${base}/learn`;
    } finally {
      this.busy = false;
    }
  }
}
