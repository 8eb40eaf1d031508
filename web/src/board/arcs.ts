// Which arcs of fire are drawn: of the enemies of whoever acts all, as one outline; else those that
// belong to whoever is looked at, and those of the other side that hold him or his way.

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

/** The arcs to draw: those of the enemies of who acts, and those that matter to what is looked at. */
export function mattering(arcs: readonly Shape[], looked: readonly Looked[], acting: string): Shape[] {
  return arcs.filter((arc) => (acting && arc.side !== acting) || looked.some((one) => concerns(arc, one)));
}

const EDGE_LONG = 6; // how far the edges of an arc of one's own are drawn
const BOW = 1.6; // how far from its owner a bow joins them

/** The two edges of an arc, from its owner outward, and a small bow between them. */
export function edgesOf(outline: readonly Point[]): string {
  const [apex, first, last] = [outline[0]!, outline[1]!, outline.at(-2)!];
  const toward = (end: Point, far: number): Point => {
    const long = Math.hypot(end[0] - apex[0], end[1] - apex[1]) || 1;
    const part = Math.min(1, far / long);
    return [apex[0] + part * (end[0] - apex[0]), apex[1] + part * (end[1] - apex[1])];
  };
  const at = ([x, y]: Point) => `${x.toFixed(3)} ${y.toFixed(3)}`;
  const bow = `M${at(toward(first, BOW))}A${BOW} ${BOW} 0 0 1 ${at(toward(last, BOW))}`;
  return `M${at(toward(first, EDGE_LONG))}L${at(apex)}L${at(toward(last, EDGE_LONG))}${bow}`;
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
