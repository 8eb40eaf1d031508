// What can be told of the options themselves, wherever they are offered. It knows no rule.

import type { Handle, Piece, Point } from "../lib/scene";

/** The option concerns its own piece alone: nothing further is pointed at. */
export function isPlain({ piece, target, at, gesture }: Handle): boolean {
  return !!piece && (!target || target === piece) && !at && !gesture;
}

/** What handles of one piece have in common, in words: their label or their group, if it is one. */
export function shared(handles: readonly Handle[]): string {
  const alone = (words: string[]) => (new Set(words).size === 1 ? words[0]! : "");
  return alone(handles.map(({ label }) => label)) || alone(handles.map(({ group }) => group));
}

/** The unit that a piece belongs to: the name before the point. */
export function unitOf(id: string): string {
  return id.split(".")[0]!;
}

/** The handles of a piece's whole unit, where they all point at one and the same piece of it. */
export function soleTarget(targets: ReadonlyMap<string, Handle[]>, piece: Piece): Handle[] {
  const unit = unitOf(piece.id);
  const found = unit === piece.id ? [] : [...targets].filter(([id]) => unitOf(id) === unit);
  return found.length === 1 ? found[0]![1] : [];
}

/** Of several open answers "put it there", the one whose own proposal is nearest. */
export function nearestPlace(handles: readonly Handle[], [x, y]: Point): Handle | undefined {
  const away = ({ at }: Handle) => Math.hypot(at![0] - x, at![1] - y);
  return handles.filter((one) => one.gesture === "place" && one.at).sort((a, b) => away(a) - away(b))[0];
}

/** Of several ways to draw, the first that may be as long as it is to a point; else the longest. */
export function inReach(handles: readonly Handle[], from: Point, [x, y]: Point): Handle | undefined {
  const ways = handles.filter((one) => one.gesture === "path");
  const far = Math.hypot(from[0] - x, from[1] - y);
  return ways.find((one) => allowance(one) >= far) ?? ways.sort((a, b) => allowance(b) - allowance(a))[0];
}

/** How long a way may be that is drawn; NaN where nothing says so. */
export function allowance({ reach }: Handle): number {
  return reach ?? NaN;
}
