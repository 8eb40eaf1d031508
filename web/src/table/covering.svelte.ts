// What an answer would cover: blasts, cones, and where models would stand. The server draws it; the
// page asks while an answer is looked at or made, and shows nothing where it is not legal.

import { type GameApi, Refused, Unreachable } from "../lib/api";
import { Latest } from "../lib/latest";
import type { Shape } from "../lib/scene";

const REST = 110; // milliseconds: a pointer that only passes over an option asks for nothing

export class Covering {
  shapes = $state.raw<Shape[]>([]);
  private shown = "";
  private known = new Map<string, Promise<Shape[]>>();
  private readonly asking = new Latest(REST);

  constructor(private readonly api: GameApi) {}

  /** A new question stands: every answer covers something else. */
  forget(): void {
    this.known.clear();
    this.show("", false);
  }

  /** Show what an answer covers, "" for none. While a hand draws, the last shapes stay meanwhile. */
  show(text: string, drawing: boolean): void {
    if (text === this.shown) return;
    this.shown = text;
    if (!text || !drawing) this.shapes = [];
    if (!text) return this.asking.drop();
    const look = async (): Promise<void> => {
      const shapes = await this.of(text);
      if (this.shown === text || (drawing && this.shown)) this.shapes = shapes;
    };
    if (drawing) this.asking.want(look);
    else this.asking.wantAtRest(look);
  }

  /** The shapes of an answer; none where the server knows of none. */
  of(text: string): Promise<Shape[]> {
    let found = this.known.get(text);
    if (!found) {
      found = this.api.preview(text).then(
        (reply) => reply.shapes,
        (error: unknown) => {
          if (error instanceof Refused || error instanceof Unreachable) return [];
          throw error;
        },
      );
      this.known.set(text, found);
    }
    return found;
  }
}
