// A run in the laboratory as it comes: a line of JSON after each two games, until it ends.

import { type LabWish, refusal, Unreachable } from "../lib/api";
import { type Reply, transport } from "../lib/transport";

export interface Share {
  value: number;
  low: number;
  high: number;
}

/** What is known after so many games. */
export interface Known {
  games: number;
  won: number;
  drawn: number;
  lost: number;
  share: Share;
}

export type Why = "narrow" | "decided" | "most" | "stopped";
export type Told =
  | { told: "begin"; one: string; other: string; games: number }
  | ({ told: "pair" } & Known)
  | { told: "end"; why: Why };

/** Run a duel; ending `signal` ends it wherever it is played. */
export async function* run(wish: LabWish, signal: AbortSignal): AsyncGenerator<Told> {
  try {
    for await (const line of transport.lines("/api/lab/duel", wish, signal)) yield JSON.parse(line) as Told;
  } catch (error) {
    const { reply } = error as { reply?: Reply };
    if (reply) throw refusal(reply);
    if (signal.aborted || error instanceof TypeError) throw error;
    throw new Unreachable();
  }
}
