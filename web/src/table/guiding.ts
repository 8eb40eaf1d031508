// What a guide points at: of the answers whose word it names, the one to show. By where things are on
// the table and by no rule. Its twin in `tests/packs/following.py` plays whole games by it.

import type { GuideStep } from "../lib/api";
import type { Handle, Piece, Point, Scene } from "../lib/scene";

export const HINT = "hint";
const NEARER = 0.25; // board units by which a way must lead nearer to what is fought for
const TAKEN = 0.6; // who stands within this of a place has it

export const wordOf = (handle: Handle): string => handle.text.split(" ")[0]!;

/** An answer to point at, `HINT` where a strong player is asked, null where nothing is offered. */
export function pointed(step: Pick<GuideStep, "do">, handles: readonly Handle[], scene: Scene, player: string): Handle | typeof HINT | null {
  for (const word of step.do) {
    if (word === HINT) return HINT;
    const whole = handles.find((one) => one.text === word);
    if (whole) return whole;
    const found = picked(handles.filter((one) => wordOf(one) === word), scene, player);
    if (found) return found;
  }
  return null;
}

/** Where an answer is on the board, if it is there at all. */
export function whereIs(handle: Handle, scene: Scene): Point | null {
  const target = scene.pieces.find((one) => one.id === handle.target);
  if (target) return target.at;
  if (handle.at) return handle.at;
  // Whoever acts anyway is no answer to point at.
  const piece = scene.pieces.find((one) => one.id === handle.piece);
  return piece && !piece.active ? piece.at : null;
}

function picked(handles: readonly Handle[], scene: Scene, player: string): Handle | null {
  const first = handles[0];
  if (!first) return null;
  const pieces = new Map(scene.pieces.map((one) => [one.id, one]));
  const actor = pieces.get(first.piece);
  if (first.arc && actor) return toward(handles, actor, scene, player);
  if (first.harms && actor) return least(handles, (one) => away(pieces.get(one.target), actor.at));
  if (!first.at || first.target) return first;
  const goals = goalsOf(scene, player);
  if (!goals.length) return first;
  const best = least(handles, (one) => nearest(one.at ?? null, goals));
  if (actor && nearest(best.at ?? null, goals) > nearest(actor.at, goals) - NEARER) return null;
  return best;
}

/** What looks to one side: toward the nearest foe, and as wide as can be. */
function toward(handles: readonly Handle[], actor: Piece, scene: Scene, player: string): Handle | null {
  const foes = scene.pieces.filter((one) => one.side !== player);
  if (!foes.length) return null;
  const foe = least(foes, (one) => distance(one.at, actor.at));
  const heading = (Math.atan2(foe.at[1] - actor.at[1], foe.at[0] - actor.at[0]) * 180) / Math.PI;
  const off = ({ arc }: Handle) => Math.abs(((((arc?.[1] ?? 0) - heading + 180) % 360) + 360) % 360 - 180) - (arc?.[0] ?? 0) / 100000;
  return least(handles, off);
}

/** The places that are fought for and that nobody of this side stands at yet. */
function goalsOf(scene: Scene, player: string): Point[] {
  const marks = scene.marks.filter((one) => one.kind === "objective").map((one) => one.at);
  const areas = scene.zones.filter((one) => one.kind === "area").map((one) => middle(one.points));
  const mine = scene.pieces.filter((one) => one.side === player).map((one) => one.at);
  return (marks.length ? marks : areas).filter((goal) => mine.every((at) => distance(goal, at) > TAKEN));
}

const distance = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(ax - bx, ay - by);
const away = (piece: Piece | undefined, at: Point): number => (piece ? distance(piece.at, at) : 0);
const nearest = (at: Point | null, goals: readonly Point[]): number =>
  at ? Math.min(...goals.map((goal) => distance(at, goal))) : 0;

function middle(points: readonly Point[]): Point {
  const sum = points.reduce(([x, y], [ax, ay]): Point => [x + ax, y + ay], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** The first of those that weigh least. */
function least<T>(all: readonly T[], weight: (one: T) => number): T {
  let best: T = all[0]!;
  let found = weight(best);
  for (const one of all.slice(1)) {
    const now = weight(one);
    if (now < found) [best, found] = [one, now];
  }
  return best;
}
