// The transport of a page that has its engine in itself: one worker has the games and the dice, a
// second one thinks and knows answers only.

import { base } from "../lib/base";
import { calls, isAway, type Line } from "./calling.svelte";
import { serve, type Table } from "./serving";
import { notices } from "../lib/notice.svelte";
import { say } from "../lib/text";
import type { Hearing, Reply, Transport } from "../lib/transport";

interface Work {
  ticket: number;
  task: string;
}
/** A whole answer, a part of one, or the work that it waits for. */
interface Answered {
  status?: number;
  body?: string;
  work?: Work | null;
}
type Waiting = { resolve: (found: string) => void; reject: (why: Error) => void };
interface Said {
  id: number;
  found?: string;
  failed?: string;
  changed?: string[];
}

/** A worker with an engine, called by name with texts and numbers. */
class Engine {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private number = 0;

  constructor(role: "house" | "thinker") {
    this.worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<Said>) => {
      if (data.id < 0) return heard(data);
      const one = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.failed === undefined) one?.resolve(data.found ?? "null");
      else one?.reject(new Error(data.failed));
    };
    this.worker.postMessage({ id: 0, call: "begin", args: [role, base] });
  }

  call(call: string, ...args: (string | number)[]): Promise<string> {
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, call, args });
    });
  }

  end(): void {
    this.worker.terminate();
    for (const { resolve } of this.waiting.values()) resolve("null");
    this.waiting.clear();
  }
}

const house = new Engine("house");
// Asked once: a browser that does not promise it keeps games as long as it has room.
void navigator.storage.persist().catch(() => false);
let thinker: Engine | null = null;

/** What the house says by itself: another tab has the games, it began anew, or games have changed. */
function heard({ id, changed }: Said): void {
  if (id === -1) notices.show(say("alone.other-tab"));
  else if (id === -2) for (const { lost } of [...all()]) lost();
  else for (const game of changed ?? []) void tell(game);
}

/** What the second engine finds; null where it was stopped or came to nothing. */
async function thought(work: Work): Promise<string> {
  thinker ??= new Engine("thinker");
  return thinker.call("work", JSON.stringify(work)).catch(() => "null");
}

/** Stop the thinking: whoever thinks makes a quick move. */
function hurry(): void {
  thinker?.end();
  thinker = null;
}

interface Hearer {
  hear: () => Promise<void>;
  lost: () => void;
}
const hearers = new Map<string, Set<Hearer>>();
const driven = new Set<string>();
/** Whether there was no room the last time: machines do not try it again before a person does. */
let full = false;

function* all(): Generator<Hearer> {
  for (const set of hearers.values()) yield* set;
}

async function tell(game: string): Promise<void> {
  await Promise.all([...(hearers.get(game) ?? [])].map(({ hear }) => hear().catch(() => undefined)));
}

/** Let machines play on until a person is asked, or nobody looks any more. */
async function drive(game: string): Promise<void> {
  if (driven.has(game)) return;
  driven.add(game);
  try {
    while (hearers.get(game)?.size) {
      const { work } = (JSON.parse(await house.call("job", game)) ?? {}) as { work?: Work | null };
      await tell(game);
      if (!work) break;
      await house.call("thought", work.ticket, await thought(work));
      await tell(game);
    }
  } catch (error) {
    unroomy(error); // the game stands where it was stored last, and goes on when somebody looks again
  } finally {
    driven.delete(game);
  }
}

/** What is told where the browser has no more room; everything else is thrown on. */
function unroomy(error: unknown): Reply {
  if (!String(error).includes("no-room")) throw error;
  full = true;
  const message = say("alone.full");
  notices.show(message, null, true);
  return { status: 507, body: { error: "no-room", message } };
}

/** A request, part by part: its status, and the texts that it comes to. */
async function* parts(method: string, path: string, query: object, body: unknown, guest = ""): AsyncGenerator<[number, string]> {
  const sent = method === "POST" ? JSON.stringify(body) : "";
  const asked = [method, path, JSON.stringify(query), sent];
  let found = JSON.parse(await (guest ? house.call("ask_guest", guest, ...asked) : house.call("ask", ...asked))) as Answered;
  for (;;) {
    if (found.body !== undefined) yield [found.status ?? 200, found.body];
    if (!found.work) return;
    const worked = await thought(found.work);
    found = JSON.parse(await house.call("finish", found.work.ticket, worked)) as Answered;
  }
}

const gameOf = (path: string): string => decodeURIComponent(/^\/api\/games\/([^/]+)/.exec(path)?.[1] ?? "");

