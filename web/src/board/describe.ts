// A place or a piece in words, for the screen reader and the board as a list.

import type { Piece, Scene } from "../lib/scene";
import { say, words } from "../lib/text";
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
      parts.push(mark.label);
    }
  }
  for (const handle of choosing?.offers.at(pointed) ?? []) {
    parts.push(handle.cost ? `${handle.label} (${handle.cost})` : handle.label);
  }
  return parts.join(". ");
}

export function describePiece(piece: Piece): string {
  const parts = [`${piece.id} ${piece.name}`, words(piece.side), ...piece.conditions.map(({ label }) => label)];
  if (piece.gauge) parts.push(say("piece.gauge", { left: piece.gauge[0], of: piece.gauge[1] }));
  parts.push(piece.active ? say("piece.active") : piece.ready ? say("piece.ready") : say("piece.spent"));
  return parts.join(", ");
}
