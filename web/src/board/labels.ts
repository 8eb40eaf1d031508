// Words on the board that do not lie over each other: each keeps its place or gives way a little.

import type { Point } from "../lib/scene";
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
 * The labels, shifted by whole lines until none covers another or one of those that are `taken`;
 * what finds no room on a board of this size is left out.
 */
export function apart<L extends Label>(
  labels: readonly L[],
  wide: number,
  high: number,
  taken: readonly Label[] = [],
  tries: readonly number[] = NEAR,
): L[] {
  const found: L[] = [];
  for (const label of labels) {
    const x = within(label.at[0], label.text, label.size, wide);
    for (const lines of tries) {
      const y = label.at[1] + lines * LINE * label.size;
      if (y < 0.4 * label.size || y > high - 0.4 * label.size) continue;
      const moved = { ...label, at: [x, y] as Point };
      if ([...taken, ...found].every((other) => !overlap(moved, other))) {
        found.push(moved);
        break;
      }
    }
  }
  return found;
}

function overlap(a: Label, b: Label): boolean {
  const wide = (breadth(a) + breadth(b)) / 2;
  const high = ((a.size + b.size) * LINE) / 2;
  return Math.abs(a.at[0] - b.at[0]) < wide && Math.abs(a.at[1] - b.at[1]) < high - 1e-6;
}
