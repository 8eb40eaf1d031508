// How far somebody has come: boards done, kept by this browser and known to nobody else.

import type { Course, ListedLesson } from "../lib/api";

const KEY = "battlemat.lessons";

function kept(): Record<string, number> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found && typeof found === "object" ? (found as Record<string, number>) : {};
  } catch {
    return {};
  }
}

/** How many boards of a lesson are done, from the first on. */
export function boardsDone(rulebook: string, lesson: ListedLesson): number {
  const found = Number(kept()[`${rulebook}/${lesson.id}`]);
  return Number.isInteger(found) ? Math.max(0, Math.min(found, lesson.boards.length)) : 0;
}

/** A board is done; what was done once stays done. */
export function noteDone(rulebook: string, lesson: string, boards: number): void {
  const all = kept();
  const key = `${rulebook}/${lesson}`;
  if (Number(all[key] ?? 0) >= boards) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, [key]: boards }));
  } catch {
    // A browser that stores nothing forgets how far one has come.
  }
}

/** The lesson after one, if there is one. */
export function after(course: Course, lesson: string): ListedLesson | null {
  const at = course.lessons.findIndex((one) => one.id === lesson);
  return course.lessons[at + 1] ?? null;
}
