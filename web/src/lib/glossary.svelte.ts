// What the short words on cards mean, for everyone who has not learnt them: the rulebook says it. The
// rule itself is a click away; here stands only what the letters are short for.

import { api } from "./api";

class Glossary {
  private books = $state.raw<Record<string, Record<string, string>>>({});
  private asked = false;

  /** Ask the server, once; without an answer nothing is explained until somebody asks again. */
  learn(): void {
    if (this.asked) return;
    this.asked = true;
    api.catalogue().then(
      ({ rulebooks }) => (this.books = Object.fromEntries(rulebooks.map((book) => [book.name, book.glossary]))),
      () => (this.asked = false),
    );
  }

  /** What an abbreviation of a rulebook is short for; empty where nobody wrote it down. */
  meaning(rulebook: string, short: string): string {
    return this.books[rulebook]?.[short.toUpperCase()] ?? "";
  }
}

export const glossary = new Glossary();

const SHORT = /\b([A-Z]{2,4})\b/;

/** A sentence in parts, each short word by itself with what it is short for. */
export function explained(rulebook: string, text: string): { part: string; meaning: string }[] {
  return text
    .split(SHORT)
    .filter(Boolean)
    .map((part) => ({ part, meaning: SHORT.test(part) ? glossary.meaning(rulebook, part) : "" }));
}
