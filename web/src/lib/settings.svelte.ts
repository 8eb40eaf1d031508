// What this browser remembers: looks and habits, never anything of a game's state.

export type Theme = "auto" | "dark" | "light";
export type DiceShow = "full" | "quick" | "off";

interface Saved {
  theme: Theme;
  dice: DiceShow;
  confirm: boolean;
  overlays: boolean;
  names: boolean;
  notes: boolean;
  player: string;
}

const KEY = "battlemat.settings";
const DEFAULTS: Saved = {
  theme: "auto",
  dice: "full",
  confirm: false,
  overlays: true,
  names: true,
  notes: true,
  player: "",
};

class Settings {
  theme = $state<Theme>(DEFAULTS.theme);
  dice = $state<DiceShow>(DEFAULTS.dice);
  confirm = $state(DEFAULTS.confirm);
  overlays = $state(DEFAULTS.overlays);
  names = $state(DEFAULTS.names);
  /** Whether a newcomer's hints are shown on the table. */
  notes = $state(DEFAULTS.notes);
  player = $state(DEFAULTS.player);

  constructor() {
    Object.assign(this, read());
    this.apply();
  }

  change(values: Partial<Saved>): void {
    Object.assign(this, values);
    const { theme, dice, confirm, overlays, names, notes, player } = this;
    try {
      localStorage.setItem(
        KEY,
        JSON.stringify({ theme, dice, confirm, overlays, names, notes, player }),
      );
    } catch {
      // A browser that stores nothing still plays.
    }
    this.apply();
  }

  /** True when the person or the system asked for stillness. */
  get still(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  private apply(): void {
    if (this.theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
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
