// Making an open answer by hand: drawing a way, pointing at a place, turning, putting pieces down.
// Its one rule: the server is asked what it thinks of every answer, and the page only shows that.

import type { Pointed } from "../board/point";
import { type GameApi, Refused, Unreachable, type Why } from "../lib/api";
import { Latest } from "../lib/latest";
import { notices } from "../lib/notice.svelte";
import type { Handle, Piece, Point } from "../lib/scene";
import { say } from "../lib/text";
import type { Areas } from "./areas.svelte";
import type { Covering } from "./covering.svelte";
import { begin, compose, exact, extended, gapped, grip, isBegun, type Making, partAt, partsOf, placed } from "./making";

const HOLD = 0.8; // inches around a bend within which a hand has hold of it
const TURN_HOLD = 3.5; // inches around a piece within which a hand turns it
const PACE = 90; // milliseconds between two questions while a hand moves
const SNAP = 1.5; // inches within which what is put down comes to lie where it is allowed
const INSIDE = 0.06; // inches by which what comes to lie on the edge is moved inside
const HALVES = 6; // so often the way back to the server's own proposal is halved
export const NUDGE = 0.25; // inches that an arrow key moves a piece

export class Drawing {
  making = $state.raw<Making | null>(null);
  private readonly asking = new Latest(PACE);
  /** Where in a part the hand took hold of it. */
  private hold: { id: string; by: Point } | null = null;

  constructor(
    private readonly api: GameApi,
    private readonly covering: Covering,
    private readonly areas: Areas,
    private readonly pieces: () => Map<string, Piece>,
  ) {}

  make(handle: Handle): void {
    this.hold = null;
    const making = begin(handle, this.pieces().get(handle.piece));
    this.making = making;
    if (handle.gesture === "places") void this.propose(making);
  }

  clear(): void {
    this.making = null;
    this.hold = null;
    this.asking.drop();
  }

  /** Where the server would put the pieces: from there a hand goes on. */
  private async propose({ handle }: Making): Promise<void> {
    const parts = partsOf(handle, await this.covering.of(handle.answer));
    if (this.making?.handle === handle) this.making = { ...this.making, parts };
  }

  private get start(): Piece | undefined {
    return this.making ? this.pieces().get(this.making.handle.piece) : undefined;
  }

  // ------------------------------------------------------------------ pointing

  /** Something was clicked, tapped or entered while an answer is made. */
  point({ at }: Pointed): void {
    const { making } = this;
    if (!making) return;
    if (making.handle.gesture !== "places") return this.extend(at);
    const part = partAt(making, at, HOLD);
    if (part) this.take(part.id);
    else if (making.held) this.put(making.held, at);
  }

  /** Whether the answer is legal and ends where it is pointed at: pointing there again does it. */
  confirms({ at: [x, y] }: Pointed): boolean {
    const { making } = this;
    const last = making?.points.at(-1);
    if (!making || !last || !isBegun(making) || !making.verdict?.legal) return false;
    return Math.hypot(last[0] - x, last[1] - y) <= HOLD;
  }

  private extend(at: Point): void {
    if (!this.making) return;
    this.making = extended(this.making, at, this.start);
    this.judge();
  }

  /** Whether a drag from here draws; else it moves the board. */
  mayDraw({ at }: Pointed): boolean {
    const { making, start } = this;
    if (!making) return false;
    if (making.handle.gesture === "places") {
      const part = partAt(making, at, HOLD);
      this.hold = part && { id: part.id, by: [at[0] - part.at[0], at[1] - part.at[1]] };
      return !!part;
    }
    const held = grip(making, start);
    const reach = making.handle.gesture === "turn" ? TURN_HOLD : Math.max(start?.radius ?? 0, HOLD);
    return !!held && Math.hypot(at[0] - held[0], at[1] - held[1]) <= reach;
  }

  /** Draw on to a point. */
  draw(at: Point): void {
    const { making, hold } = this;
    if (!making) return;
    const { gesture } = making.handle;
    if (gesture === "places") {
      if (hold) this.put(hold.id, [at[0] - hold.by[0], at[1] - hold.by[1]]);
      return;
    }
    if (gesture === "path") this.making = { ...making, tip: at, drawing: true };
    else this.making = { ...extended(making, at, this.start), verdict: making.verdict };
    this.judge();
  }

  /** The drag ends here: a bend is set. */
  drop(at: Point): void {
    if (this.making?.handle.gesture === "places") this.draw(at);
    else this.extend(at);
    this.hold = null;
  }

  /** The pointer moves on without drawing: show how far the next bend would be. */
  measure(at: Point | null): void {
    if (this.making?.handle.gesture === "path" && !this.making.drawing) {
      this.making = { ...this.making, tip: at };
    }
  }

