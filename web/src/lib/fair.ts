// Dice that nobody can choose: what this browser adds to them, and the check of every die at the end.
// docs/fair-dice.md tells what that proves.

import type { Entry, GameApi, State } from "./api";

/** What this browser saw before the first die, kept so that it can be held against the end. */
interface Promised {
  commitment: string;
  nonces: Record<string, string>;
  /** By which step each nonce had to be in the dice. */
  by?: Record<string, number>;
  /** The dice that were seen to fall, by the step that they made. */
  faces?: Record<string, string>;
}

export interface Verdict {
  dice: number;
  /** Which promise was not kept; empty if all is well. */
  broken: "" | "commitment" | "nonce" | "when" | "faces" | "dice";
}

const PREFIX = "battlemat-dice-";
const JOINING = "joining"; // in the place of a player, until it is known which seat it is
const key = (game: string): string => PREFIX + game;

function kept(game: string): Promised | null {
  try {
    return JSON.parse(localStorage.getItem(key(game)) ?? "null") as Promised | null;
  } catch {
    return null;
  }
}

function keep(game: string, promised: Promised): void {
  const text = JSON.stringify(promised);
  try {
    localStorage.setItem(key(game), text);
  } catch {
    makeRoom(game);
    try {
      localStorage.setItem(key(game), text);
    } catch {
      // A browser that stores nothing plays all the same.
    }
  }
}

/** Forget the dice of other games, and keep what was promised there. */
function makeRoom(game: string): void {
  for (const name of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX))) {
    const other = name.slice(PREFIX.length);
    const found = other === game ? null : kept(other);
    if (found?.faces) localStorage.setItem(name, JSON.stringify({ ...found, faces: {} }));
  }
}

/** Note what the server commits to, as early as it is seen. */
export function noted(game: string, commitment: string): Promised {
  const known = kept(game);
  if (known) return known;
  const promised = { commitment, nonces: {} };
  keep(game, promised);
  return promised;
}

export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Join a game with something of this browser's own, after its commitment was noted. */
export async function bringNonce(
  api: GameApi,
  join: (nonce: string | null) => Promise<State>,
): Promise<State> {
  const before = await api.state();
  const { game, result } = before;
  if (!game.commitment || result || game.practice) return join(null);
  const promised = noted(game.id, game.commitment);
  const nonce = newNonce();
  const settle = (state: State | null): void => {
    delete promised.nonces[JOINING];
    const mix = state?.game.mixes.find((one) => one.text === nonce);
    if (state && mix) {
      promised.nonces[mix.player] = nonce;
      // No die falls before a question is asked, or those who are awaited have added theirs.
      (promised.by ??= {})[nonce] = before.question ? state.step : before.step;
    }
    keep(game.id, promised);
  };
  promised.nonces[JOINING] = nonce;
  keep(game.id, promised);
  try {
    const state = await join(nonce);
    settle(state);
    return state;
  } catch (error) {
    settle(null);
    throw error;
  }
}

/** Add something of this browser's own to the dice, once for each of its seats, unasked. */
export async function addNonces(api: GameApi, { game, you, result, step }: State): Promise<void> {
  if (!game.commitment || result || game.practice) return;
  const promised = noted(game.id, game.commitment);
  for (const player of you.seats) {
    const added = game.mixes.some((mix) => mix.kind === "nonce" && mix.player === player);
    if (added) continue;
    const nonce = (promised.nonces[player] ??= newNonce());
    keep(game.id, promised);
    try {
      const entry = await api.nonce(nonce, player);
      (promised.by ??= {})[nonce] = game.awaits.includes(player) ? step : entry.step;
      keep(game.id, { ...kept(game.id), ...promised, faces: kept(game.id)?.faces });
    } catch {
      delete promised.nonces[player]; // it may be over by now; then nothing was promised
      keep(game.id, promised);
    }
  }
}

/** Dice fell, or were taken back: remember what was seen. */
export function saw(game: string, entry: Entry): void {
  const undone = entry.kind === "undo";
  if (!entry.rolls.length && !undone) return;
  const promised = kept(game);
  if (!promised) return; // whoever watches has been promised nothing
  const before = Object.entries(promised.faces ?? {});
  const faces = Object.fromEntries(undone ? before.filter(([step]) => Number(step) <= entry.step) : before);
  for (const roll of entry.rolls) faces[roll.step] = `d${roll.sides} ${roll.faces.join(" ")}`;
  keep(game, { ...promised, faces });
}

/** Hold the record of a game that is over against what this browser was promised. */
export async function check(game: State["game"], record: string): Promise<Verdict> {
  const promised: Promised = kept(game.id) ?? { commitment: game.commitment ?? "", nonces: {} };
  const told = dice(record);
  const verdict = (broken: Verdict["broken"]): Verdict => ({ dice: told.faces.length, broken });
  if ((await sha256(`battlemat dice ${told.seed}`)) !== promised.commitment) return verdict("commitment");
  const texts = told.mixes.map((mix) => mix.text);
  if (!Object.values(promised.nonces).every((nonce) => texts.includes(nonce))) return verdict("nonce");
  for (const mix of told.mixes) {
    const step = promised.by?.[mix.text];
    if (step !== undefined && mix.after > told.faces.filter((one) => one.step <= step).length)
      return verdict("when");
  }
  for (const [step, faces] of Object.entries(promised.faces ?? {}))
    if (told.rolls.get(Number(step)) !== faces) return verdict("faces");
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
  faces: { sides: number; face: number; step: number }[];
  /** Every roll as it is written, by its number. */
  rolls: Map<number, string>;
}

/** The seed, what was mixed in, and every die of a record. */
function dice(record: string): Told {
  const told: Told = { seed: "", mixes: [], faces: [], rolls: new Map() };
  for (const line of record.split("\n")) {
    const [, after, said = "", text = ""] = /^mixed (\d+) (\S+ \S+ (\S+))$/.exec(line) ?? [];
    const [, number, sides, faces = ""] = /^ {2}(\d+) \S+: d(\d+) ([\d ]+)$/.exec(line) ?? [];
    if (line.startsWith("dice seed ")) told.seed = line.slice("dice seed ".length);
    else if (after) told.mixes.push({ after: Number(after), said, text });
    else if (sides) {
      const step = Number(number);
      told.rolls.set(step, `d${sides} ${faces}`);
      for (const face of faces.split(" "))
        told.faces.push({ sides: Number(sides), face: Number(face), step });
    } else if (line === "takebacks" || line === "trace") break;
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
