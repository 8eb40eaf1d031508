// Where a bubble lies: beside the thing that it speaks of, over nobody if that can be helped.

import type { Point } from "../lib/scene";

interface Size {
  width: number;
  height: number;
}
export interface Placed {
  at: Point;
  /** Which of its edges has the tail; none where it speaks of something beside the board. */
  tail: "" | "up" | "down" | "start" | "end";
  /** Where along that edge, in pixels. */
  along: number;
}

const EDGE = 8;
const COVERED = 40; // what it costs to cover somebody
const TAIL = 18; // the tail keeps this far from corners

/** The best place for a bubble of this size within the room; `ring` is the middle of its thing. */
export function beside(ring: Point | null, gap: number, size: Size, room: Size, busy: readonly Point[], side: "left" | "right" | "top"): Placed {
  if (!ring) return { at: corner(size, room, side), tail: "", along: 0 };
  const [x, y] = ring;
  const tries: [Point, Placed["tail"]][] = [
    [[x - size.width / 2, y + gap], "up"],
    [[x - size.width / 2, y - gap - size.height], "down"],
    [[x + gap, y - size.height / 2], "start"],
    [[x - gap - size.width, y - size.height / 2], "end"],
  ];
  let best = Infinity;
  let found: Placed = { at: corner(size, room, side), tail: "", along: 0 };
  for (const [wanted, tail] of tries) {
    const at = inside(wanted, size, room);
    const moved = Math.abs(at[0] - wanted[0]) + Math.abs(at[1] - wanted[1]);
    const over = covers(at, size, ring, gap - EDGE) ? 10 * COVERED : 0;
    const cost = moved / 8 + over + COVERED * busy.filter((one) => covers(at, size, one, 16)).length;
    if (cost >= best) continue;
    best = cost;
    const upright = tail === "up" || tail === "down";
    const [along, most] = upright ? [x - at[0], size.width] : [y - at[1], size.height];
    found = { at, tail: over ? "" : tail, along: Math.max(TAIL, Math.min(most - TAIL, along)) };
  }
  return found;
}

function inside([x, y]: Point, size: Size, room: Size): Point {
  return [
    Math.max(EDGE, Math.min(room.width - size.width - EDGE, x)),
    Math.max(EDGE, Math.min(room.height - size.height - EDGE, y)),
  ];
}

function corner(size: Size, room: Size, side: "left" | "right" | "top"): Point {
  if (side === "left") return inside([0, room.height], size, room);
  return inside([room.width, side === "top" ? 0 : room.height], size, room);
}

function covers([left, top]: Point, size: Size, [x, y]: Point, around: number): boolean {
  return x > left - around && x < left + size.width + around && y > top - around && y < top + size.height + around;
}
