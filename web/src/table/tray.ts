// Where the dice may lie without covering those whom they are about.

import type { Point } from "../lib/scene";

const WIDE = 470; // pixels, at most, and some room around
const HIGH = 190;

/** A place on a board of this size, by its name in the style sheet, where none of the points lies. */
export function clear(points: readonly Point[], width: number, height: number): string {
  const wide = Math.min(WIDE, width);
  const lefts: [string, number][] = [["", (width - wide) / 2], ["w", 0], ["e", width - wide]];
  for (const [column, left] of lefts) {
    for (const [row, top] of [["s", height - HIGH], ["n", 0]] as const) {
      const hidden = points.some(([x, y]) => x > left && x < left + wide && y > top && y < top + HIGH);
      if (!hidden) return row + column;
    }
  }
  return "s";
}
