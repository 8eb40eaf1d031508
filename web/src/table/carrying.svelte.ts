// Carrying a unit from its card onto the table: with a mouse or a finger, while the button itself
// still works by click and by key.

import type { Handle, Point } from "../lib/scene";

const SLACK = { mouse: 6, touch: 10 }; // pixels within which a press is still a click

interface Does {
  /** The unit is over the table, at these pixels of the page. */
  over(handle: Handle, at: Point): void;
  drop(handle: Handle, at: Point): void;
}

export class Carrying {
  /** What is in the hand, and where on the page. */
  held = $state.raw<{ handle: Handle; at: Point } | null>(null);

  constructor(private readonly does: Does) {}

  /** Makes a button one that its unit can be dragged from; nothing for what has no unit to place. */
  from(handle: Handle | null): (node: HTMLElement) => void | (() => void) {
    return (node) => {
      if (!handle) return;
      let start: Point | null = null;
      let carried = false;
      const here = (event: PointerEvent): Point => [event.clientX, event.clientY];
      const down = (event: PointerEvent) => {
        if (event.button) return;
        start = here(event);
        carried = false;
        node.setPointerCapture(event.pointerId);
      };
      const move = (event: PointerEvent) => {
        if (!start) return;
        const at = here(event);
        const slack = event.pointerType === "touch" ? SLACK.touch : SLACK.mouse;
        carried ||= Math.hypot(at[0] - start[0], at[1] - start[1]) > slack;
        if (!carried) return;
        this.held = { handle, at };
        if (isTable(at)) this.does.over(handle, at);
      };
      const up = (event: PointerEvent) => {
        if (carried && isTable(here(event))) this.does.drop(handle, here(event));
        start = this.held = null;
      };
      const cancel = () => {
        start = this.held = null;
      };
      // Whoever carried something did not click.
      const click = (event: MouseEvent) => {
        if (carried) event.stopImmediatePropagation();
        carried = false;
      };
      const heard = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: cancel };
      for (const [name, does] of Object.entries(heard)) node.addEventListener(name, does as EventListener);
      node.addEventListener("click", click, true);
      return () => {
        for (const [name, does] of Object.entries(heard)) node.removeEventListener(name, does as EventListener);
        node.removeEventListener("click", click, true);
        if (this.held?.handle === handle) this.held = null;
      };
    };
  }
}

function isTable([x, y]: Point): boolean {
  return !!document.elementFromPoint(x, y)?.closest(".surface");
}

/** Pixels of the page as pixels of the board's surface. */
export function onSurface([x, y]: Point): Point {
  const box = document.querySelector(".surface")!.getBoundingClientRect();
  return [x - box.left, y - box.top];
}
