// What this browser remembers: looks and habits, never anything of a game's state.

import type { Policy } from "./api";

export type Theme = "auto" | "dark" | "light";
export type DiceShow = "full" | "quick" | "off";
export type Motion = "full" | "quick" | "off";

export interface Saved {
  theme: Theme;
  dice: DiceShow;
  /** How pieces and shots move. */
  motion: Motion;
  sound: boolean;
  /** Whether the system tells when it is this person's turn and the page is not looked at. */
  notify: boolean;
  confirm: boolean;
  overlays: boolean;
  /** Whether every arc of fire is drawn, and not only those that matter now. */
  arcs: boolean;
  names: boolean;
  /** Whether a newcomer's hints are shown on the table. */
  notes: boolean;
  /** Whether the only possible answer is given by itself. */
  forced: boolean;
  /** Whether the models of a unit stand as proposed, without being asked for. */
  formation: boolean;
  /** When this person wants to be asked at reaction windows, at every table. */
  policy: Policy;
  player: string;
  /** Whether this person was asked for a name when invited. */
  named: boolean;
  /** Games that were put away from the list of games, by id. */
  away: string[];
}

const KEY = "battlemat.settings";
const DEFAULTS: Saved = {
  theme: "auto",
  dice: "full",
  motion: "full",
  sound: true,
  notify: false,
  confirm: false,
  overlays: true,
  arcs: false,
  names: true,
  notes: true,
  forced: true,
  formation: true,
  policy: "matter",
  player: "",
  named: false,
  away: [],
};
const NAMES = Object.keys(DEFAULTS) as (keyof Saved)[];

class Settings implements Saved {
  theme = $state(DEFAULTS.theme);
  dice = $state(DEFAULTS.dice);
  motion = $state(DEFAULTS.motion);
  sound = $state(DEFAULTS.sound);
  notify = $state(DEFAULTS.notify);
  confirm = $state(DEFAULTS.confirm);
  overlays = $state(DEFAULTS.overlays);
  arcs = $state(DEFAULTS.arcs);
  names = $state(DEFAULTS.names);
  notes = $state(DEFAULTS.notes);
  forced = $state(DEFAULTS.forced);
  formation = $state(DEFAULTS.formation);
  policy = $state(DEFAULTS.policy);
  player = $state(DEFAULTS.player);
  named = $state(DEFAULTS.named);
  away = $state.raw(DEFAULTS.away);

  constructor() {
    Object.assign(this, read());
    this.apply();
  }

  change(values: Partial<Saved>): void {
    Object.assign(this, values);
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, this[name]]))));
    } catch {
      // A browser that stores nothing still plays.
    }
    this.apply();
  }

  /** Everything that is set on the page of settings as at first; who somebody is stays. */
  reset(): void {
    const { player, named, away } = this;
    this.change({ ...DEFAULTS, player, named, away });
  }

  /** True when the person or the system asked for stillness. */
  get still(): boolean {
    return this.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  private apply(): void {
    const { dataset } = document.documentElement;
    if (this.theme === "auto") delete dataset.theme;
    else dataset.theme = this.theme;
    dataset.motion = this.motion;
  }
}

function read(): Saved {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Saved>;
    return { ...DEFAULTS, ...saved };
  } catch {
    return DEFAULTS;
  }
}

export const settings = new Settings();
