// How the page reaches its games: a server over HTTP, or an engine in the page itself. Everything that
// the page asks, hears or shows of them goes through one of these two values.

import { base } from "./base";

/** What an answer came to: its status and its JSON. */
export interface Reply {
  status: number;
  body: unknown;
}

/** What whoever listens to a game hears. */
export interface Hearing {
  opened: () => void;
  /** Something happened: its kind and its data as JSON text. */
  told: (kind: string, data: string) => void;
  /** Nothing is heard any more; listening again may help. */
  lost: () => void;
}

/** What only some transports can do; the page that has its engine in itself is told what it does without. */
export type Ability = "strangers" | "clocks" | "fair-dice" | "live-pictures" | "old-boards";

export interface Transport {
  /** Ask for something; rejects when nobody can be reached. */
  ask(method: "GET" | "POST", path: string, query: Record<string, string>, body: unknown): Promise<Reply>;
  /** Hear of a game after an entry, until the returned function is called. */
  listen(game: string, after: number, hearing: Hearing): () => void;
  /** Ask for something that goes on and on: a text for each line, until it ends or `signal` does. */
  lines(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<string>;
  /** The text of a file of the interface, by its address. */
  text(address: string): Promise<string>;
  /** The address of a picture, by its path in the interface; nothing where there is none. */
  picture(path: string): string;
  can(what: Ability): boolean;
}

/** Whether the page has its engine in itself. */
export const alone = document.documentElement.dataset.house === "page";

function addressed(path: string, query: Record<string, string>): string {
  const asked = new URLSearchParams(query);
  return base + path + (asked.size ? `?${asked.toString()}` : "");
}

/** Whether the page stands in a frame, where no cookie says who asks: it has a token of its own for as long as it is there. */
export const framed = window.top !== window.self;
const token = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)))).replaceAll("+", "-").replaceAll("/", "_").replace("=", "");
const whoAsks: Record<string, string> = framed ? { "Battlemat-Frame": token() } : {};
const TOLD = ["entry", "state", "change", "thinking"];

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const found = (rest + next.value).split("\n");
    rest = found.pop() ?? "";
    yield* found;
  }
  if (rest) throw new Error("it broke off in the middle of a line");
}

/** The same stream as the browser's own, which cannot say who asks. */
function hear(address: string, { opened, told, lost }: Hearing): () => void {
  const stop = new AbortController();
  const on = async () => {
    const reply = await fetch(address, { headers: whoAsks, signal: stop.signal });
    if (!reply.ok || !reply.body) throw new Error(reply.statusText);
    opened();
    let kind = "";
    for await (const line of linesOf(reply.body)) {
      if (line.startsWith("event: ")) kind = line.slice(7);
      else if (line.startsWith("data: ") && TOLD.includes(kind)) told(kind, line.slice(6));
    }
  };
  const gone = () => {
    if (!stop.signal.aborted) lost();
  };
  on().then(gone, gone);
  return () => stop.abort();
}

const overHttp: Transport = {
  async ask(method, path, query, body) {
    const sent =
      method === "POST"
        ? { method, headers: { "Content-Type": "application/json", ...whoAsks }, body: JSON.stringify(body) }
        : { headers: whoAsks };
    const reply = await fetch(addressed(path, query), sent);
    return { status: reply.status, body: reply.ok ? await reply.json() : await reply.json().catch(() => ({ message: reply.statusText })) };
  },
  listen(game, after, hearing) {
    const query = { after: String(after), changes: "true" };
    const address = addressed(`/api/games/${encodeURIComponent(game)}/events`, query);
    if (framed) return hear(address, hearing);
    const { opened, told, lost } = hearing;
    const stream = new EventSource(address);
    stream.onopen = opened;
    for (const kind of TOLD)
      stream.addEventListener(kind, (event: MessageEvent<string>) => told(kind, event.data));
    stream.onerror = () => {
      // The browser would try again by itself, but not after every kind of failure, so we always do.
      stream.close();
      lost();
    };
    return () => stream.close();
  },
  async *lines(path, body, signal) {
    const headers = { "Content-Type": "application/json", ...whoAsks };
    const reply = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body), signal });
    if (!reply.ok || !reply.body)
      throw Object.assign(new Error(), { reply: { status: reply.status, body: (await reply.json().catch(() => ({}))) as unknown } });
    yield* linesOf(reply.body);
  },
  async text(address) {
    const reply = await fetch(address);
    if (!reply.ok) throw new Error(reply.statusText);
    return reply.text();
  },
  picture: (path) => base + path,
  can: () => true,
};

/** The engine's own transport is a part of the page that others never load. */
const inside = alone ? import("../engine/transport").then(({ inPage }) => inPage) : null;
const without = new Set((document.documentElement.dataset.without ?? "").split(" "));

const inThePage: Transport = {
  ask: async (...asked) => (await inside!).ask(...asked),
  listen(game, after, hearing) {
    let stop = (): void => undefined;
    let stopped = false;
    void inside!.then((found) => {
      if (!stopped) stop = found.listen(game, after, hearing);
    });
    return () => {
      stopped = true;
      stop();
    };
  },
  async *lines(...asked) {
    yield* (await inside!).lines(...asked);
  },
  text: async (address) => (await inside!).text(address),
  picture(path) {
    const board = /^\/api\/rulebooks\/(\w+)\/picture\.png\?(?:.*&)?(\w+)=([^&]+)$/.exec(path);
    if (board) return `${base}/pictures/${board[1]}/${board[2]}-${board[3]}.png`;
    const cover = /^\/api\/rulebooks\/(\w+)\/cover\.jpg$/.exec(path);
    return cover ? `${base}/pictures/${cover[1]}/cover.jpg` : "";
  },
  can: (what) => !without.has(what),
};

export const transport: Transport = alone ? inThePage : overHttp;
