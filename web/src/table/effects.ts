// What is seen of an answer: who moved along which way, who shot at whom, who was hit. All of it is
// read from the log and from two scenes, before and after.

import { isFallen, lies } from "../board/conditions";
import type { Line } from "../lib/api";
import type { Piece, Point, Scene } from "../lib/scene";

export interface Shot {
  id: number;
  from: Point;
  to: Point;
}

export interface Changes {
  /** The way of every piece that moved, its start and end included. */
  ways: Map<string, Point[]>;
  /** Pieces that were hurt. */
  struck: Set<string>;
  /** Where pieces stood that are gone. */
  fallen: Point[];
}

/** Shots that log lines tell of: a unit and its target on the board. */
export function shots(lines: readonly Line[], scene: Scene, first: number): Shot[] {
  return lines.flatMap(({ role, facts }, i) => {
    if (role !== "aims") return [];
    const from = standing(scene, facts["unit"]);
    const to = standing(scene, facts["target"]);
    return from && to ? [{ id: first + i, from, to }] : [];
  });
}

/** Where the last thing that somebody did was aimed: the attacks of its choice, up to a step. */
export function aims(log: readonly Line[], scene: Scene, step: number): Shot[] {
  const end = log.findLastIndex((line) => line.step <= step && line.kind !== "note");
  const act = log[end]?.act;
  let start = end;
  while (start > 0 && log[start - 1]!.act === act) start--;
  return end < 0 ? [] : shots(log.slice(start, end + 1), scene, 0);
}

/** Where a unit stands: the middle of its models, if it has several. */
function standing(scene: Scene, unit: unknown): Point | null {
  if (typeof unit !== "string") return null;
  const own = scene.pieces.filter((piece) => piece.id === unit || piece.id.startsWith(unit + "."));
  if (!own.length) return null;
  const sum = own.reduce<Point>((all, { at }) => [all[0] + at[0], all[1] + at[1]], [0, 0]);
  return [sum[0] / own.length, sum[1] / own.length];
}

/** What differs between two scenes of one game; `lines` tell the ways that were walked step by step. */
export function changes(before: Scene, after: Scene, lines: readonly Line[]): Changes {
  const old = new Map(before.pieces.map((piece) => [piece.id, piece]));
  const found: Changes = { ways: new Map(), struck: new Set(), fallen: [] };
  for (const piece of after.pieces) {
    const was = old.get(piece.id);
    old.delete(piece.id);
    if (!was) continue;
    if (was.at[0] !== piece.at[0] || was.at[1] !== piece.at[1]) {
      found.ways.set(piece.id, walked(was, piece, lines, after));
    }
    if (isHurt(was, piece)) found.struck.add(piece.id);
  }
  found.fallen = [...old.values()].map((piece) => piece.at);
  return found;
}

function isHurt(was: Piece, now: Piece): boolean {
  const less = !!was.gauge && !!now.gauge && now.gauge[0] < was.gauge[0];
  return less || (lies(now) && !lies(was)) || (isFallen(now) && !isFallen(was));
}

/** The way of a piece through the places that the log names, or straight. */
function walked(was: Piece, now: Piece, lines: readonly Line[], scene: Scene): Point[] {
  const spots = new Map(scene.spots.map((spot) => [spot.name, spot.at]));
  const between = lines.flatMap(({ facts }): Point[] => {
    const at = facts["unit"] === now.id && typeof facts["end"] === "string" ? spots.get(facts["end"]) : undefined;
    return at ? [at] : [];
  });
  const last = between.at(-1);
  if (!last || last[0] !== now.at[0] || last[1] !== now.at[1]) return [was.at, now.at];
  return [was.at, ...between];
}
