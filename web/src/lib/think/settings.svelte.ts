// What the panel shows and who analyses, remembered in this browser.

export type HeatBy = "share" | "value";
export type LabelBy = "none" | "share" | "value";

export interface ThinkSettings {
  heat: boolean;
  heatBy: HeatBy;
  labels: LabelBy;
  threats: boolean;
  continuous: boolean;
  /** Description of the player that analyses. */
  player: string;
  /** Seconds for one position. */
  time: number;
  lines: number;
  /** Seconds for each player when all are asked. */
  askTime: number;
  /** Seconds for each position when a whole game is evaluated. */
  reviewTime: number;
}

const DEFAULTS: ThinkSettings = {
  heat: true,
  heatBy: "share",
  labels: "share",
  threats: false,
  continuous: false,
  player: "engine",
  time: 5,
  lines: 3,
  askTime: 1,
  reviewTime: 0.3,
};

const KEPT = "inarow.think";

/** What was kept, where it still is of the right kind; else the defaults. */
function read(): ThinkSettings {
  const settings: Record<string, unknown> = { ...DEFAULTS };
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    if (kept && typeof kept === "object") {
      for (const [name, value] of Object.entries(kept)) {
        if (name in settings && typeof value === typeof settings[name]) settings[name] = value;
      }
    }
  } catch {
    // No storage, or somebody else's text in it: the defaults will do.
  }
  return settings as unknown as ThinkSettings;
}

export const settings = $state<ThinkSettings>(read());

$effect.root(() => {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEPT, text);
    } catch {
      // Without storage they hold until the page is closed.
    }
  });
});
