// Words on what the server drew over the board: in their shape where they fit, else where there is
// room.

import type { Point, Scene, Shape } from "../lib/scene";
import { apart, breadth, HERE, type Label, room } from "./labels";
import type { Box } from "./naming";
import { middle } from "./point";

export interface CoverName extends Label {
  shape: Shape;
}

const LEAST = 11.5; // pixels
const AROUND = new Set(["threat", "range"]); // these lie around something: their words stand above
const SILENT = new Set(["assault"]); // told beside the board, not on it
const MANY = 4; // words of one kind that find no room in their shapes: of more, none is written

const LINES = 3; // of more lines in sight none has words: the panel tells each of them
const RANK: Record<string, number> = { range: 0, "blast-outer": 1, smoke: 1, ghost: 9 };
const rank = (shape: Shape) => RANK[shape.kind] ?? 5;

/** Shapes as they lie over each other, undermost first. */
export function ranked(shapes: readonly Shape[]): Shape[] {
  return [...shapes].sort((a, b) => rank(a) - rank(b));
}

/** The words of shapes, none over another or over what is `taken`. */
export function coverNames(scene: Scene, shapes: readonly Shape[], scale: number, taken: readonly Box[] = []): CoverName[] {
  const size = Math.max(scene.grid === "free" ? 0.72 : 0.26, LEAST / scale);
  const pieces = new Set(scene.pieces.map((piece) => piece.id));
  const labels = shapes
    .filter((shape) => shape.label && shape.points.length && !SILENT.has(shape.kind))
    // Who is meant is seen, and has a plate of its own.
    .filter((shape) => shape.kind !== "affected" || !pieces.has(shape.label))
    .map((shape) => ({ shape, text: shape.name || shape.label, at: anchor(shape, size), size: fine(shape, size) }))
    // A small ghost has no room for words that can be read.
    .filter((label) => label.size * scale >= LEAST - 0.5);
  // What fits into its shape stands there; the other words stand where there is room.
  const fits = labels.filter((label) => breadth(label) <= span(label.shape));
  const inside = apart(fits, scene.width, scene.height, taken, HERE);
  const left = labels.filter((label) => !fits.includes(label));
  const outside = left.filter(
    ({ shape }) => left.filter((other) => other.shape.kind === shape.kind).length <= (shape.form === "line" ? LINES : MANY),
  );
  return [...inside, ...apart(outside, scene.width, scene.height, [...taken, ...inside.map(room)])];
}

function fine(shape: Shape, size: number): number {
  return shape.kind === "ghost" ? Math.min(size, 0.62 * (shape.radius || size)) : size;
}

/** How wide a shape is; a ghost holds its name however long it is, and a line holds nothing. */
function span({ kind, form, radius, points }: Shape): number {
  if (kind === "ghost") return Infinity;
  if (form === "polygon" && AROUND.has(kind)) return 0;
  if (form !== "polygon") return form === "circle" ? 2 * radius : 0;
  const xs = points.map(([x]) => x);
  return Math.max(...xs) - Math.min(...xs);
}

/** Where the label of a shape stands: in a small one, at the upper rim of a large circle. */
function anchor({ form, points: [first], points, radius, kind }: Shape, size: number): Point {
  if (form === "circle" && (kind === "ghost" || radius < 2.4 * size)) return first!;
  if (form === "circle") return [first![0], first![1] - radius + 0.7 * size];
  if (form === "polygon" && AROUND.has(kind)) return above(points, size);
  if (form === "polygon") return middle(points);
  const [x, y] = midway(points);
  if (kind === "after") return [x, y - 0.4 - 0.7 * size]; // clear of who would stand there
  return [x, y - 0.8 * size]; // beside the line, not on it
}

function above(points: readonly Point[], size: number): Point {
  return [middle(points)[0], Math.min(...points.map(([, y]) => y)) - 0.6 * size];
}

function midway(way: readonly Point[]): Point {
  const half = Math.ceil((way.length - 1) / 2);
  const [a, b] = [way[Math.max(0, half - 1)]!, way[half]!];
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}
