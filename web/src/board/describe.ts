// A place or a piece in words, for the screen reader and the board as a list.

import type { Piece, Scene } from "../lib/scene";
import { say } from "../lib/text";
import type { Choosing } from "../table/choosing.svelte";
import type { Pointed } from "./point";

export function describe(scene: Scene, pointed: Pointed, choosing: Choosing | null): string {
  const parts: string[] = [];
  const [spot] = pointed.spots;
  if (spot) parts.push(spot.note ? `${spot.name}, ${spot.note}` : spot.name);
  else parts.push(`${pointed.at[0].toFixed(1)}″, ${pointed.at[1].toFixed(1)}″`);
  if (pointed.piece) parts.push(describePiece(pointed.piece));
  for (const mark of scene.marks) {
    if (Math.hypot(mark.at[0] - pointed.at[0], mark.at[1] - pointed.at[1]) < 0.5) {
      parts.push(mark.label || mark.kind);
    }
  }
  for (const handle of choosing?.offers.at(pointed) ?? []) {
    parts.push(handle.cost ? `${handle.label} (${handle.cost})` : handle.label);
  }
  return parts.join(". ");
}

// What every unit is most of the time, and what the token shows by other means.
const USUAL = new Set(["Standing", "Ready", "Activated"]);

/** The states of a piece that are worth a word on the board. */
export function telling(piece: Piece): string[] {
  return piece.states.filter((state) => !USUAL.has(state));
}

export function describePiece(piece: Piece): string {
  const parts = [`${piece.id} ${piece.name}`, piece.side];
  if (piece.states.length) parts.push(piece.states.join(", "));
  if (piece.gauge) parts.push(say("piece.gauge", { left: piece.gauge[0], of: piece.gauge[1] }));
  parts.push(piece.active ? say("piece.active") : piece.ready ? say("piece.ready") : say("piece.spent"));
  return parts.join(", ");
}
