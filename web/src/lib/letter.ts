// A game by letter: a link that carries the whole record, with a seal over the moves so far. Each seal
// holds the one before it, so a move that was changed changes every seal after it; this browser remembers
// the last seal that it saw of a game, and a letter must go on from there.

import { packed, unpacked } from "../barracks/keeping";
import { api, type GameApi } from "./api";
import { base } from "./base";
import { transport } from "./transport";

const FORMAT = "battlemat letter 1";
const WHERE = "battlemat.letters";
const MOST = 200;

/** What this browser knows of a game by letter: the game here, and the seal after so many answers. */
interface Known {
  letter: string;
  game: string;
  answers: number;
  seal: string;
}

function known(): Known[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(WHERE) ?? "[]");
    return Array.isArray(found) ? (found as Known[]) : [];
  } catch {
    return [];
  }
}

function remember(one: Known): void {
  const others = known().filter(({ letter }) => letter !== one.letter);
  try {
    localStorage.setItem(WHERE, JSON.stringify([...others.slice(1 - MOST), one]));
  } catch {
    // Without room, the next letter is read as the first one is.
  }
}

/** A record without what changes as it grows, or says nothing to the other player: its trace, its dice. */
function plain(record: string): { head: string[]; answers: string[]; foot: string[] } {
  const lines = record.trimEnd().split("\n");
  const [from, digest] = [lines.indexOf("answers"), lines.findIndex((line) => line.startsWith("digest "))];
  const past = lines.findIndex((line, at) => at > from && !line.startsWith("  "));
  if (from < 0 || past < 0 || digest < 0) throw new Error("no record");
  const head = lines.slice(0, from).map((line) => (line.startsWith("dice ") ? "dice open" : line));
  return {
    head: head.filter((line) => !line.startsWith("mixed ")),
    answers: lines.slice(from + 1, past),
    foot: [lines[digest]!],
  };
}

/** Whether a record goes on from an older one of the same game. */
export function goesOn(older: string, newer: string): boolean {
  const [before, after] = [plain(older), plain(newer)];
  return before.head.join() === after.head.join() && before.answers.every((one, at) => after.answers[at] === one);
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The seal of a beginning, and after each answer. */
async function seals(letter: string, head: string[], answers: string[]): Promise<string[]> {
  const found = [await digest([FORMAT, letter, ...head].join("\n"))];
  for (const answer of answers) found.push(await digest(`${found.at(-1)}\n${answer}`));
  return found;
}

/** The link that carries a game as it stands to whoever plays the other side. */
export async function write(game: GameApi): Promise<string> {
  const { head, answers, foot } = plain(await transport.text(game.recordLink()));
  const letter = known().find((one) => one.game === game.id)?.letter ?? crypto.randomUUID();
  const seal = (await seals(letter, head, answers)).at(-1)!;
  remember({ letter, game: game.id, answers: answers.length, seal });
  const text = [FORMAT, letter, seal, ...head, "answers", ...answers, ...foot].join("\n");
  return `${location.origin}${base}/#letter=${await packed(`${text}\n`)}`;
}

export type Read = { game: string } | { broken: "damaged" | "changed" };

/** Open a letter: the game in which it goes on here, or what is wrong with it. */
export async function read(tail: string): Promise<Read> {
  const text = await unpacked(tail);
  const [format, letter, seal, ...rest] = (text ?? "").split("\n");
  if (format !== FORMAT || !letter || !seal) return { broken: "damaged" };
  const record = rest.join("\n");
  let all: string[];
  try {
    const { head, answers } = plain(record);
    all = await seals(letter, head, answers);
  } catch {
    return { broken: "damaged" };
  }
  if (all.at(-1) !== seal) return { broken: "changed" };
  const before = known().find((one) => one.letter === letter);
  if (before && all[before.answers] !== before.seal) return { broken: "changed" };
  if (before && before.answers === all.length - 1) return { game: before.game };
  const { game } = await api.open(record);
  remember({ letter, game: game.id, answers: all.length - 1, seal });
  return { game: game.id };
}

/** The letter in the address of this page, if there is one. */
export function here(): string {
  return /^#letter=([\w-]+)$/.exec(location.hash)?.[1] ?? "";
}
