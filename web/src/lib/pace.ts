// How long motion takes, in milliseconds. Whoever asked for stillness waits for nothing.

import { settings } from "./settings.svelte";

const SLOW = { full: 1, quick: 0.45, off: 0 };

/** What a pause of this length is at the speed that was set. */
export function paced(ms: number): number {
  return settings.still ? 0 : ms * SLOW[settings.motion];
}

/** How long a piece glides along a way of so many points. */
export function glide(points: number): number {
  return paced(Math.min(720, 260 + 70 * (points - 2)));
}
