// Where a game turned.

export interface Turn {
  /** The answer after which the chance was another. */
  step: number;
  before: number;
  after: number;
}

const MOST = 3;
const LEAST = 0.02; // less is nothing to speak of

/** The moments at which the chance to win changed most, in the order of the game. */
export function turningPoints(points: readonly [number, number][]): Turn[] {
  const turns = points.slice(1).map(([step, after], i) => ({ step, before: points[i]![1], after }));
  return turns
    .filter(({ before, after }) => Math.abs(after - before) >= LEAST)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
    .slice(0, MOST)
    .sort((a, b) => a.step - b.step);
}
