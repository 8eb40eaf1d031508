// What a pointer or the keyboard cursor points at: pieces and places, found by position alone.

import type { Handle, Piece, Point, Scene, Spot } from "../lib/scene";

export interface Pointed {
  at: Point;
  piece: Piece | null;
  spots: Spot[];
}

/** What lies under a board position; the topmost piece wins. */
export function pointed(scene: Scene, at: Point): Pointed {
  let piece: Piece | null = null;
  for (const candidate of scene.pieces) {
    if (covers(candidate, at) && (!piece || candidate.level >= piece.level)) piece = candidate;
  }
  return { at, piece, spots: spotsNear(scene, piece && scene.grid !== "free" ? piece.at : at) };
}

/** The spots at the nearest place within half a step: one for each storey. */
export function spotsNear(scene: Scene, [x, y]: Point): Spot[] {
  let best = 0.62;
  let found: Spot[] = [];
  for (const spot of scene.spots) {
    const dx = Math.abs(spot.at[0] - x);
    const dy = Math.abs(spot.at[1] - y);
    const away = scene.grid === "squares" ? Math.max(dx, dy) + 0.12 : Math.hypot(dx, dy);
    if (away < best - 1e-6) {
      best = away;
      found = [spot];
    } else if (found.length && Math.abs(away - best) < 1e-6) {
      found.push(spot);
    }
  }
  return found;
}

function covers(piece: Piece, [x, y]: Point): boolean {
  const dx = x - piece.at[0];
  const dy = y - piece.at[1];
  if (!piece.size) return Math.hypot(dx, dy) <= Math.max(piece.radius, 0.36);
  const turn = (-(piece.facing ?? 0) * Math.PI) / 180;
  const across = dx * Math.cos(turn) - dy * Math.sin(turn);
  const along = dx * Math.sin(turn) + dy * Math.cos(turn);
  return Math.abs(along) <= piece.size[0] / 2 && Math.abs(across) <= piece.size[1] / 2;
}

/** One name for a place, by which handles and spots meet. */
export function placeKey(at: Point, level = 0): string {
  return `${at[0].toFixed(2)},${at[1].toFixed(2)},${level}`;
}

/** Handles by the place that they point at. */
export function byPlace(scene: Scene, handles: readonly Handle[]): Map<string, Handle[]> {
  const levels = new Map(scene.spots.map((spot) => [spot.name, spot.level]));
  const places = new Map<string, Handle[]>();
  for (const handle of handles) {
    if (!handle.at || handle.target) continue;
    push(places, placeKey(handle.at, levels.get(handle.place) ?? 0), handle);
  }
  return places;
}

/** Handles by the piece that they point at. */
export function byTarget(handles: readonly Handle[]): Map<string, Handle[]> {
  const targets = new Map<string, Handle[]>();
  for (const handle of handles) if (handle.target) push(targets, handle.target, handle);
  return targets;
}

export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Things by what `key` says of them, in the order in which each key comes first. */
export function grouped<K, V>(list: readonly V[], key: (one: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const one of list) push(groups, key(one), one);
  return groups;
}

/** The next spot from `from` in a direction: what the arrow keys do. */
export function neighbour(scene: Scene, from: Point, dx: number, dy: number, step: number): Point {
  if (!scene.spots.length) {
    return [
      Math.min(scene.width, Math.max(0, from[0] + dx * step)),
      Math.min(scene.height, Math.max(0, from[1] + dy * step)),
    ];
  }
  let best = Infinity;
  let found = from;
  for (const spot of scene.spots) {
    const ahead = (spot.at[0] - from[0]) * dx + (spot.at[1] - from[1]) * dy;
    const aside = Math.abs((spot.at[0] - from[0]) * dy) + Math.abs((spot.at[1] - from[1]) * dx);
    if (ahead < 0.3) continue;
    const away = ahead + aside * 2.2;
    if (away < best) {
      best = away;
      found = spot.at;
    }
  }
  return found;
}

/** The way onto the table from a place at its edge, in degrees clockwise from east. */
export function facingIn({ width, height }: Scene, [x, y]: Point): number {
  const ways: [number, number][] = [[x, 0], [width - x, 180], [y, 90], [height - y, 270]];
  return ways.reduce((best, way) => (way[0] < best[0] ? way : best))[1];
}

/** Svg points of a polygon or line. */
export function points(list: readonly Point[]): string {
  return list.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
}

/** A word of the engine as the name of a style. */
export function slug(kind: string): string {
  return kind.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

export function middle(list: readonly Point[]): Point {
  const sum = list.reduce<Point>((all, at) => [all[0] + at[0], all[1] + at[1]], [0, 0]);
  return [sum[0] / list.length, sum[1] / list.length];
}

/** Where the middle of a name stands so that all of it lies between 0 and `end`. */
export function within(x: number, name: string, size: number, end: number): number {
  const half = Math.min(end / 2, (name.length * size * LETTER) / 2);
  return Math.min(end - half, Math.max(half, x));
}

const LETTER = 0.62; // the width of a bold letter, as a part of its height

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
