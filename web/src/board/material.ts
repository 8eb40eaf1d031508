// The trees and bushes on ground that the rulebook says is wood or thicket.

import type { Point, Shape } from "../lib/scene";
import { middle } from "./point";

export interface Canopy {
  at: Point;
  r: number;
  kind: "tree" | "bush";
}

/** The trees and bushes that stand on a piece of ground, always at the same places; on a board of
 * `cells` each has a few. */
export function canopies(shape: Shape, cells: boolean): Canopy[] {
  if (shape.form !== "polygon") return [];
  if (shape.material !== "wood" && shape.material !== "thicket") return [];
  const kind = shape.material === "thicket" ? "bush" : "tree";
  if (cells) return cluster(middle(shape.points), kind);
  const xs = shape.points.map(([x]) => x);
  const ys = shape.points.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const chance = dice(left * 7 + top * 13);
  const found: Canopy[] = [];
  const most = Math.min(46, Math.round((wide * high) / 1.6));
  for (let tries = 0; tries < 8 * most && found.length < most; tries++) {
    const at: Point = [left + wide * chance(), top + high * chance()];
    const r = (kind === "bush" ? 0.45 : 0.62) + 0.4 * chance();
    const room = found.every((other) => Math.hypot(other.at[0] - at[0], other.at[1] - at[1]) > 0.62 * (other.r + r));
    if (room && inside(at, shape.points)) found.push({ at, r, kind });
  }
  return found.sort((a, b) => a.at[1] - b.at[1]);
}

const BANDS = 6;

/** High ground that rises evenly from its edge, as a hill does and no roof. */
export function isHill({ kind, form, material, height }: Shape): boolean {
  return kind === "level" && form === "polygon" && height > 0 && (material === "hill" || !material);
}

/** The outlines of a hill from its foot to its top, which lies a little toward the light. */
export function bandsOf({ points }: Shape): Point[][] {
  const [x, y] = middle(points);
  return Array.from({ length: BANDS }, (_, k): Point[] => {
    const [size, lift] = [1 - (0.72 * k) / BANDS, (0.22 * k) / BANDS];
    return points.map(([px, py]): Point => [x + size * (px - x) - lift, y + size * (py - y) - lift]);
  });
}

function cluster([x, y]: Point, kind: Canopy["kind"]): Canopy[] {
  const chance = dice(x * 31 + y * 17);
  const r = kind === "tree" ? 0.25 : 0.17;
  const turn = 6.28 * chance();
  return [0, 2.1, 4.2].map((angle): Canopy => {
    const away = r * 0.72;
    return { at: [x + away * Math.cos(turn + angle), y + away * Math.sin(turn + angle)], r: r * (0.85 + 0.3 * chance()), kind };
  });
}

/** Numbers between 0 and 1 that look like chance and are the same for the same seed. */
function dice(seed: number): () => number {
  let state = Math.floor(Math.abs(seed) * 1000) % 2147483647 || 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

function inside([x, y]: Point, polygon: readonly Point[]): boolean {
  let within = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i]!;
    const [bx, by] = polygon[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}
