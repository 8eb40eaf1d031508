// What the browser keeps for good (IndexedDB): rows in the order in which they were written, and a
// secret of its own. Rows of a game that was removed are gone with it.

interface Row {
  kind: string;
  game: string;
}

let kept: IDBDatabase | null = null;

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("not stored"));
  });
}

export async function open(): Promise<void> {
  if (kept) return;
  const opening = indexedDB.open("battlemat", 2);
  opening.onupgradeneeded = ({ oldVersion }) => {
    const { result, transaction } = opening;
    const rows = oldVersion ? transaction!.objectStore("rows") : result.createObjectStore("rows", { autoIncrement: true });
    rows.createIndex("game", "game");
    if (!oldVersion) result.createObjectStore("own");
  };
  kept = await done(opening);
}

/** Everything that is kept, and the secret that machines' dice hang on. */
export async function everything(): Promise<{ secret: string; rows: unknown[] }> {
  const own = kept!.transaction("own", "readwrite").objectStore("own");
  let secret = (await done(own.get("secret"))) as string | undefined;
  if (!secret) {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    secret = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    await done(own.put(secret, "secret"));
  }
  return { secret, rows: (await done(kept!.transaction("rows").objectStore("rows").getAll())) as unknown[] };
}

/** Store what a call wrote; it is there for good when this returns. Gives the games that look otherwise now. */
export async function store(found: string): Promise<string[]> {
  const { store: rows, changed = [] } = (found.startsWith("{") ? JSON.parse(found) : {}) as { store?: Row[]; changed?: string[] };
  if (!kept || !rows?.length) return changed;
  const written = kept.transaction("rows", "readwrite", { durability: "strict" });
  const all = written.objectStore("rows");
  const ended = new Promise<void>((resolve, reject) => {
    written.oncomplete = () => resolve();
    written.onabort = () => reject(new Error(`no-room: ${written.error?.name ?? "not stored"}`));
  });
  ended.catch(() => undefined); // it is told below, unless a request fails first
  for (const row of rows) {
    if (row.kind === "gone") for (const key of await done(all.index("game").getAllKeys(row.game))) all.delete(key);
    else all.add(row);
  }
  await ended;
  return [...new Set([...changed, ...rows.map(({ game }) => game)])];
}
