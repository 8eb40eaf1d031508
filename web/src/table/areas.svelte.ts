// Where an open answer would be legal. The server judges it point by point; the page shades what is
// not, and finds the nearest place that is.

import { type GameApi, Refused, Unreachable } from "../lib/api";
import type { Point } from "../lib/scene";

export class Areas {
  /** The outlines of what is legal now; null where that is not asked or not known. */
  outlines = $state.raw<Point[][] | null>(null);
  private shown = "";
  private known = new Map<string, Promise<Point[][]>>();

  constructor(private readonly api: GameApi) {}

  /** A new question stands: everything is judged anew. */
  forget(): void {
    this.known.clear();
    this.show("");
  }

  /** Show where an answer with a gap would be legal; "" for none. */
  show(text: string): void {
    if (text === this.shown) return;
    this.shown = text;
    this.outlines = null;
    if (text) void this.look(text);
  }

  private async look(text: string): Promise<void> {
    const found = await this.of(text);
    // What was not known in time may be the next time that somebody looks.
    if (!found.length) this.known.delete(text);
    else if (this.shown === text) this.outlines = found;
  }

  private of(text: string): Promise<Point[][]> {
    let found = this.known.get(text);
    if (!found) {
      found = this.api.area(text).then(
        (reply) => reply.outlines as Point[][],
        (error: unknown) => {
          if (error instanceof Refused || error instanceof Unreachable) return [];
          throw error;
        },
      );
      this.known.set(text, found);
    }
    return found;
  }

  /** The point on the edge of the legal area that is nearest to another; null where none is known. */
  async nearest(text: string, from: Point): Promise<Point | null> {
    let best = Infinity;
    let found: Point | null = null;
    for (const outline of await this.of(text)) {
      outline.forEach((end, i) => {
        const at = along(from, outline[(i || outline.length) - 1]!, end);
        const away = Math.hypot(at[0] - from[0], at[1] - from[1]);
        if (away < best) [best, found] = [away, at];
      });
    }
    return found;
  }
}

/** The point of a stretch that is nearest to another. */
function along([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): Point {
  const [dx, dy] = [bx - ax, by - ay];
  const part = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return [ax + part * dx, ay + part * dy];
}
