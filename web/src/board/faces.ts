// Silhouettes of units: from game-icons.net (CC BY 3.0, see NOTICE), each drawn in a square of 512. The
// rulebook says which one a unit gets.

import GLYPHS from "../../art/glyphs.json";
import type { Piece } from "../lib/scene";

const DRAWN: Readonly<Record<string, string>> = GLYPHS;

/** The outline of a unit's silhouette; a person's where the rulebook names none. */
export function faceOf({ glyph }: Piece): string {
  return DRAWN[glyph] ?? GLYPHS.person;
}
