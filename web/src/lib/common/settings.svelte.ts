// The user's settings, kept in local storage.
import { loadStored, store } from "./storage";

/** public/theme.js reads the theme under this name before the page is drawn. */
const NAME = "settings";

export const THEMES = [
  { name: "system", title: "As the system" },
  { name: "light", title: "Light" },
  { name: "dark", title: "Dark" },
  { name: "high-contrast", title: "High contrast" },
  { name: "colour-blind-safe", title: "Colour-blind safe" },
] as const;

export type Theme = (typeof THEMES)[number]["name"];

const DEFAULTS = {
  theme: "system" as string,
  /** On a touch screen the first tap shows the move and the second plays it. */
  tapTwice: false,
  sound: false,
};

class Settings {
  #values = $state(loadStored(NAME, DEFAULTS));

  get theme(): Theme {
    return THEMES.find(({ name }) => name === this.#values.theme)?.name ?? "system";
  }
  set theme(theme: Theme) {
    this.#set("theme", theme);
    this.apply();
  }

  get tapTwice(): boolean {
    return this.#values.tapTwice;
  }
  set tapTwice(value: boolean) {
    this.#set("tapTwice", value);
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
