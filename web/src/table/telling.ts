// What an answer came to, in the words of the log.

import type { Line } from "../lib/api";

/** The first sentences that the log tells of a step; a price paid is no news. */
export function told(log: readonly Line[], step: number, most = 2): string {
  const lines = log.filter((line) => line.step === step && line.kind !== "pays");
  return lines
    .slice(0, most)
    .map((line) => line.text)
    .join(" ");
}
