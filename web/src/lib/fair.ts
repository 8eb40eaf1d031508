// Dice that nobody can choose: what this browser adds to them, and the check of every die at the end.
// docs/fair-dice.md tells what that proves.

import type { GameApi, State } from "./api";

/** What this browser saw before the first die, kept so that it can be held against the end. */
interface Promised {
  commitment: string;
  nonces: Record<string, string>;
}

export interface Verdict {
  dice: number;
  /** Which promise was not kept; empty if all is well. */
  broken: "" | "commitment" | "nonce" | "dice";
}

const key = (game: string): string => `battlemat-dice-${game}`;

function kept(game: string): Promised | null {
  try {
    return JSON.parse(localStorage.getItem(key(game)) ?? "null") as Promised | null;
  } catch {
    return null;
  }
}

function keep(game: string, promised: Promised): void {
  try {
    localStorage.setItem(key(game), JSON.stringify(promised));
  } catch {
    // A browser that stores nothing plays all the same.
  }
}

export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Add something of this browser's own to the dice, once for each of its seats, unasked. */
export async function addNonces(api: GameApi, { game, you, result }: State): Promise<void> {
  if (!game.commitment || result || game.practice) return;
  const promised = kept(game.id) ?? { commitment: game.commitment, nonces: {} };
  for (const player of you.seats) {
    const added = game.mixes.some((mix) => mix.kind === "nonce" && mix.player === player);
    if (added) continue;
    const nonce = (promised.nonces[player] ??= newNonce());
    keep(game.id, promised);
    try {
      await api.nonce(nonce, player);
    } catch {
      delete promised.nonces[player]; // it may be over by now; then nothing was promised
      keep(game.id, promised);
    }
  }
}

/** Hold the record of a game that is over against what this browser was promised. */
export async function check(game: State["game"], record: string): Promise<Verdict> {
  const promised = kept(game.id) ?? { commitment: game.commitment ?? "", nonces: {} };
  const told = dice(record);
  const verdict = (broken: Verdict["broken"]): Verdict => ({ dice: told.faces.length, broken });
  if ((await sha256(`battlemat dice ${told.seed}`)) !== promised.commitment) return verdict("commitment");
  const texts = told.mixes.map((mix) => mix.text);
  if (!Object.values(promised.nonces).every((nonce) => texts.includes(nonce))) return verdict("nonce");
  return verdict((await fell(told)) ? "" : "dice");
}

interface Mix {
  after: number;
  said: string;
  text: string;
}

interface Told {
  seed: string;
  mixes: Mix[];
  faces: { sides: number; face: number }[];
}

/** The seed, what was mixed in, and every die of a record. */
function dice(record: string): Told {
  const told: Told = { seed: "", mixes: [], faces: [] };
  for (const line of record.split("\n")) {
    const [, after, said = "", text = ""] = /^mixed (\d+) (\S+ \S+ (\S+))$/.exec(line) ?? [];
    const [, sides, faces = ""] = /^ {2}\d+ \S+: d(\d+) ([\d ]+)$/.exec(line) ?? [];
    if (line.startsWith("dice seed ")) told.seed = line.slice("dice seed ".length);
    else if (after) told.mixes.push({ after: Number(after), said, text });
    else if (sides)
      for (const face of faces.split(" "))
        told.faces.push({ sides: Number(sides), face: Number(face) });
    else if (line === "takebacks" || line === "trace") break;
  }
  return told;
}

/** Whether all dice fell as they had to. */
async function fell({ seed, mixes, faces }: Told): Promise<boolean> {
  const due = [...mixes];
  let stream = new Stream(seed);
  for (const [fallen, { sides, face }] of faces.entries()) {
    for (let mix = due[0]; mix && mix.after <= fallen; mix = due[0]) {
      seed = await sha256(`battlemat mix ${seed} ${mix.said}`);
      stream = new Stream(seed);
      due.shift();
    }
    if ((await stream.below(sides)) + 1 !== face) return false;
  }
  return true;
}

/** The same numbers as the server's stream of a seed. */
class Stream {
  private block = 0;
  private bytes = new Uint8Array();
  private next = 0;

  constructor(private readonly seed: string) {}

  async below(limit: number): Promise<number> {
    const fair = 256 - (256 % limit);
    for (;;) {
      if (this.next === this.bytes.length) {
        this.bytes = await digest(`dice:${this.seed}:${this.block++}`);
        this.next = 0;
      }
      const value = this.bytes[this.next++] ?? fair;
      if (value < fair) return value % limit;
    }
  }
}

async function digest(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

async function sha256(text: string): Promise<string> {
  return [...(await digest(text))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
