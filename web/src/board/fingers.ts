// Pointers on the board: a drag draws or pans, two fingers zoom, and what does neither is a tap.

import type { Point } from "../lib/scene";

const SLACK = { mouse: 5, touch: 10 }; // pixels within which a press is still a tap

interface Does {
  pan(dx: number, dy: number): void;
  pinch(factor: number, x: number, y: number): void;
  /** Whether a drag from here draws. */
  hold(x: number, y: number): boolean;
  draw(x: number, y: number): void;
  drop(x: number, y: number): void;
  tap(x: number, y: number, touch: boolean): void;
}

export class Fingers {
  private held = new Map<number, Point>();
  private start: Point | null = null;
  private moved = false;
  private drawing = false;

  constructor(private readonly does: Does) {}

  down(event: PointerEvent, at: Point, surface: Element): void {
    if (event.button > 1) return;
    surface.setPointerCapture(event.pointerId);
    this.held.set(event.pointerId, at);
    if (this.held.size === 1) {
      this.start = at;
      this.moved = false;
      this.drawing = this.does.hold(at[0], at[1]);
    } else {
      this.moved = true;
      this.drawing = false;
    }
  }

  /** True while the hand draws or moves the board. */
  move(event: PointerEvent, at: Point): boolean {
    const before = this.held.get(event.pointerId);
    if (!before) return false;
    const slack = event.pointerType === "touch" ? SLACK.touch : SLACK.mouse;
    if (this.start && Math.hypot(at[0] - this.start[0], at[1] - this.start[1]) > slack) {
      this.moved = true;
    }
    if (this.held.size === 2) {
      const other = [...this.held].find(([id]) => id !== event.pointerId)![1];
      const was = Math.hypot(before[0] - other[0], before[1] - other[1]);
      const is = Math.hypot(at[0] - other[0], at[1] - other[1]);
      if (was > 0) this.does.pinch(is / was, (at[0] + other[0]) / 2, (at[1] + other[1]) / 2);
      this.does.pan((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
    } else if (this.moved && this.drawing) this.does.draw(at[0], at[1]);
    else if (this.moved) this.does.pan(at[0] - before[0], at[1] - before[1]);
    this.held.set(event.pointerId, at);
    return this.moved;
  }

  up(event: PointerEvent, at: Point): void {
    if (!this.held.delete(event.pointerId)) return;
    if (!this.held.size && this.moved && this.drawing) this.does.drop(at[0], at[1]);
    else if (!this.held.size && !this.moved) {
      this.does.tap(at[0], at[1], event.pointerType === "touch");
    }
  }

  cancel(event: PointerEvent): void {
    this.held.delete(event.pointerId);
    this.moved = true;
    this.drawing = false;
  }
}
