// Words on the board that do not lie over each other: each keeps its place or gives way a little.

import type { Point } from "../lib/scene";
import { type Box, overlap } from "./naming";
import { within } from "./point";

export interface Label {
  text: string;
  at: Point;
  size: number;
}

const LETTER = 0.6; // the width of a letter, as a part of its height
const LINE = 1.15; // the height of a line, as a part of a letter's
export const HERE = [0, 1]; // lines down: still in its own shape
export const NEAR = [0, -1, 1, -2, 2, -3, 3]; // lines up or down

/** The width of a text. */
export function breadth({ text, size }: Label): number {
  return text.length * size * LETTER;
}

/**
 * The labels, shifted by whole lines until none covers another or one of the boxes that are `taken`;
 * what finds no room on a board of this size is left out.
 */
export function apart<L extends Label>(
  labels: readonly L[],
  wide: number,
  high: number,
  taken: readonly Box[] = [],
  tries: readonly number[] = NEAR,
): L[] {
  const [found, full]: [L[], Box[]] = [[], [...taken]];
  for (const label of labels) {
    const x = within(label.at[0], label.text, label.size, wide);
    for (const lines of tries) {
      const y = label.at[1] + lines * LINE * label.size;
      if (y < 0.4 * label.size || y > high - 0.4 * label.size) continue;
      const moved = { ...label, at: [x, y] as Point };
      const own = room(moved);
      if (full.some((other) => overlap(own, other))) continue;
      found.push(moved);
      full.push(own);
      break;
    }
  }
  return found;
}

/** The room that a label takes. */
export function room(label: Label): Box {
  return { x: label.at[0], y: label.at[1], wide: breadth(label), high: label.size * LINE };
}
