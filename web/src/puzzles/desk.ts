// A puzzle's answer goes where a table's would go: what points at a board need not know the difference.

import { GameApi, Refused } from "../lib/api";

const nothing = () => Promise.reject(new Refused(404, "puzzle", "", null));

/** Answers are taken by a puzzle; odds and reasons are not told before one has answered. */
export class PuzzleApi extends GameApi {
  constructor(take: (text: string) => Promise<void>) {
    super("");
    this.answer = async (_number: number, text: string) => {
      await take(text);
      return new Promise<never>(() => undefined); // what comes of it is shown by the puzzle
    };
    this.odds = nothing;
    this.preview = nothing;
    this.area = nothing;
    this.overlays = nothing;
    this.options = nothing;
    this.why = () => Promise.resolve({ answers: [] });
  }
}
