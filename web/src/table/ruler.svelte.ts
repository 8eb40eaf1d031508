// The ruler: two things are pointed at, and the server tells what lies between them. Measuring never
// answers a question, and whoever watches may measure too.

import type { Pointed } from "../board/point";
import { type GameApi, Refused, Unreachable } from "../lib/api";
import { Latest } from "../lib/latest";
import { notices } from "../lib/notice.svelte";
import type { Mark, Point, Reading, Scene } from "../lib/scene";
import { say } from "../lib/text";
import { exact } from "./making";

/** An end of the ruler. */
export interface Thing {
  /** What the server calls it. */
  name: string;
  /** What people call it. */
  title: string;
  at: Point | null;
}

const PACE = 80; // milliseconds between two questions while a hand moves

export class Ruler {
  on = $state(false);
  start = $state.raw<Thing | null>(null);
  end = $state.raw<Thing | null>(null);
  /** Both ends are set; until then the second follows the pointer. */
  fixed = $state(false);
  reading = $state.raw<Reading | null>(null);
  fault = $state("");
  private dragging = false;
  private readonly asking = new Latest(PACE);

  constructor(private readonly api: GameApi) {}

  toggle(): void {
    if (this.on) return this.leave();
    this.on = true;
    notices.speak(say("ruler.about"));
  }

  leave(): void {
    this.on = false;
    this.lay(null);
  }

  private lay(start: Thing | null): void {
    this.asking.drop();
    this.start = start;
    this.end = this.reading = null;
    this.fault = "";
    this.fixed = this.dragging = false;
  }

  /** A thing was pointed at: the first end, or the second; a third begins anew. */
  point(thing: Thing): void {
    if (!this.start || this.fixed) {
      this.lay(thing);
      notices.speak(say("ruler.from", { name: thing.title }));
    } else this.to(thing, true);
  }

  /** The pointer is here: the second end follows it while it is not set. */
  follow(thing: Thing | null): void {
    if (this.start && !this.fixed && thing && thing.name !== this.end?.name) this.to(thing, false);
  }

  drag(from: Thing, to: Thing): void {
    if (!this.dragging) {
      this.lay(from);
      this.dragging = true;
    }
    this.follow(to);
  }

  drop(to: Thing): void {
    this.dragging = false;
    this.to(to, true);
  }

  /** Both ends by name. */
  between(start: Thing, end: Thing): void {
    this.lay(start);
    this.to(end, true);
  }

  /** The board has changed: the same two things are measured again. */
  again(scene: Scene): void {
    if (!this.start || !this.end || !this.fixed) return;
    this.start = named(scene, this.start.name);
    this.end = named(scene, this.end.name);
    this.ask(false);
  }

  private to(end: Thing, fixed: boolean): void {
    this.end = end;
    this.fixed = fixed;
    this.ask(fixed);
  }

  private ask(aloud: boolean): void {
    const { start, end } = this;
    if (!start || !end) return;
    this.asking.want(async () => {
      try {
        const reading = await this.api.measure(start.name, end.name);
        if (this.start !== start || (this.end !== end && this.fixed)) return;
        this.reading = reading;
        this.fault = "";
        if (aloud) notices.speak(spoken(start, end, reading));
      } catch (error) {
        if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
        if (this.end !== end) return;
        this.reading = null;
        this.fault = error instanceof Refused ? error.message : say("net.unreachable");
        if (aloud) notices.speak(this.fault);
      }
    });
  }
}

function spoken(start: Thing, end: Thing, { facts }: Reading): string {
  const ends = say("ruler.between", { start: start.title, end: end.title });
  return [ends, ...facts.map((fact) => fact.text)].join(". ");
}

/** What a ruler can be laid on where something was pointed at. */
export function thingAt(scene: Scene, { at, piece, spots }: Pointed, storey: number | null): Thing {
  if (piece) return { name: piece.id, title: piece.id, at: piece.at };
  const near = scene.grid === "free" ? 1 : 0.45;
  const mark = scene.marks.find((one) => Math.hypot(one.at[0] - at[0], one.at[1] - at[1]) <= near);
  if (mark) return marked(mark);
  // Where storeys lie over each other the one that is shown is meant, else the topmost.
  const spot = spots.find((one) => one.level === storey) ?? spots.at(-1);
  if (spot) return { name: spot.name, title: spot.name, at: spot.at };
  return free(at);
}

/** The thing that a person or a list calls by its name; where it lies, if the scene knows. */
export function named(scene: Scene, text: string): Thing {
  const name = text.trim();
  const low = name.toLowerCase();
  // A unit B1 and a square b1 may both be there: case decides, where it can.
  const found = find(scene, (other) => other === name) ?? find(scene, (other) => other.toLowerCase() === low);
  if (found) return found;
  const point = /^@?\s*(-?\d+(?:\.\d+)?)\s*″?\s*,\s*(-?\d+(?:\.\d+)?)\s*″?$/.exec(name);
  if (!point || scene.grid !== "free") return { name, title: name, at: null };
  return free([Number(point[1]), Number(point[2])]);
}

function find(scene: Scene, same: (name: string) => boolean): Thing | null {
  const piece = scene.pieces.find((one) => same(one.id));
  if (piece) return { name: piece.id, title: piece.id, at: piece.at };
  const mark = scene.marks.find((one) => same(one.id) || same(one.name));
  if (mark) return marked(mark);
  const spot = scene.spots.find((one) => same(one.name));
  return spot ? { name: spot.name, title: spot.name, at: spot.at } : null;
}

function marked({ id, name, at }: Mark): Thing {
  return { name: id, title: name || id, at };
}

/** A point of a free table. */
function free(at: Point): Thing {
  const [x, y] = exact(at);
  return { name: `@${x},${y}`, title: `${x.toFixed(1)}″, ${y.toFixed(1)}″`, at: [x, y] };
}
