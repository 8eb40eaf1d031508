// An engine in a worker: the runtime of Python, the rules, and (for the house) what this browser
// keeps. Whatever the house writes is stored before its answer is told. Of several tabs one has the
// games; the others ask it, and one of them takes its place when it is closed.

/// <reference lib="webworker" />

import { everything, open, store } from "./keeping";

interface Asked {
  id: number;
  call: string;
  args: (string | number)[];
}
interface Told {
  id: number;
  found?: string;
  failed?: string;
}
/** What tabs say to each other: a call for whoever has the games, its answer, games that changed, and that
 * what followed the games follows them no more: they began anew, perhaps in another tab. */
type Said = { to: string; from: string; asked: Asked } | { to: string; told: Told } | { changed: string[] } | { anew: "here" | "elsewhere" };
interface Runtime {
  FS: { mkdirTree: (path: string) => void };
  unpackArchive: (packed: ArrayBuffer, format: string, how: { extractDir: string }) => void;
  runPython: (code: string) => unknown;
  globals: { get: (name: string) => (...args: (string | number)[]) => string };
}

const scope = self as unknown as DedicatedWorkerGlobalScope;
const FOLDER = "/engine";
const HOUSE = "battlemat-house";
const CALLS = {
  house: "open_house, ask, ask_guest, finish, job, thought, follow, follow_guest, news, unfollow, write_all, take_in",
  thinker: "open_thinker, work",
};
/** Milliseconds after which another tab is taken to have the games; a page that reloads needs some. */
const PATIENCE = 300;
const me = crypto.randomUUID();
const tabs = new BroadcastChannel(HOUSE);

let base = "";
let runtime: Runtime;
let ready: Promise<void> = Promise.resolve();
/** Settled once it is known whether this tab has the games. */
let decided: Promise<void> = Promise.resolve();
let following = false;
/** Calls that another tab was asked for. */
const elsewhere = new Map<number, Asked>();

scope.onmessage = ({ data }: MessageEvent<Asked>) => {
  if (data.call === "begin") begin(data.args[0] as "house" | "thinker", String(data.args[1]));
  else void decided.then(() => (following ? forward(data) : queue(data, (told) => scope.postMessage(told))));
};

tabs.onmessage = ({ data }: MessageEvent<Said>) => {
  if ("changed" in data) scope.postMessage({ id: -3, changed: data.changed });
  else if ("anew" in data) {
    if (!following) return;
    if (data.anew === "elsewhere") askAgain();
    scope.postMessage({ id: -2 });
  } else if ("told" in data) {
    if (data.to === me && elsewhere.delete(data.told.id)) scope.postMessage(data.told);
  } else if (data.to === HOUSE && base && !following) {
    const { from, asked } = data;
    void decided.then(() => {
      if (!following) queue(asked, (told) => tabs.postMessage({ to: from, told } satisfies Said));
    });
  }
};

function forward(asked: Asked): void {
  elsewhere.set(asked.id, asked);
  tabs.postMessage({ to: HOUSE, from: me, asked } satisfies Said);
}

/** Calls that the closed tab did not answer are put to the one that has the games now. Whether they were
 * done, nobody knows: those that must not be done twice fail, and whoever made them looks for themselves. */
function askAgain(): void {
  const open = [...elsewhere.values()];
  elsewhere.clear();
  for (const asked of open) {
    if (!isRepeatable(asked)) scope.postMessage({ id: asked.id, failed: "the other tab was closed" });
    else if (following) forward(asked);
    else queue(asked, (told) => scope.postMessage(told));
  }
}

/** Whether it may be done twice: looking may, and an answer says which question it is for. */
function isRepeatable({ call, args }: Asked): boolean {
  if (!call.startsWith("ask")) return true;
  const [method, path] = args.slice(call === "ask" ? 0 : 1);
  return method === "GET" || /\/(answers|armed)$/.test(String(path));
}

/** One call after the other: an answer is stored before the next one is begun. */
let last: Promise<void> = Promise.resolve();
function queue(asked: Asked, tell: (told: Told) => void): void {
  last = last.then(() => answer(asked, tell));
}

async function answer({ id, call, args }: Asked, tell: (told: Told) => void): Promise<void> {
  try {
    await ready;
    const found = String(runtime.globals.get(call)(...args));
    const changed = await kept(found);
    tell({ id, found });
    if (changed.length) {
      scope.postMessage({ id: -3, changed });
      tabs.postMessage({ changed } satisfies Said);
    }
  } catch (error) {
    console.error(error); // the page says that it went wrong; here stands why
    tell({ id, failed: String(error) });
  }
}

/** Store what a call wrote; where that cannot be, nothing of it happened. Gives the games that look otherwise now. */
async function kept(found: string): Promise<string[]> {
  try {
    return await store(found);
  } catch (error) {
    await openHouse(); // what the browser has is what counts
    scope.postMessage({ id: -2 });
    tabs.postMessage({ anew: "here" } satisfies Said);
    throw error;
  }
}

// ---------------------------------------------------------------------- beginning

function begin(role: "house" | "thinker", at: string): void {
  base = role === "house" ? at : "";
  if (role === "house") decided = takeTurns(at);
  else {
    tabs.close();
    ready = boot(role, at).then(() => void runtime.globals.get("open_thinker")());
  }
}

/** Have the games now, or follow the tab that has them until it is closed. */
async function takeTurns(at: string): Promise<void> {
  const has = new Promise<void>((resolve) => {
    void navigator.locks.request(HOUSE, () => {
      resolve();
      return new Promise(() => undefined);
    });
  });
  const late = new Promise<string>((resolve) => setTimeout(() => resolve("late"), PATIENCE));
  if ((await Promise.race([has, late])) === "late") {
    following = true;
    scope.postMessage({ id: -1 });
    void has.then(() => {
      following = false;
      ready = house(at);
      askAgain();
      scope.postMessage({ id: -2 });
      tabs.postMessage({ anew: "elsewhere" } satisfies Said);
    });
  } else ready = house(at);
}

async function house(at: string): Promise<void> {
  await boot("house", at);
  await openHouse();
}

async function openHouse(): Promise<void> {
  await open();
  const { secret, rows } = await everything();
  runtime.globals.get("open_house")(secret, base, JSON.stringify(rows));
}

async function boot(role: "house" | "thinker", at: string): Promise<void> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${at}/engine/pyodide.mjs`)) as {
    loadPyodide: (how: { indexURL: string }) => Promise<Runtime>;
  };
  const packed = fetch(`${at}/engine/engine.zip`).then((reply) => reply.arrayBuffer());
  runtime = await loadPyodide({ indexURL: `${at}/engine/` });
  runtime.FS.mkdirTree(FOLDER);
  runtime.unpackArchive(await packed, "zip", { extractDir: FOLDER });
  runtime.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`);
  runtime.runPython(`from battlemat.anywhere.boot import ${CALLS[role]}`);
}
