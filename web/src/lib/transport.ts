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

const overHttp: Transport = {
  async ask(method, path, query, body) {
    const sent =
      method === "POST"
        ? { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }
        : {};
    const reply = await fetch(addressed(path, query), sent);
    return { status: reply.status, body: reply.ok ? await reply.json() : await reply.json().catch(() => ({ message: reply.statusText })) };
  },
  listen(game, after, { opened, told, lost }) {
    const query = { after: String(after), changes: "true" };
    const stream = new EventSource(addressed(`/api/games/${encodeURIComponent(game)}/events`, query));
    stream.onopen = opened;
    for (const kind of ["entry", "state", "change", "thinking"])
      stream.addEventListener(kind, (event: MessageEvent<string>) => told(kind, event.data));
    stream.onerror = () => {
      // The browser would try again by itself, but not after every kind of failure, so we always do.
      stream.close();
      lost();
    };
    return () => stream.close();
  },
  async *lines(path, body, signal) {
    const headers = { "Content-Type": "application/json" };
    const reply = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body), signal });
    if (!reply.ok || !reply.body)
      throw Object.assign(new Error(), { reply: { status: reply.status, body: (await reply.json().catch(() => ({}))) as unknown } });
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const found = (rest + next.value).split("\n");
      rest = found.pop() ?? "";
      yield* found;
    }
    if (rest) throw new Error("it broke off in the middle of a line");
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
