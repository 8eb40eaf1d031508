// A position to be answered, wherever it comes from: a puzzle that is shipped, or a choice of a game of one's own.

import { api, type Puzzle, type PuzzleVerdict } from "../lib/api";
import { note } from "./solved";

export interface Posed {
  shown: () => Promise<Puzzle>;
  answered: (text: string) => Promise<PuzzleVerdict>;
  /** It was answered rightly. */
  solved: () => void;
  /** What is told after `/embed/` to show it in a frame; nothing where it may not be. */
  frame: string;
}

/** `day` where it is the daily one of that day. */
export const shipped = (rulebook: string, id: string, day: string): Posed => ({
  shown: () => api.puzzle(rulebook, id),
  answered: (text) => api.answerPuzzle(rulebook, id, text),
  solved: () => note(`${rulebook}/${id}`, day),
  frame: `puzzles/${rulebook}/${id}`,
});

/** A choice of a finished game, to be made once more. */
export const onceMore = (game: string, step: number): Posed => ({
  shown: () => api.game(game).mistake(step),
  answered: (text) => api.game(game).worth(step, text),
  solved: () => undefined,
  frame: "",
});
