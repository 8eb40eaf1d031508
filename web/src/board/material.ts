// What ground is made of, as far as its words tell: the page owns how that looks.

import type { Point, Shape } from "../lib/scene";
import { middle } from "./point";

const WORDS: [RegExp, string][] = [
  [/pine|wood\b|forest|grove|copse|thicket|trees/, "wood"],
  [/crystal/, "crystal"],
  [/\bice\b|snow|drift/, "snow"],
  [/\bash\b|crater|pit|mud|swamp/, "ash"],
  [/pond|lake|water|stream|river/, "water"],
  [/barn|house|roof|sawmill|hut|hall|shed|cabin|works/, "roof"],
  [/silo|tank|tower/, "silo"],
  [/crate|wreck|container/, "crates"],
  [/boulder|stone|rock/, "rock"],
  [/pipe/, "pipe"],
  [/breastwork|parapet|palisade|fence|wall/, "bulwark"],
  [/knoll|ridge|rim|terrace|hill/, "hill"],
];

/** The material of a piece of ground; "plain" where its words name none. */
export function material(shape: Shape): string {
  const [name = ""] = shape.label.toLowerCase().split(":");
  return WORDS.find(([words]) => words.test(name))?.[1] ?? "plain";
}

export interface Canopy {
  at: Point;
  r: number;
  kind: "tree" | "bush";
}

/** The trees and bushes that stand on a piece of ground, always at the same places. */
export function canopies(shape: Shape): Canopy[] {
  if (shape.form !== "polygon") return [];
  const cell = shape.kind === "tree" || shape.kind === "vegetation";
  const kind = shape.kind === "vegetation" || /thicket/i.test(shape.label) ? "bush" : "tree";
  if (cell) return cluster(middle(shape.points), kind);
  if (material(shape) !== "wood") return [];
  const xs = shape.points.map(([x]) => x);
  const ys = shape.points.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const chance = dice(left * 7 + top * 13);
  const found: Canopy[] = [];
  const most = Math.min(46, Math.round((wide * high) / 1.6));
  for (let tries = 0; tries < 8 * most && found.length < most; tries++) {
    const at: Point = [left + wide * chance(), top + high * chance()];
    const r = (kind === "bush" ? 0.45 : 0.62) + 0.4 * chance();
    const room = found.every((other) => Math.hypot(other.at[0] - at[0], other.at[1] - at[1]) > 0.62 * (other.r + r));
    if (room && inside(at, shape.points)) found.push({ at, r, kind });
  }
  return found.sort((a, b) => a.at[1] - b.at[1]);
}

function cluster([x, y]: Point, kind: Canopy["kind"]): Canopy[] {
  const chance = dice(x * 31 + y * 17);
  const r = kind === "tree" ? 0.25 : 0.17;
  const turn = 6.28 * chance();
  return [0, 2.1, 4.2].map((angle): Canopy => {
    const away = r * 0.72;
    return { at: [x + away * Math.cos(turn + angle), y + away * Math.sin(turn + angle)], r: r * (0.85 + 0.3 * chance()), kind };
  });
}

/** Numbers between 0 and 1 that look like chance and are the same for the same seed. */
function dice(seed: number): () => number {
  let state = Math.floor(Math.abs(seed) * 1000) % 2147483647 || 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

function inside([x, y]: Point, polygon: readonly Point[]): boolean {
  let within = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i]!;
    const [bx, by] = polygon[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}
