// What was solved, and how many days in a row: kept in this browser alone.

const KEY = "battlemat puzzles";

interface Kept {
  solved: string[];
  /** The last day on which the daily puzzle was solved, and how many days in a row that makes. */
  day: string;
  streak: number;
}

export function kept(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    const solved = Array.isArray(found.solved) ? found.solved.filter((one) => typeof one === "string") : [];
    return { solved, day: typeof found.day === "string" ? found.day : "", streak: Number(found.streak) || 0 };
  } catch {
    return { solved: [], day: "", streak: 0 };
  }
}

const before = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** The days in a row as they stand on a day: whoever missed one begins anew. */
export function streakOn(day: string): number {
  const { day: last, streak } = kept();
  return last === day || last === before(day) ? streak : 0;
}

/** Note that a puzzle was solved; `day` where it was the daily one of that day. */
export function note(puzzle: string, day: string): void {
  const known = kept();
  const next: Kept = { ...known, solved: [...new Set([...known.solved, puzzle])] };
  if (day && known.day !== day) {
    next.streak = streakOn(day) + 1;
    next.day = day;
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A browser that stores nothing (in a frame, say) forgets what was solved.
  }
}
