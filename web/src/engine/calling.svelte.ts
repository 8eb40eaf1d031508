// Two pages that play one game: connected by codes that the players copy to each other, with nothing in
// between (WebRTC). One page has the table; the other is its guest, and keeps the record all the same.

import { packed, unpacked } from "../barracks/keeping";
import { notices } from "../lib/notice.svelte";
import { goesOn } from "../lib/letter";
import { say } from "../lib/text";

/** What a code carries: of which game, its way in if its seat is still free, and how the page is reached. */
interface Code {
  format: string;
  kind: "call" | "answer";
  game: string;
  token: string;
  at: string;
}

const FORMAT = "battlemat call 1";
const KEPT = "battlemat.calls";
const MOST_KEPT = 20;
/** So many letters are sent at once; what is longer goes in parts. */
const PART = 16_000;

export class BadCode extends Error {}

/** Texts to the other page and from it, whatever their length. */
export class Line {
  heard: (text: string) => void = () => undefined;
  closed: () => void = () => undefined;
  private parts: string[] = [];

  constructor(
    private readonly link: RTCPeerConnection,
    private readonly channel: RTCDataChannel,
  ) {
    channel.onmessage = ({ data }: MessageEvent<string>) => {
      this.parts.push(data.slice(1));
      if (data.startsWith("+")) return;
      const whole = this.parts.join("");
      this.parts = [];
      this.heard(whole);
    };
    channel.onclose = () => this.end();
    link.onconnectionstatechange = () => {
      if (link.connectionState === "failed" || link.connectionState === "closed") this.end();
    };
    addEventListener("pagehide", () => link.close());
  }

  send(text: string): void {
    for (let at = 0; at === 0 || at < text.length; at += PART)
      this.channel.send((at + PART < text.length ? "+" : ".") + text.slice(at, at + PART));
  }

  end(): void {
    this.channel.onclose = this.link.onconnectionstatechange = null;
    this.link.close();
    this.closed();
    this.closed = () => undefined;
  }
}

function pair(): RTCPeerConnection {
  return new RTCPeerConnection({ iceServers: [] }); // nobody else is asked where a page is
}

/** How this page is reached, once all its ways are known. */
async function reached(link: RTCPeerConnection): Promise<string> {
  await link.setLocalDescription();
  await new Promise<void>((resolve) => {
    const look = (): void => void (link.iceGatheringState === "complete" && resolve());
    link.addEventListener("icegatheringstatechange", look);
    look();
  });
  return link.localDescription!.sdp;
}

async function read(code: string, kind: Code["kind"]): Promise<Code> {
  const text = await unpacked(code.replace(/\s/g, ""));
  let found: Partial<Code> = {};
  try {
    found = JSON.parse(text ?? "{}") as Partial<Code>;
  } catch {
    // told below
  }
  if (found.format !== FORMAT || !found.game || !found.at) throw new BadCode(say("call.damaged"));
  if (found.kind !== kind) throw new BadCode(say(kind === "call" ? "call.not-a-call" : "call.not-an-answer"));
  return found as Code;
}

const write = (code: Omit<Code, "format">): Promise<string> => packed(JSON.stringify({ format: FORMAT, ...code }));

export interface Call {
  /** What the other player is to be given. */
  code: string;
  /** Connect with what came back; settles once the other page is there. */
  accept: (answer: string) => Promise<void>;
}

/** Call another page to a game of this one; `serve` is given the line to it. */
export async function call(game: string, token: string, serve: (line: Line) => void): Promise<Call> {
  const link = pair();
  const channel = link.createDataChannel("game");
  const opened = new Promise<void>((resolve) => {
    channel.onopen = () => {
      serve(new Line(link, channel));
      resolve();
    };
  });
  const code = await write({ kind: "call", game, token, at: await reached(link) });
  return {
    code,
    async accept(answer) {
      const found = await read(answer, "answer");
      if (found.game !== game) throw new BadCode(say("call.other-game"));
      try {
        await link.setRemoteDescription({ type: "answer", sdp: found.at });
      } catch {
        throw new BadCode(say("call.other-code"));
      }
      await opened;
    },
  };
}

export interface Answered {
  /** What the caller is to be given back. */
  code: string;
  /** Settles once the pages are connected: the game, and the way in if its seat is free. */
  joined: Promise<{ game: string; token: string }>;
}