async function ask(method: "GET" | "POST", path: string, query: Record<string, string>, body: unknown): Promise<Reply> {
  if (path === "/api/catalogue") return { status: 200, body: await (await fetch(`${base}/catalogue.json`)).json() };
  const game = gameOf(path);
  if (game && isAway(game)) return elsewhere(game).ask(method, path, query, body);
  if (path.endsWith("/cancel")) {
    hurry();
    return ask("GET", path.slice(0, -"/cancel".length), {}, null);
  }
  return answered(method, path, query, body);
}

/** The page that has the table of a game; an error while this one is not connected with it. */
function elsewhere(game: string): Pick<Table, "ask"> {
  const found = calls.away.get(game);
  if (!found) throw new Error("not connected");
  return found;
}

/** What this page's own house answers to itself, or to a guest at the table of a game. */
async function answered(method: string, path: string, query: object, body: unknown, guest = ""): Promise<Reply> {
  const game = gameOf(path);
  let reply: Reply = { status: 503, body: null };
  try {
    for await (const [status, text] of parts(method, path, query, body, guest)) reply = { status, body: JSON.parse(text) as unknown };
  } catch (error) {
    return unroomy(error);
  }
  if (method === "POST" && game) {
    full = false;
    await tell(game);
    void drive(game);
  }
  return reply;
}

async function* lines(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<string> {
  const stop = (): void => hurry(); // what is played now is given up
  signal.addEventListener("abort", stop);
  try {
    for await (const [status, text] of parts("POST", path, {}, body)) {
      if (status >= 300) throw Object.assign(new Error(), { reply: { status, body: JSON.parse(text) as unknown } });
      yield* text.trimEnd().split("\n");
      if (signal.aborted) return;
    }
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function text(address: string): Promise<string> {
  const { pathname, searchParams } = new URL(address, location.href);
  const { status, body } = await ask("GET", pathname.slice(base.length), Object.fromEntries(searchParams), null);
  if (status !== 200) throw new Error(String(status));
  return String(body);
}

function listen(game: string, after: number, hearing: Hearing): () => void {
  if (!isAway(game)) return follow("follow", game, after, hearing);
  const found = calls.away.get(game);
  if (found) return found.follow(game, after, hearing);
  const late = setTimeout(hearing.lost);
  return () => clearTimeout(late);
}

/** Let the guest of a game play at its table here. */
export function serveGuest(game: string, line: Line): void {
  serve(game, line, {
    ask: (method, path, query, body) => answered(method, path, query, body, game),
    listen: (which, after, hearing) => follow("follow_guest", which, after, hearing),
  });
}

function follow(call: string, game: string, after: number, { opened, told, lost }: Hearing): () => void {
  let [stream, stopped] = [0, false];
  const hear = async (): Promise<void> => {
    if (!stream) return;
    for (const [kind, data] of JSON.parse(await house.call("news", stream)) as [string, string][])
      told(kind, data);
  };
  const set = hearers.get(game) ?? new Set();
  const one = { hear, lost };
  hearers.set(game, set.add(one));
  house.call(call, game, after).then(
    (number) => {
      stream = Number(number);
      if (stopped) return leave();
      opened();
      void hear().then(() => (full ? undefined : drive(game)), () => undefined);
    },
    () => stopped || lost(),
  );
  const leave = (): void => {
    stopped = true;
    set.delete(one);
    if (stream) void house.call("unfollow", stream).catch(() => undefined);
    stream = 0;
  };
  return leave;
}

export const inPage: Pick<Transport, "ask" | "listen" | "lines" | "text"> = { ask, listen, lines, text };

/** Everything that this browser keeps, as the text of one file; `own` is what the page keeps itself. */
export const writeAll = (own: Record<string, string>): Promise<string> => house.call("write_all", JSON.stringify(own));

/** Take in such a file: what came of it, in the shape of an answer. */
export async function takeIn(file: string): Promise<Reply> {
  try {
    const { status, body } = JSON.parse(await house.call("take_in", file)) as Required<Answered>;
    return { status, body: JSON.parse(body) as unknown };
  } catch (error) {
    return unroomy(error);
  }
}

/** Files that a server would send are made here: a link to one is a download of its text. */
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[download]") : null;
  const path = link && new URL(link.href).pathname.slice(base.length);
  if (!path?.startsWith("/api/")) return;
  event.preventDefault();
  void text(link!.href).then((found) => download(found, `${path.split("/").at(-2) ?? "game"}.txt`), () => undefined);
});

/** Let somebody save a text as a file. */
export function download(text: string, name: string): void {
  const made = document.createElement("a");
  made.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  made.download = name;
  made.click();
  URL.revokeObjectURL(made.href);
}
