// Where the dice may lie without covering those whom they are about, and as few others as can be.

import type { Point } from "../lib/scene";

const WIDE = 470; // pixels, at most, and some room around
const HIGH = 230;
const NAME = 56; // so far to the side may a piece's name reach, and half as far up and down
/** A piece that the dice are about weighs more than all others together. */
export const CONCERNED = 1000;

/** A place on a board of this size, by its name in the style sheet, where the least is covered. */
export function clear(
  pieces: readonly { at: Point; weight: number }[],
  width: number,
  height: number,
): string {
  const wide = Math.min(WIDE, width);
  const lefts: [string, number][] = [["", (width - wide) / 2], ["w", 0], ["e", width - wide]];
  const rows: [string, number][] = [["s", height - HIGH], ["n", 0]];
  const middle: [string, number] = ["m", (height - HIGH) / 2];
  let [best, least] = ["s", Infinity];
  const weigh = ([column, left]: [string, number], [row, top]: [string, number]): void => {
    const covered = pieces
      .filter(({ at: [x, y], weight }) => {
        const room = weight === CONCERNED ? 0 : NAME;
        return x > left - room && x < left + wide + room && y > top - room / 2 && y < top + HIGH + room / 2;
      })
      .reduce((sum, { weight }) => sum + weight, 0);
    if (covered < least) [best, least] = [row + column, covered];
  };
  for (const left of lefts) for (const row of rows) weigh(left, row);
  // Only where it must be do the dice lie in the midst of the board, on the line of a shot.
  if (least >= CONCERNED) for (const left of lefts) weigh(left, middle);
  return best;
}
