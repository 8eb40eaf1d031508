// A state with what a `change` of the stream puts in the place of what it held.

import type { State } from "./api";

export type Change = Partial<Omit<State, "scene">> & { scene?: Partial<State["scene"]> };

export function changed(state: State, change: Change): State {
  return { ...state, ...change, scene: { ...state.scene, ...change.scene } };
}
