// Squads that this browser keeps, and links that carry a whole squad.

export interface KeptSquad {
  id: string;
  name: string;
  rulebook: string;
  legal: boolean;
  text: string;
}

const WHERE = "battlemat squads";
export const LARGEST = 100_000;

export function keptSquads(): KeptSquad[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(WHERE) ?? "[]");
    return Array.isArray(found) ? (found as KeptSquad[]).filter((one) => typeof one?.text === "string") : [];
  } catch {
    return [];
  }
}

/** Keep these squads; false if the browser has no room for them. */
export function keepSquads(squads: KeptSquad[]): boolean {
  try {
    localStorage.setItem(WHERE, JSON.stringify(squads));
    return true;
  } catch {
    return false;
  }
}

/** The game that a squad's text names, if it is one of these. */
export function gameOf(text: string, games: readonly string[]): string | undefined {
  const said = /\brulebook:\s*\[?([^\n\]}]+)/.exec(text)?.[1] ?? "";
  return said.split(",").map((one) => one.trim().replace(/^["']|["']$/g, "")).find((one) => games.includes(one));
}

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const body = new Blob([bytes as BlobPart]).stream().pipeThrough(stream);
  return readUpTo(body, LARGEST);
}

/** All bytes of a stream, which may be made to grow without end; an error if there are too many. */
async function readUpTo(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > 4 * most) {
      await reader.cancel();
      throw new Error("too large");
    }
    parts.push(next.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A squad as the tail of a link: compressed, with a checksum so that damage shows (gzip has one). */
export async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("gzip"));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The squad in the tail of a link; null if it is damaged. */
export async function unpacked(tail: string): Promise<string | null> {
  try {
    const plain = atob(tail.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("gzip")));
  } catch {
    return null;
  }
}
