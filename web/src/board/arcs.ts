// Which arcs of fire are drawn. All at once they cover the board and tell nothing: those are shown
// that belong to whoever is looked at, and those of the other side that hold him or his way.

import type { Piece, Point, Shape } from "../lib/scene";

/** Somebody or some place that is looked at, from one side's point of view. */
export interface Looked {
  side: string;
  at: Point;
  /** The unit's name; empty for bare ground. */
  id: string;
}

const EDGE = 0.06; // what lies on the edge of an arc is in it

export const isArc = (line: Shape) => line.kind === "arc";

/** The lines to draw: whatever is no arc, and the arcs that matter to what is looked at. */
export function mattering(lines: readonly Shape[], looked: readonly Looked[]): Shape[] {
  return lines.filter((line) => !isArc(line) || looked.some((one) => concerns(line, one)));
}

function concerns(arc: Shape, { side, at, id }: Looked): boolean {
  if (id && arc.owner === id) return true;
  return arc.side !== side && holds(arc.points, at);
}

/** Those pieces, as somebody who is looked at. */
export function lookedAt(pieces: ReadonlyMap<string, Piece>, ids: Iterable<string>): Looked[] {
  return [...new Set(ids)].flatMap((id) => {
    const piece = pieces.get(id);
    return piece ? [{ side: piece.side, at: piece.at, id }] : [];
  });
}

/** Whether a point lies in an outline or on its edge. */
export function holds(outline: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [[ax, ay], [bx, by]] = [outline[i]!, outline[j]!];
    if (fromEdge([x, y], [ax, ay], [bx, by]) <= EDGE) return true;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

function fromEdge([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}
