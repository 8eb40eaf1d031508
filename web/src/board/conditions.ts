// What a token shows of the condition of its unit: how the figure lies, and a small sign for each
// condition, each of its own shape. One without a shape gets the common sign, so that none is lost.

import type { Condition, Piece } from "../lib/scene";

/** The conditions that have a sign of their own, and strokes within a circle of radius 1. */
export const SIGNS = {
  stress: "M0.2 -0.6L-0.32 0.1H0.3L-0.18 0.62",
  stunned: "M0 -0.6V0.6M-0.52 -0.3L0.52 0.3M-0.52 0.3L0.52 -0.3",
  held: "M-0.25 -0.5V0.5M0.25 -0.5V0.5M-0.5 -0.25H0.5M-0.5 0.25H0.5",
  under: "M-0.5 -0.45H0.5M0 -0.2V0.5M-0.3 0.2L0 0.5L0.3 0.2",
  mounted: "M0.55 0A0.55 0.55 0 1 1 -0.55 0A0.55 0.55 0 1 1 0.55 0M-0.55 0H0.55M0 -0.55V0.55",
  flying: "M-0.6 0.2L0 -0.35L0.6 0.2M-0.35 0.5L0 0.15L0.35 0.5",
  damaged: "M-0.05 -0.6L0.2 -0.2L-0.2 0.1L0.1 0.6",
  carries: "M-0.3 0.6V-0.55H0.45L0.2 -0.25L0.45 0.05H-0.3",
  aboard: "M-0.55 0.1V0.5H0.55V0.1M0 -0.55V0.15M-0.28 -0.1L0 0.18L0.28 -0.1",
} as const;
const COMMON = "M0 -0.55V0.15M0 0.5V0.52";

/** How urgent the signs are that the help sheet shows, where no unit says so. */
export const TONES: Record<keyof typeof SIGNS, Condition["tone"]> = {
  stress: "warn", stunned: "warn", held: "bad", under: "bad", mounted: "plain",
  flying: "plain", damaged: "bad", carries: "plain", aboard: "plain",
};

export interface Sign {
  kind: Condition["kind"];
  d: string;
  tone: Condition["tone"];
  /** How often the condition is there: so many pips are drawn. */
  count: number;
}

/** Whoever is prone or fallen lies; who has fallen is out of the fight, and struck through. */
export const lies = (piece: Piece) => piece.conditions.some(({ kind }) => kind === "prone" || kind === "fallen");
export const isFallen = (piece: Piece) => piece.conditions.some(({ kind }) => kind === "fallen");
export const leads = (piece: Piece) => piece.conditions.some(({ kind }) => kind === "leads");

/** The conditions of a piece that are worth a word on the board. */
export function telling(piece: Piece): Condition[] {
  return piece.conditions.filter(({ tone }) => tone !== "usual");
}

/** What is seen without a sign: by the silhouette, or by how the figure lies. */
const SEEN: ReadonlySet<Condition["kind"]> = new Set(["leads", "prone", "fallen"]);

/** The signs of a piece, at most three. */
export function signsOf(piece: Piece): Sign[] {
  const found = new Map<string, Sign>();
  for (const { kind, tone, count } of telling(piece)) {
    if (SEEN.has(kind)) continue;
    const d = kind in SIGNS ? SIGNS[kind as keyof typeof SIGNS] : COMMON;
    found.set(kind, { kind, d, tone, count: (found.get(kind)?.count ?? 0) + count });
  }
  return [...found.values()].slice(0, 3);
}
