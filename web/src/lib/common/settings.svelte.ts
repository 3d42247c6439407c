// The user's settings, kept in local storage.
import { loadStored, store } from "./storage";

/** public/theme.js reads the theme under this name before the page is drawn. */
const NAME = "settings";

export const THEMES = ["system", "light", "dark", "high-contrast", "colour-blind-safe"] as const;

export type Theme = (typeof THEMES)[number];

export const TAPS = ["auto", "once", "twice"] as const;

export type Taps = (typeof TAPS)[number];

const DEFAULTS = {
  theme: "system" as string,
  /** On a touch screen the first tap shows the move and the second plays it; auto: on boards whose
      cells are small. */
  taps: "auto" as string,
  sound: false,
  /** Whether stones carry the numbers of their moves. */
  moveNumbers: false,
};

class Settings {
  #values = $state(loadStored(NAME, DEFAULTS));

  get theme(): Theme {
    return THEMES.find((name) => name === this.#values.theme) ?? "system";
  }
  set theme(theme: Theme) {
    this.#set("theme", theme);
    this.apply();
  }

  get taps(): Taps {
    return TAPS.find((name) => name === this.#values.taps) ?? "auto";
  }
  set taps(value: Taps) {
    this.#set("taps", value);
  }

  get moveNumbers(): boolean {
    return this.#values.moveNumbers;
  }
  set moveNumbers(value: boolean) {
    this.#set("moveNumbers", value);
  }

  get sound(): boolean {
    return this.#values.sound;
  }
  set sound(value: boolean) {
    this.#set("sound", value);
  }

  /** Set the theme of the document. */
  apply(): void {
    document.documentElement.dataset.theme = this.theme;
  }

  #set<K extends keyof typeof DEFAULTS>(key: K, value: (typeof DEFAULTS)[K]): void {
    this.#values[key] = value;
    store(NAME, this.#values);
  }
}

export const settings = new Settings();
