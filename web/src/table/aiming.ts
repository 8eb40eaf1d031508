// Arcs that are aimed by pointing: each option has a width and a heading, and the hand says where to.
// They are read from the words of the options; where those say nothing of the kind, the list remains.

import type { Handle, Point } from "../lib/scene";

export interface Arc {
  handle: Handle;
  /** Degrees. */
  width: number;
  /** Degrees clockwise from east. */
  heading: number;
}

/** The twelve ways that a label may name, clockwise from east. */
const HEADINGS = ["E", "E-SE", "SE", "S", "SW", "W-SW", "W", "W-NW", "NW", "N", "NE", "E-NE"];
const WORDS = /\b(\d+) degrees ([NESW]+(?:-[NESW]+)?)\b/;

/** The options as arcs; none unless all of them are. */
export function arcsOf(handles: readonly Handle[]): Arc[] {
  const found: Arc[] = [];
  for (const handle of handles) {
    const [, width, name = ""] = WORDS.exec(handle.label) ?? [];
    const heading = HEADINGS.indexOf(name);
    if (!width || heading < 0) return [];
    found.push({ handle, width: Number(width), heading: heading * 30 });
  }
  return found;
}

/** The widths that there are, narrow first, each with what it costs. */
export function widthsOf(arcs: readonly Arc[]): [width: number, cost: string][] {
  const costs = new Map(arcs.map(({ width, handle }) => [width, handle.cost]));
  return [...costs].sort(([a], [b]) => a - b);
}

/** The arcs that look from one point nearest to another: the wanted width first. */
export function towards(arcs: readonly Arc[], [x, y]: Point, [px, py]: Point, width: number): Handle[] {
  const angle = (Math.atan2(py - y, px - x) * 180) / Math.PI;
  const off = ({ heading }: Arc) => Math.abs(((heading - angle + 540) % 360) - 180);
  const nearest = Math.min(...arcs.map(off));
  return arcs
    .filter((arc) => off(arc) === nearest)
    .sort((a, b) => Math.abs(a.width - width) - Math.abs(b.width - width))
    .map(({ handle }) => handle);
}
