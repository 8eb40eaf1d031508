// Where names stand on the board. They are never smaller than can be read and never lie over each
// other: the more important ones come first, and what finds no room is left out.

import type { Point } from "../lib/scene";
import { within } from "./point";

export interface Wish {
  key: string;
  kind: "unit" | "sign" | "area" | "zone" | "height";
  /** The words to try, longest first. */
  texts: string[];
  /** The thing that is named: a name stands under it, over it, or on it. */
  at: Point;
  radius: number;
  /** Asked for: it stands even where it covers a token. */
  wanted: boolean;
  side: number;
}

export interface Name extends Wish {
  text: string;
  x: number;
  y: number;
  wide: number;
}

/** A chance at the shoulder of a piece; names keep clear of it. */
export interface Pill extends Box {
  id: string;
  chance: number;
}

/** Where the chances of some pieces stand: at a shoulder, or over or under the piece where another one
 * stands there already. What finds no room is told by pointing at the piece. */
export function pillsOf(
  chances: ReadonlyMap<string, number>,
  pieces: ReadonlyMap<string, { at: Point; radius: number }>,
  scale: number,
): Pill[] {
  const size = Math.max(12 / scale, 0.24);
  const found: Pill[] = [];
  for (const [id, chance] of chances) {
    const piece = pieces.get(id);
    if (!piece) continue;
    const { at, radius } = piece;
    const [beside, up] = [radius + 0.9 * size, radius + 0.25 * size];
    const places: Point[] = [[beside, -up], [-beside, -up], [0, -up - 0.6 * size], [0, up + 0.6 * size]];
    const pill = places
      .map(([dx, dy]): Pill => ({ id, chance, x: at[0] + dx, y: at[1] + dy, wide: 2.7 * size, high: 1.45 * size }))
      .find((one) => !found.some((other) => overlap(one, other)));
    if (pill) found.push(pill);
  }
  return found;
}

export interface Box {
  x: number;
  y: number;
  wide: number;
  high: number;
}

const LEAST = 11.5; // pixels
const MOST = 14;
const LETTER = 0.63; // the width of a letter, as a part of its height
const LINE = 1.3; // the height of a name with its pill
const PAD = 0.9; // the pill around a name, left and right together

/** The height of letters in board units at so many pixels for each. */
export function lettersAt(scale: number): number {
  return Math.min(MOST, Math.max(LEAST, 0.22 * scale)) / scale;
}

/** The names that find room, in the order of the wishes. `tokens` are discs that stay uncovered. */
export function settle(
  wishes: readonly Wish[],
  tokens: readonly { at: Point; radius: number }[],
  size: number,
  wide: number,
  high: number,
  reserved: readonly Box[] = [],
): Name[] {
  const taken: Box[] = [...reserved];
  const discs = tokens.map(({ at: [x, y], radius }) => ({ x, y, wide: 1.5 * radius, high: 1.5 * radius }));
  const found: Name[] = [];
  for (const wish of wishes) {
    const name = placed(wish, taken, discs, size, wide, high);
    if (!name) continue;
    found.push(name);
    taken.push(boxOf(name, size));
  }
  return found;
}

function placed(wish: Wish, taken: Box[], discs: Box[], size: number, wide: number, high: number): Name | null {
  let second: Name | null = null;
  for (const text of wish.texts) {
    for (const [dx, dy] of places(wish, text, size)) {
      const breadth = text.length * size * LETTER + PAD * size;
      const x = within(wish.at[0] + dx, text, size * 1.25, wide);
      const y = wish.at[1] + dy;
      if (y < 0.7 * size || y > high - 0.7 * size) continue;
      const name = { ...wish, text, x, y, wide: breadth };
      const box = boxOf(name, size);
      if (taken.some((other) => overlap(box, other))) continue;
      if (!discs.some((disc) => overlap(box, disc))) return name;
      if (wish.wanted) second ??= name;
    }
  }
  return second;
}

/** Where a name may stand, from its thing: best first. */
function places({ kind, radius }: Wish, text: string, size: number): Point[] {
  const under = radius + 0.85 * size;
  const half = (text.length * size * LETTER + PAD * size) / 2;
  const beside = radius + half + 0.15 * size;
  if (kind === "unit" || kind === "sign") return [[0, under], [0, -under], [beside, 0], [-beside, 0]];
  return [0, 1, -1, 2, -2, 3, -3].map((lines): Point => [0, lines * LINE * size]);
}

function boxOf({ x, y, wide }: Name, size: number): Box {
  return { x, y, wide, high: LINE * size };
}

export function overlap(a: Box, b: Box): boolean {
  return Math.abs(a.x - b.x) < (a.wide + b.wide) / 2 && Math.abs(a.y - b.y) < (a.high + b.high) / 2 - 1e-6;
}
