// What was given away in the games that were looked over here, kept by this browser and known to nobody else.

import type { Mistake, Review, State } from "../lib/api";

const KEY = "battlemat given away";
const MOST = 200; // games, the newest

export interface Given {
  id: string;
  title: string;
  /** When it was played. */
  created: string;
  mistakes: { step: number; kind: string; told: string; lost: number }[];
}

export function gamesGiven(): Given[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as Given[]).filter((one) => typeof one.id === "string" && Array.isArray(one.mistakes)) : [];
  } catch {
    return [];
  }
}

/** The choices of a game that are one's own: of one's seats, or of all where one only looks on. */
export function ownMistakes(game: State, review: Review): Mistake[] {
  const mine = game.you.seats;
  return review.mistakes.filter((one) => !mine.length || mine.includes(one.player));
}

/** Keep what somebody gave away in a game in which they had a seat. */
export function noteGiven(game: State, review: Review): void {
  if (!game.you.seats.length) return;
  const { id, title, created } = game.game;
  const mistakes = ownMistakes(game, review).map(({ step, kind, told, lost }) => ({ step, kind, told, lost }));
  const others = gamesGiven().filter((one) => one.id !== id);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ id, title, created, mistakes }, ...others].slice(0, MOST)));
  } catch {
    // A browser that stores nothing forgets what was given away.
  }
}

export function forgetGiven(): void {
  localStorage.removeItem(KEY);
}

export interface Kind {
  kind: string;
  lost: number;
  times: number;
}

/** What was given away by kind of choice, the dearest kind first. */
export function byKind(games: readonly Given[]): Kind[] {
  const found = new Map<string, Kind>();
  for (const { kind, lost } of games.flatMap((one) => one.mistakes)) {
    const known = found.get(kind) ?? { kind, lost: 0, times: 0 };
    found.set(kind, { kind, lost: known.lost + lost, times: known.times + 1 });
  }
  return [...found.values()].sort((a, b) => b.lost - a.lost);
}
