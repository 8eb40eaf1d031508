// An open answer in the making, on a board where options cannot be listed: a way, a place, a turn,
// or places for several pieces. It measures what was drawn and fills a handle's words; whether that
// is allowed, the server says.

import { middle } from "../board/point";
import type { Why } from "../lib/api";
import type { Handle, Piece, Point, Shape } from "../lib/scene";
import { allowance } from "./handles";

/** A piece that is put down together with others. */
export interface Part {
  id: string;
  /** What stands before its place in the answer. */
  word: string;
  shape: Shape;
  /** Where the server proposed it, and where it is now. */
  home: Point;
  at: Point;
}

export interface Making {
  handle: Handle;
  points: Point[];
  turn: number;
  /** Where the pointer would set the next bend. */
  tip: Point | null;
  /** True while a hand draws: the tip belongs to the answer. */
  drawing: boolean;
  parts: Part[];
  /** The part that was taken in hand last. */
  held: string;
  /** What the server thinks of the answer as it stands; null until it has said so. */
  verdict: Why | null;
}

export function begin(handle: Handle, piece: Piece | undefined): Making {
  const points = handle.gesture === "path" && piece ? [piece.at] : [];
  const turn = piece?.facing ?? 0;
  return { handle, points, turn, tip: null, drawing: false, parts: [], held: "", verdict: null };
}

/** The answer with one more point: a bend, another place, or another way to face. */
export function extended(making: Making, at: Point, piece: Piece | undefined): Making {
  const point = exact(at);
  const next = { ...making, tip: null, drawing: false, verdict: null };
  if (making.handle.gesture === "turn") {
    const start = piece?.at ?? point;
    const turn = (Math.atan2(at[0] - start[0], start[1] - at[1]) * 180) / Math.PI;
    return { ...next, turn: Math.round(turn + 360) % 360 };
  }
  if (making.handle.gesture === "place") return { ...next, points: [point] };
  return { ...next, points: [...making.points, point] };
}

/** The point that a hand takes hold of to go on. */
export function grip(making: Making, piece: Piece | undefined): Point | null {
  return making.points.at(-1) ?? piece?.at ?? null;
}

// ---------------------------------------------------------------------- several pieces

/** The parts of an answer that puts several pieces down, from the ghosts that the server drew. */
export function partsOf(handle: Handle, shapes: readonly Shape[]): Part[] {
  const found: Part[] = [];
  for (const shape of shapes) {
    const word = handle.parts[shape.label];
    if (shape.kind !== "ghost" || word === undefined) continue;
    const home = exact(shape.form === "circle" ? shape.points[0]! : middle(shape.points));
    found.push({ id: shape.label, word, shape, home, at: home });
  }
  return found;
}

/** The part whose ghost lies under a point, the nearest if there are several. */
export function partAt({ parts }: Making, [x, y]: Point, hold: number): Part | null {
  let best = Infinity;
  let found: Part | null = null;
  for (const part of parts) {
    const away = Math.hypot(part.at[0] - x, part.at[1] - y);
    if (away <= Math.max(hold, span(part.shape)) && away < best) [best, found] = [away, part];
  }
  return found;
}

export function placed(making: Making, id: string, at: Point): Making {
  const parts = making.parts.map((part) => (part.id === id ? { ...part, at: exact(at) } : part));
  return { ...making, parts, held: id, verdict: null };
}

/** A ghost where its part is now. */
export function moved({ shape, home, at }: Part): Shape {
  const [dx, dy] = [at[0] - home[0], at[1] - home[1]];
  return { ...shape, points: shape.points.map(([x, y]): Point => [x + dx, y + dy]) };
}

export function isMoved(making: Making): boolean {
  return making.parts.some((part) => part.at[0] !== part.home[0] || part.at[1] !== part.home[1]);
}

function span(shape: Shape): number {
  if (shape.form === "circle") return shape.radius;
  const [x, y] = middle(shape.points);
  return Math.min(...shape.points.map((at) => Math.hypot(at[0] - x, at[1] - y)));
}

// ---------------------------------------------------------------------- measuring and writing

/** Inches drawn so far, the tip included, and how many the handle's cost allows (`0 of 6 inches`). */
export function tally({ handle, points, tip }: Making): { drawn: number; allowed: number } | null {
  if (handle.gesture !== "path") return null;
  const way = tip ? [...points, tip] : points;
  let drawn = 0;
  for (let i = 1; i < way.length; i++) {
    drawn += Math.hypot(way[i]![0] - way[i - 1]![0], way[i]![1] - way[i - 1]![1]);
  }
  return { drawn, allowed: allowance(handle) };
}

/** Whether anything has been drawn yet. */
export function isBegun({ handle, points, drawing, parts }: Making): boolean {
  if (handle.gesture === "places") return parts.length > 0;
  if (handle.gesture === "path") return drawing || points.length > 1;
  return handle.gesture === "turn" || points.length > 0;
}

/** The text of an open answer: its handle's words with the coordinates that were pointed at. */
export function compose(making: Making): string {
  const { handle, turn, tip, drawing } = making;
  // Nothing was put elsewhere: that is the option as the server proposed it.
  if (handle.gesture === "places" && !isMoved(making)) return handle.answer;
  const way = drawing && tip ? [...making.points, exact(tip)] : making.points;
  const drawn = handle.gesture === "path" ? way.slice(1) : way;
  const coordinates = drawn.map(written).join(" ");
  const filled = handle.text
    .replace("{path}", coordinates)
    .replace("{place}", coordinates)
    .replace("{places}", making.parts.map((part) => `${part.word} ${written(part.at)}`).join(" "))
    .replace("{turn}", String(turn));
  if (filled !== handle.text) return filled;
  const tail = handle.gesture === "turn" ? String(turn) : coordinates;
  return handle.text.replace(/(\s+-?\d+(\.\d+)?(,-?\d+(\.\d+)?)?)+$/, "") + " " + tail;
}

/** The same text with a gap where its last point stands; "" where no single point is wanted. */
export function gapped({ handle, points, drawing }: Making): string {
  const set = handle.gesture === "path" ? points.slice(1, drawing ? undefined : -1) : [];
  const drawn = set.map(written);
  const place = handle.text.includes("{place}") && handle.gesture === "place";
  const path = handle.text.includes("{path}") && handle.gesture === "path";
  if (!place && !path) return "";
  return handle.text.replace(place ? "{place}" : "{path}", [...drawn, "{here}"].join(" "));
}

function written([x, y]: Point): string {
  return `${x},${y}`;
}

/** A point in whole hundredths, as answers are written. */
export function exact([x, y]: Point): Point {
  return [Math.round(x * 100) / 100, Math.round(y * 100) / 100];
}
