// Arcs that are aimed by pointing: each option has a width and a heading, and the hand says where to.
// The server says of each option which arc it is; where it says nothing of the kind, the list remains.

import type { Handle, Point } from "../lib/scene";

export interface Arc {
  handle: Handle;
  /** Degrees. */
  width: number;
  /** Degrees clockwise from east. */
  heading: number;
}

/** Those of the options that are arcs. */
export function arcsOf(handles: readonly Handle[]): Arc[] {
  return handles.flatMap((handle) => {
    const [width, heading] = handle.arc ?? [];
    return width === undefined || heading === undefined ? [] : [{ handle, width, heading }];
  });
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
