// The server's interface in types, as docs/api.md tells it. Every call goes through `ask`.

import type { Handle, Reading, Scene, Shape } from "./scene";

export interface Option {
  id: string;
  name: string;
  about: string;
}
export interface Pick {
  key: string;
  label: string;
  default: string | null;
  options: Option[];
}
export interface RulebookEntry {
  name: string;
  title: string;
  version: number;
  players: string[];
  choices: Pick[];
}
export interface Machine {
  name: string;
  about: string;
}
export interface Catalogue {
  rulebooks: RulebookEntry[];
  machines: Machine[];
}

export interface Clause {
  id: string;
  title: string;
  section: string;
  rule: string;
  ruling: string;
  differs: string;
  option: string;
  exempt: string;
  table: Record<string, unknown>[];
  cases: Record<string, string>[];
}

export type Policy = "always" | "matter" | "never";
export interface Seat {
  player: string;
  kind: "person" | "machine";
  name: string;
  machine: string | null;
  taken: boolean;
  yours: boolean;
  policy: Policy;
}
export interface Result {
  winner: string | null;
  scores: Record<string, number>;
  reason: string;
  by: "rules" | "concession" | "agreement";
}
export interface Summary {
  id: string;
  rulebook: string;
  title: string;
  created: string;
  seats: Seat[];
  number: number;
  over: boolean;
  result: Result | null;
  practice: boolean;
  your_turn: boolean;
}
export interface Question {
  number: number;
  player: string;
  ask: "choice" | "roll";
  kind: string;
  because: string;
  optional: boolean;
  about: unknown;
  yours: boolean;
  open: boolean;
  roll: { count: number; sides: number } | null;
  handles: Handle[];
}
export interface Line {
  number: number;
  step: number;
  kind: string;
  text: string;
  clauses: string[];
  facts: Record<string, unknown>;
}
export interface ChatLine {
  number: number;
  player: string;
  name: string;
  text: string;
  at: string;
}
export interface Thinking {
  player: string;
  since: string;
}
export interface Offer {
  number: number;
  kind: "draw" | "undo" | "rematch";
  player: string;
}
export interface State {
  game: {
    id: string;
    rulebook: string;
    title: string;
    created: string;
    dice: "server" | "typed";
    practice: boolean;
    parent: { game: string; step: number } | null;
    pace: number;
    commitment: string | null;
    seed: string | null;
  };
  you: { seats: string[]; owner: boolean };
  seats: Seat[];
  links: { watch: string; seats: Record<string, string>; invites: Record<string, string> };
  number: number;
  step: number;
  length: number;
  scene: Scene;
  question: Question | null;
  thinking: Thinking | null;
  offer: Offer | null;
  undo: "free" | "ask" | "none";
  result: Result | null;
  rematch: string | null;
  log: Line[] | null;
  chat: ChatLine[] | null;
}
export interface RollFact {
  step: number;
  player: string;
  count: number;
  sides: number;
  faces: number[];
  because: string;
}
export interface Entry {
  number: number;
  kind: string;
  player: string | null;
  by: string;
  text: string;
  question: number | null;
  step: number;
  at: string;
  lines: Line[];
  rolls: RollFact[];
  game: string | null;
}
export interface Odds {
  text: string;
  known: boolean;
  outcomes: { text: string; chance: number; fraction: string }[];
  missing: number;
  reason: string | null;
}
export interface Why {
  text: string;
  legal: boolean;
  reason: string;
  clause: string | null;
}
export interface Position {
  step: number;
  length: number;
  scene: Scene;
  last: { player: string; text: string; roll: boolean } | null;
  question: { player: string; kind: string; because: string } | null;
}
export interface Report {
  ready: boolean;
  result: Result;
  turns: { turn: number; step: number; scores: Record<string, number> }[];
  luck: Record<string, { percentile: number; rolls: number }>;
  moments: {
    step: number;
    player: string;
    text: string;
    outcome: string;
    chance: number;
    swing: number;
  }[];
}

