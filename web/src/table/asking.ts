// The dice that a question is about, for the card that asks.

export interface Dice {
  faces: number[];
  wins: number[];
}

/** The dice that a window is about, where the question tells them. */
export function diceOf(about: unknown): Dice | null {
  if (typeof about !== "object" || about === null) return null;
  const { faces, wins } = about as Record<string, unknown>;
  if (!Array.isArray(faces) || !faces.length) return null;
  return { faces: faces as number[], wins: Array.isArray(wins) ? (wins as number[]) : [] };
}
