// Search as you type over a book that is here already: every word must be spoken of; ids and titles first.

import type { BookClause, RuleBook } from "../lib/api";

const MOST = 60;

export interface Found {
  hits: BookClause[];
  count: number;
}

/** What a clause says, folded, once for each. */
const folded = new WeakMap<BookClause, { head: string; whole: string }>();

function texts(clause: BookClause, chapter: string): { head: string; whole: string } {
  let found = folded.get(clause);
  if (!found) {
    const head = `${clause.id} ${clause.title}`.toLowerCase();
    const cases = clause.cases.flatMap((one) => Object.values(one)).join(" ");
    found = { head, whole: `${head} ${chapter} ${clause.rule} ${clause.ruling} ${cases}`.toLowerCase() };
    folded.set(clause, found);
  }
  return found;
}

export function search(book: RuleBook, words: string): Found {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return { hits: [], count: 0 };
  const found: { clause: BookClause; rank: number; at: number }[] = [];
  let at = 0;
  for (const chapter of book.chapters)
    for (const clause of chapter.clauses) {
      const { head, whole } = texts(clause, chapter.title);
      at++;
      if (wanted.every((word) => whole.includes(word)))
        found.push({ clause, at, rank: -wanted.filter((word) => head.includes(word)).length });
    }
  found.sort((a, b) => a.rank - b.rank || a.at - b.at);
  return { hits: found.slice(0, MOST).map((one) => one.clause), count: found.length };
}

/** A text in pieces, those apart that are ids of the book. */
export function pieces(text: string, known: ReadonlyMap<string, BookClause>, name: string): { text: string; id: string }[] {
  const found: { text: string; id: string }[] = [];
  let last = 0;
  for (const match of text.matchAll(/[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+/g)) {
    const id = known.has(match[0]) ? match[0] : known.has(`${name}.${match[0]}`) ? `${name}.${match[0]}` : "";
    if (!id) continue;
    found.push({ text: text.slice(last, match.index), id: "" }, { text: match[0], id });
    last = match.index + match[0].length;
  }
  return [...found, { text: text.slice(last), id: "" }];
}