/** What the server would not do: its word, its sentence and the clause that says so. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly word: string,
    message: string,
    readonly clause: string | null,
  ) {
    super(message);
  }
}

/** The request never arrived, or its answer never came back. */
export class Unreachable extends Error {}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  let reply: Response;
  try {
    reply = await fetch(
      "/api" + path,
      body === undefined
        ? {}
        : {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify(body),
          },
    );
  } catch {
    throw new Unreachable();
  }
  if (reply.ok) return (await reply.json()) as T;
  const told = (await reply.json().catch(() => ({}))) as Partial<{
    error: string;
    message: string;
    clause: string | null;
  }>;
  throw new Refused(
    reply.status,
    told.error ?? "error",
    told.message ?? reply.statusText,
    told.clause ?? null,
  );
}

const enc = encodeURIComponent;

function query(values: Record<string, string | undefined>): string {
  const set = Object.entries(values).filter((pair): pair is [string, string] => !!pair[1]);
  return set.length ? "?" + new URLSearchParams(set).toString() : "";
}

export interface NewGame {
  rulebook: string;
  choices?: Record<string, string>;
  seats?: Record<string, { kind: "me" | "friend" | "machine"; name?: string; machine?: string }>;
  dice?: "server" | "typed";
}

export const api = {
  catalogue: () => ask<Catalogue>("/catalogue"),
  /** The choices of a rulebook once one is decided: only what fits it. */
  choices: (rulebook: string, key: string, option: string) =>
    ask<{ choices: Pick[] }>(`/rulebooks/${enc(rulebook)}/choices/${enc(key)}/${enc(option)}`),
  clause: (rulebook: string, id: string) =>
    ask<Clause>(`/rulebooks/${enc(rulebook)}/clauses/${enc(id)}`),
  search: (rulebook: string, words: string) =>
    ask<{ clauses: Clause[] }>(`/rulebooks/${enc(rulebook)}/clauses${query({ search: words })}`),
  games: () => ask<{ games: Summary[] }>("/games"),
  create: (game: NewGame) => ask<State>("/games", game),
  open: (text: string) => ask<State>("/open", { text }),
  game: (id: string) => new GameApi(id),
};

/** The requests of one game. */
export class GameApi {
  private readonly base: string;
  constructor(readonly id: string) {
    this.base = `/games/${enc(id)}`;
  }
  state = () => ask<State>(this.base);
  join = (token: string, name: string) =>
    ask<State>(this.base + "/join", name ? { token, name } : { token });
  answer = (number: number, text: string) => ask<Entry>(this.base + "/answers", { number, text });
  why = (what: { text?: string; piece?: string; target?: string; place?: string; group?: string }) =>
    ask<{ answers: Why[] }>(this.base + "/why" + query(what));
  odds = (text: string) => ask<Odds>(this.base + "/odds" + query({ text }));
  overlays = (piece: string) =>
    ask<{ piece: string; shapes: Shape[] }>(this.base + "/overlays" + query({ piece }));
  preview = (text: string) =>
    ask<{ text: string; shapes: Shape[] }>(this.base + "/preview" + query({ text }));
  measure = (start: string, end: string) =>
    ask<Reading>(this.base + "/measure" + query({ start, end }));
  position = (step: number) => ask<Position>(`${this.base}/positions/${step}`);
  report = () => ask<Report>(this.base + "/report");
  practice = (step: number) => ask<State>(this.base + "/practice", { step });
  undo = (player: string) => ask<Entry>(this.base + "/undo", { player });
  offer = (kind: "draw" | "rematch", player: string) =>
    ask<Entry>(this.base + "/offers", { kind, player });
  reply = (number: number, accept: boolean) =>
    ask<Entry>(`${this.base}/offers/${number}`, { accept });
  concede = (player: string) => ask<Entry>(this.base + "/concede", { player });
  chat = (text: string, player: string) => ask<Entry>(this.base + "/chat", { text, player });
  policy = (policy: Policy, player: string) =>
    ask<Entry>(this.base + "/policy", { policy, player });
  cancel = () => ask<State>(this.base + "/cancel", {});
  readonly recordLink = () => `/api${this.base}/record`;
  readonly eventsLink = (after: number) => `/api${this.base}/events?after=${after}`;
}
