// The transport of a page that has its engine in itself: one worker has the games and the dice, a
// second one thinks and knows answers only.

import { base } from "../lib/base";
import { notices } from "../lib/notice.svelte";
import { say } from "../lib/text";
import type { Hearing, Reply, Transport } from "../lib/transport";

interface Work {
  ticket: number;
  task: string;
}
interface Answered {
  status: number;
  body: string;
  work?: Work | null;
}
type Waiting = { resolve: (found: string) => void; reject: (why: Error) => void };

/** A worker with an engine, called by name with texts and numbers. */
class Engine {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private number = 0;

  constructor(role: "house" | "thinker") {
    this.worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<{ id: number; found?: string; failed?: string }>) => {
      if (data.id < 0) return notices.show(say("alone.other-tab"));
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

const hearers = new Map<string, Set<() => Promise<void>>>();
const driven = new Set<string>();

async function tell(game: string): Promise<void> {
  await Promise.all([...(hearers.get(game) ?? [])].map((hear) => hear()));
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
  } finally {
    driven.delete(game);
  }
}

async function ask(method: "GET" | "POST", path: string, query: Record<string, string>, body: unknown): Promise<Reply> {
  if (path === "/api/catalogue") return { status: 200, body: await (await fetch(`${base}/catalogue.json`)).json() };
  const game = /^\/api\/games\/([^/]+)/.exec(path)?.[1] ?? "";
  if (path.endsWith("/cancel")) {
    hurry();
    return ask("GET", path.slice(0, -"/cancel".length), {}, null);
  }
  const sent = method === "POST" ? JSON.stringify(body) : "";
  let found = JSON.parse(await house.call("ask", method, path, JSON.stringify(query), sent)) as Answered;
  if (found.work) {
    const worked = await thought(found.work);
    found = JSON.parse(await house.call("finish", found.work.ticket, worked)) as Answered;
  }
  if (method === "POST" && game) {
    await tell(game);
    void drive(game);
  }
  return { status: found.status, body: JSON.parse(found.body) as unknown };
}

function listen(game: string, after: number, { opened, told, lost }: Hearing): () => void {
  let stream = 0;
  const hear = async (): Promise<void> => {
    if (!stream) return;
    for (const [kind, data] of JSON.parse(await house.call("news", stream)) as [string, string][])
      told(kind, data);
  };
  const all = hearers.get(game) ?? new Set();
  hearers.set(game, all.add(hear));
  house.call("follow", game, after).then(
    (number) => {
      stream = Number(number);
      opened();
      void hear().then(() => drive(game));
    },
    lost,
  );
  return () => {
    all.delete(hear);
    if (stream) void house.call("unfollow", stream);
    stream = 0;
  };
}

export const inPage: Pick<Transport, "ask" | "listen"> = { ask, listen };

/** Files that a server would send are made here: a link to one is a download of its text. */
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[download]") : null;
  const path = link && new URL(link.href).pathname.slice(base.length);
  if (!path?.startsWith("/api/")) return;
  event.preventDefault();
  void ask("GET", path, {}, null).then(({ status, body }) => {
    if (status !== 200) return;
    const made = document.createElement("a");
    made.href = URL.createObjectURL(new Blob([String(body)], { type: "text/plain" }));
    made.download = `${path.split("/").at(-2) ?? "game"}.txt`;
    made.click();
    URL.revokeObjectURL(made.href);
  });
});
