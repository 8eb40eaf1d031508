// A run in the laboratory as it comes: a line of JSON after each two games, until it ends.

import { type LabWish, refusal, Unreachable } from "../lib/api";
import { base } from "../lib/base";

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

/** Run a duel on the server; ending `signal` ends it there, too. */
export async function* run(wish: LabWish, signal: AbortSignal): AsyncGenerator<Told> {
  const body = JSON.stringify(wish);
  const headers = { "Content-Type": "application/json" };
  const reply = await fetch(`${base}/api/lab/duel`, { method: "POST", headers, body, signal });
  if (!reply.ok || !reply.body) throw refusal({ status: reply.status, body: await reply.json().catch(() => ({})) });
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as Told;
  }
  if (rest) throw new Unreachable(); // it broke off in the middle of a line
}
