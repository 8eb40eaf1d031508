// What a page that has a table answers to the page of its guest.

import { calls, type Line } from "./calling.svelte";
import type { Hearing, Reply } from "../lib/transport";

export interface Table {
  ask: (method: string, path: string, query: object, body: unknown) => Promise<Reply>;
  listen: (game: string, after: number, hearing: Hearing) => () => void;
}
type Asked =
  | { id: number; ask: [string, string, object, unknown] }
  | { id: number; follow: [string, number] }
  | { id: number; leave: true };

/** Answer whoever is at the other end, until the line is cut. */
export function serve(game: string, line: Line, table: Table): void {
  const played = new Set([game]);
  const follows = new Map<number, () => void>();
  const send = (told: object): void => {
    try {
      line.send(JSON.stringify(told));
    } catch {
      line.end(); // it is told where the line was cut
    }
  };
  line.heard = (text) => {
    const asked = JSON.parse(text) as Asked;
    const { id } = asked;
    if ("ask" in asked)
      table.ask(...asked.ask).then(
        (reply) => send({ id, ...reply }),
        () => send({ id, status: 503, body: null }),
      );
    else if ("follow" in asked) {
      calls.here = new Set(calls.here).add(asked.follow[0]);
      played.add(asked.follow[0]);
      follows.set(id, table.listen(...asked.follow, {
        opened: () => undefined,
        told: (kind, data) => send({ id, told: [kind, data] }),
        lost: () => send({ id, lost: true }),
      }));
    } else {
      follows.get(id)?.();
      follows.delete(id);
    }
  };
  line.closed = () => {
    for (const leave of follows.values()) leave();
    calls.here = new Set([...calls.here].filter((one) => !played.has(one)));
  };
  calls.here = new Set(calls.here).add(game);
}