/** Answer the call of another page. */
export async function answer(code: string): Promise<Answered> {
  const { game, token, at } = await read(code, "call");
  const link = pair();
  const joined = new Promise<{ game: string; token: string }>((resolve) => {
    link.ondatachannel = ({ channel }) => {
      channel.onopen = () => {
        new Away(game, new Line(link, channel));
        resolve({ game, token });
      };
    };
  });
  await link.setRemoteDescription({ type: "offer", sdp: at });
  return { code: await write({ kind: "answer", game, token: "", at: await reached(link) }), joined };
}

// ---------------------------------------------------------------------- the guest's side

type Told = { id: number; status?: number; body?: unknown; told?: [string, string]; lost?: boolean };

export interface Followed {
  opened: () => void;
  told: (kind: string, data: string) => void;
  lost: () => void;
}

/** A game whose table is in another page. */
export class Away {
  private number = 0;
  private readonly waiting = new Map<number, (told: Told) => void>();
  private readonly follows = new Map<number, Followed>();
  private keeping: ReturnType<typeof setTimeout> | undefined;

  constructor(
    first: string,
    private readonly line: Line,
  ) {
    line.heard = (text) => this.heard(JSON.parse(text) as Told);
    line.closed = () => this.closed();
    calls.away = new Map(calls.away).set(first, this);
    void this.keep(first, true);
  }

  ask(method: string, path: string, query: object, body: unknown): Promise<{ status: number; body: unknown }> {
    const id = ++this.number;
    return new Promise((resolve) => {
      this.waiting.set(id, ({ status, body: told }) => {
        const again = (told as { rematch?: string | null } | null)?.rematch;
        if (again && !calls.away.has(again)) calls.away = new Map(calls.away).set(again, this);
        resolve({ status: status ?? 503, body: told });
      });
      this.line.send(JSON.stringify({ id, ask: [method, path, query, body] }));
    });
  }

  follow(game: string, after: number, followed: Followed): () => void {
    const id = ++this.number;
    this.follows.set(id, followed);
    this.line.send(JSON.stringify({ id, follow: [game, after] }));
    followed.opened();
    return () => {
      if (this.follows.delete(id)) this.line.send(JSON.stringify({ id, leave: true }));
    };
  }

  private heard(told: Told): void {
    if (told.told) {
      const [kind, data] = told.told;
      const state = kind === "state" ? (JSON.parse(data) as { rematch: string | null; game: { id: string } }) : null;
      if (state?.rematch && !calls.away.has(state.rematch)) calls.away = new Map(calls.away).set(state.rematch, this);
      this.follows.get(told.id)?.told(kind, data);
      clearTimeout(this.keeping);
      if (state) this.keeping = setTimeout(() => void this.keep(state.game.id), 300);
    } else if (told.lost) this.follows.get(told.id)?.lost();
    else {
      this.waiting.get(told.id)?.(told);
      this.waiting.delete(told.id);
    }
  }

  private closed(): void {
    clearTimeout(this.keeping);
    calls.away = new Map([...calls.away].filter(([, one]) => one !== this));
    for (const done of this.waiting.values()) done({ id: 0, status: 503, body: { message: say("call.lost") } });
    const followed = [...this.follows.values()];
    this.follows.clear();
    for (const { lost } of followed) lost();
  }

  /** Keep the record of the game here, too; `anew`: it must go on from what is kept already. */
  private async keep(game: string, anew = false): Promise<void> {
    const { status, body } = await this.ask("GET", `/api/games/${game}/record`, {}, null);
    if (status !== 200) return;
    const before = kept()[game] ?? "";
    if (anew && before && !goesOn(before, String(body))) notices.show(say("call.changed"), null, true);
    keepRecord(game, String(body));
  }
}

class Calls {
  /** Games at tables of other pages that this one is connected with. */
  away = $state.raw(new Map<string, Away>());
  /** Games of this page whose guest is there. */
  here = $state.raw(new Set<string>());
}

export const calls = new Calls();
const known = new Set(Object.keys(kept()));

/** The records of games at tables of other pages, the newest last. */
export function kept(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

function keepRecord(game: string, record: string): void {
  known.add(game);
  const others = Object.entries(kept()).filter(([id]) => id !== game);
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries([...others.slice(1 - MOST_KEPT), [game, record]])));
  } catch {
    notices.show(say("alone.full"), null, true);
  }
}

/** Whether the table of a game is in another page, connected or not. */
export const isAway = (game: string): boolean => calls.away.has(game) || known.has(game);
