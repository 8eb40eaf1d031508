// An engine in a worker: the runtime of Python, the rules, and (for the house) what this browser
// keeps. Whatever the house writes is stored before its answer is told.

/// <reference lib="webworker" />

interface Asked {
  id: number;
  call: string;
  args: (string | number)[];
}
interface Runtime {
  FS: { mkdirTree: (path: string) => void };
  unpackArchive: (packed: ArrayBuffer, format: string, how: { extractDir: string }) => void;
  runPython: (code: string) => unknown;
  globals: { get: (name: string) => (...args: (string | number)[]) => string };
}

const scope = self as unknown as DedicatedWorkerGlobalScope;
const FOLDER = "/engine";
let ready: Promise<void>;
let runtime: Runtime;
let kept: IDBDatabase | null = null;

scope.onmessage = ({ data }: MessageEvent<Asked>) => {
  if (data.call === "begin") ready = begin(String(data.args[0]), String(data.args[1]));
  else last = last.then(() => answer(data));
};

/** One call after the other: an answer is stored before the next one is begun. */
let last: Promise<void> = Promise.resolve();

async function answer({ id, call, args }: Asked): Promise<void> {
  try {
    await ready;
    const found = String(runtime.globals.get(call)(...args));
    await store(found);
    scope.postMessage({ id, found });
  } catch (error) {
    console.error(error); // the page says that it went wrong; here stands why
    scope.postMessage({ id, failed: String(error) });
  }
}

async function begin(role: string, base: string): Promise<void> {
  if (role === "house") await beTheOnlyOne();
  const { loadPyodide } = (await import(/* @vite-ignore */ `${base}/engine/pyodide.mjs`)) as {
    loadPyodide: (how: { indexURL: string }) => Promise<Runtime>;
  };
  const packed = fetch(`${base}/engine/engine.zip`).then((reply) => reply.arrayBuffer());
  runtime = await loadPyodide({ indexURL: `${base}/engine/` });
  runtime.FS.mkdirTree(FOLDER);
  runtime.unpackArchive(await packed, "zip", { extractDir: FOLDER });
  runtime.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`);
  runtime.runPython(`from battlemat.anywhere.boot import ${role === "house" ? "open_house, ask, finish, job, thought, follow, news, unfollow" : "open_thinker, work"}`);
  if (role === "house") {
    const { secret, rows } = await open();
    runtime.globals.get("open_house")(secret, base, JSON.stringify(rows));
  } else runtime.globals.get("open_thinker")();
}

/** Of several tabs one has the games; the others wait until it is closed. */
async function beTheOnlyOne(): Promise<void> {
  const got = new Promise<void>((has) => {
    void navigator.locks.request("battlemat-house", () => {
      has();
      return new Promise(() => undefined);
    });
  });
  const soon = new Promise<string>((late) => setTimeout(() => late("late"), 400));
  if ((await Promise.race([got, soon])) === "late") scope.postMessage({ id: -1 });
  await got;
}

// ---------------------------------------------------------------------- what the browser keeps

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("not stored"));
  });
}

async function open(): Promise<{ secret: string; rows: unknown[] }> {
  const opening = indexedDB.open("battlemat", 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("rows", { autoIncrement: true });
    opening.result.createObjectStore("own");
  };
  kept = await done(opening);
  const own = kept.transaction("own", "readwrite").objectStore("own");
  let secret = (await done(own.get("secret"))) as string | undefined;
  if (!secret) {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    secret = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    await done(own.put(secret, "secret"));
  }
  const rows = (await done(kept.transaction("rows").objectStore("rows").getAll())) as unknown[];
  return { secret, rows };
}

/** Store what a call wrote; it is there for good when this returns. */
function store(found: string): Promise<void> {
  const { store: rows } = (found.startsWith("{") ? JSON.parse(found) : {}) as { store?: unknown[] };
  if (!kept || !rows?.length) return Promise.resolve();
  const written = kept.transaction("rows", "readwrite", { durability: "strict" });
  for (const row of rows) written.objectStore("rows").add(row);
  return new Promise((resolve, reject) => {
    written.oncomplete = () => resolve();
    written.onabort = () => reject(new Error(`not stored: ${written.error?.name ?? "the browser has no room"}`));
  });
}
