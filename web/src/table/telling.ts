// What an answer came to, in the words of the log.

import type { Line } from "../lib/api";

/** The first sentences that the log tells of a step; a price paid is no news. */
export function told(log: readonly Line[], step: number, most = 2): string {
  const lines = log.filter((line) => line.step === step && line.role !== "price");
  return lines
    .slice(0, most)
    .map((line) => line.text)
    .join(" ");
}

/** The last that the log told when so many answers were given: dice, for one, have no line of their own. */
export function toldBy(log: readonly Line[], step: number): string {
  return told(log, step, 1) || (log.findLast((line) => line.step < step && line.role !== "price")?.text ?? "");
}
