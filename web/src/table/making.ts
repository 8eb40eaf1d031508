// An open answer in the making, on a board where options cannot be listed: a way, a place, a turn.
// It measures what was drawn and fills a handle's words; whether that is allowed, the server says.

import type { Why } from "../lib/api";
import type { Handle, Piece, Point } from "../lib/scene";

export interface Making {
  handle: Handle;
  points: Point[];
  turn: number;
  /** Where the pointer would set the next bend. */
  tip: Point | null;
  /** What the server thinks of the answer as it stands; null until it has said so. */
  verdict: Why | null;
}

export function begin(handle: Handle, piece: Piece | undefined): Making {
  const points = handle.gesture === "path" && piece ? [piece.at] : [];
  return { handle, points, turn: piece?.facing ?? 0, tip: null, verdict: null };
}

/** The answer with one more point: a bend, another place, or another way to face. */
export function extended(making: Making, at: Point, piece: Piece | undefined): Making {
  const point: Point = [hundredths(at[0]), hundredths(at[1])];
  const next = { ...making, tip: null, verdict: null };
  if (making.handle.gesture === "turn") {
    const start = piece?.at ?? point;
    const turn = (Math.atan2(at[0] - start[0], start[1] - at[1]) * 180) / Math.PI;
    return { ...next, turn: Math.round((turn + 360) % 360) };
  }
  if (making.handle.gesture === "place") return { ...next, points: [point] };
  return { ...next, points: [...making.points, point] };
}

/** The point that a hand takes hold of to go on. */
export function grip(making: Making, piece: Piece | undefined): Point | null {
  return making.points.at(-1) ?? piece?.at ?? null;
}

/** Inches drawn so far, the tip included, and how many the handle's cost allows (`0 of 6 inches`). */
export function tally({ handle, points, tip }: Making): { drawn: number; allowed: number } | null {
  if (handle.gesture !== "path") return null;
  const way = tip ? [...points, tip] : points;
  let drawn = 0;
  for (let i = 1; i < way.length; i++) {
    drawn += Math.hypot(way[i]![0] - way[i - 1]![0], way[i]![1] - way[i - 1]![1]);
  }
  const found = /\bof (\d+(?:\.\d+)?)/.exec(handle.cost);
  return { drawn, allowed: found ? Number(found[1]) : NaN };
}

/** The text of an open answer: its handle's words with the coordinates that were pointed at. */
export function compose({ handle, points, turn }: Making): string {
  const drawn = handle.gesture === "path" ? points.slice(1) : points;
  const coordinates = drawn.map(([x, y]) => `${x},${y}`).join(" ");
  const filled = handle.text
    .replace("{path}", coordinates)
    .replace("{place}", coordinates)
    .replace("{turn}", String(turn));
  if (filled !== handle.text) return filled;
  const tail = handle.gesture === "turn" ? String(turn) : coordinates;
  return handle.text.replace(/(\s+-?\d+(\.\d+)?(,-?\d+(\.\d+)?)?)+$/, "") + " " + tail;
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