  back(): boolean {
    const { making } = this;
    if (!making || making.points.length < 2) return false;
    this.making = { ...making, points: making.points.slice(0, -1), tip: null, verdict: null };
    this.judge();
    return true;
  }

  // ------------------------------------------------------------------ several pieces

  /** Take a part in hand: arrow keys move it then. */
  take(id: string): void {
    if (!this.making) return;
    this.making = { ...this.making, held: id };
    notices.speak(say("gesture.held", { name: id }));
  }

  /** The next or the last part in hand. */
  next(by: number): void {
    const { parts, held } = this.making ?? { parts: [], held: "" };
    if (!parts.length) return;
    const now = parts.findIndex((part) => part.id === held);
    this.take(parts[now < 0 ? 0 : (now + by + parts.length) % parts.length]!.id);
  }

  nudge([dx, dy]: Point): void {
    const part = this.making?.parts.find((one) => one.id === this.making?.held);
    if (part) this.put(part.id, [part.at[0] + dx * NUDGE, part.at[1] + dy * NUDGE]);
  }

  /** Everything where it was proposed. */
  restore(): void {
    if (!this.making) return;
    const parts = this.making.parts.map((part) => ({ ...part, at: part.home }));
    this.making = { ...this.making, parts, verdict: null };
  }

  private put(id: string, at: Point): void {
    if (!this.making) return;
    // What the server said last stays in sight until it says something else.
    this.making = { ...placed(this.making, id, at), verdict: this.making.verdict };
    this.judge();
  }

  // ------------------------------------------------------------------ the server's word

  /** Ask the server what it thinks of the answer so far. */
  private judge(): void {
    this.asking.want(async () => {
      const { making } = this;
      if (!making || !isBegun(making)) return;
      const text = compose(making);
      const verdict = await this.verdict(text);
      const now = this.making;
      // A hand that has moved on asks again; until then the last word stands, unless it let go.
      if (!verdict || !now || (compose(now) !== text && !now.drawing && !this.hold)) return;
      const put = compose(now) === text && !now.drawing;
      const snapped = put && !verdict.legal ? await this.snapped(now) : null;
      if (this.making !== now) return;
      this.making = snapped ?? { ...now, verdict };
      if (verdict.reason && put && !snapped) notices.speak(verdict.reason);
    });
  }

  /** What was put down a little outside of what is allowed, moved to the nearest place that is;
   * nothing where that is too far. */
  private async snapped(making: Making): Promise<Making | null> {
    const wanted = making.points.at(-1);
    if (!wanted || !["place", "path"].includes(making.handle.gesture)) return null;
    return (await this.onEdge(making, wanted)) ?? (making.handle.gesture === "place" ? this.homeward(making, wanted) : null);
  }

  /** The last point moved to the nearest place in the legal area, if that is near. */
  private async onEdge(making: Making, wanted: Point): Promise<Making | null> {
    const edge = await this.areas.nearest(gapped(making), wanted);
    if (this.making !== making) return null;
    const far = edge ? Math.hypot(edge[0] - wanted[0], edge[1] - wanted[1]) : Infinity;
    if (!edge || far > SNAP) return null;
    for (const deep of [0, INSIDE, 4 * INSIDE]) {
      const part = far ? deep / far : 0;
      const point = exact([edge[0] + part * (edge[0] - wanted[0]), edge[1] + part * (edge[1] - wanted[1])]);
      const tried = { ...making, points: [...making.points.slice(0, -1), point] };
      const verdict = await this.verdict(compose(tried));
      if (this.making !== making) return null;
      if (verdict?.legal) return { ...tried, verdict };
    }
    return null;
  }

  /** The only point moved toward the server's own proposal until it is legal, if that is near. */
  private async homeward(making: Making, wanted: Point): Promise<Making | null> {
    const home = making.handle.at;
    if (!home) return null;
    let [good, bad]: [number, number] = [1, 0]; // parts of the way back
    let found: Making | null = null;
    for (let i = 0; i < HALVES; i++) {
      const part = i ? (good + bad) / 2 : 1;
      const point = exact([wanted[0] + part * (home[0] - wanted[0]), wanted[1] + part * (home[1] - wanted[1])]);
      const tried = { ...making, points: [point] };
      const verdict = await this.verdict(compose(tried));
      if (this.making !== making || (!i && !verdict?.legal)) return null;
      if (verdict?.legal) [good, found] = [part, { ...tried, verdict }];
      else bad = part;
    }
    const [at] = found?.points ?? [];
    return at && Math.hypot(at[0] - wanted[0], at[1] - wanted[1]) <= SNAP ? found : null;
  }

  private async verdict(text: string): Promise<Why | null> {
    try {
      return (await this.api.why({ text })).answers[0] ?? null;
    } catch (error) {
      // Nothing is lost without it: the server judges again when the answer is sent.
      if (error instanceof Refused || error instanceof Unreachable) return null;
      throw error;
    }
  }
}
