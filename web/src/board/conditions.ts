// What a token shows of the state of its unit: how the figure lies, and a small sign for each state,
// each of its own shape. A state that no line here knows gets the common sign, so that none is lost.

import type { Piece } from "../lib/scene";
import { telling } from "./describe";

export interface Sign {
  /** What it stands for. */
  kind: "stress" | "stunned" | "held" | "under" | "mounted" | "flying" | "damaged" | "carries" | "aboard" | "other";
  /** Strokes within a circle of radius 1. */
  d: string;
  tone: "bad" | "warn" | "plain";
  /** How often the state is there: so many pips are drawn. */
  count: number;
}

type Drawn = Omit<Sign, "count">;
type Known = Drawn & { kind: Exclude<Sign["kind"], "other"> };

export const SIGNS: [RegExp, Known][] = [
  [/^Stress/, { kind: "stress", tone: "warn", d: "M0.2 -0.6L-0.32 0.1H0.3L-0.18 0.62" }],
  [/^Stunned/, { kind: "stunned", tone: "warn", d: "M0 -0.6V0.6M-0.52 -0.3L0.52 0.3M-0.52 0.3L0.52 -0.3" }],
  [/^(Entangled|Pinned)/, { kind: "held", tone: "bad", d: "M-0.25 -0.5V0.5M0.25 -0.5V0.5M-0.5 -0.25H0.5M-0.5 0.25H0.5" }],
  [/^Under/, { kind: "under", tone: "bad", d: "M-0.5 -0.45H0.5M0 -0.2V0.5M-0.3 0.2L0 0.5L0.3 0.2" }],
  [/^Mounted/, { kind: "mounted", tone: "plain", d: "M0.55 0A0.55 0.55 0 1 1 -0.55 0A0.55 0.55 0 1 1 0.55 0M-0.55 0H0.55M0 -0.55V0.55" }],
  [/^Flying/, { kind: "flying", tone: "plain", d: "M-0.6 0.2L0 -0.35L0.6 0.2M-0.35 0.5L0 0.15L0.35 0.5" }],
  [/^Damaged/, { kind: "damaged", tone: "bad", d: "M-0.05 -0.6L0.2 -0.2L-0.2 0.1L0.1 0.6" }],
  [/^Carries/, { kind: "carries", tone: "plain", d: "M-0.3 0.6V-0.55H0.45L0.2 -0.25L0.45 0.05H-0.3" }],
  [/^Aboard/, { kind: "aboard", tone: "plain", d: "M-0.55 0.1V0.5H0.55V0.1M0 -0.55V0.15M-0.28 -0.1L0 0.18L0.28 -0.1" }],
];
const COMMON: Drawn = { kind: "other", tone: "bad", d: "M0 -0.55V0.15M0 0.5V0.52" };

/** States that are seen by how the figure lies. */
const LYING = /^(Downed|Prone|Unconscious|Destroyed|Out)$/;
/** Of these, the ones that take the unit out of the fight: it is struck through. */
const FALLEN = /^(Downed|Unconscious|Destroyed|Out)$/;

export const lies = (piece: Piece) => piece.states.some((state) => LYING.test(state));
export const isFallen = (piece: Piece) => piece.states.some((state) => FALLEN.test(state));

/** The signs of a piece, at most three: those that are known first. */
export function signsOf(piece: Piece): Sign[] {
  const found = new Map<string, Sign>();
  for (const state of telling(piece)) {
    if (state === "Leader" || LYING.test(state)) continue;
    const drawn = SIGNS.find(([words]) => words.test(state))?.[1] ?? COMMON;
    const count = Number(/^Stress (\d+)$/.exec(state)?.[1] ?? 1);
    const before = found.get(drawn.kind);
    found.set(drawn.kind, { ...drawn, count: (before?.count ?? 0) + count });
  }
  return [...found.values()].slice(0, 3);
}
