// The settings of the analysis, kept in local storage.
import { loadStored, store } from "../common/storage";

export type HeatBy = "share" | "value";
export type LabelBy = "none" | "share" | "value";

export interface AnalysisSettings {
  heat: boolean;
  heatBy: HeatBy;
  labels: LabelBy;
  threats: boolean;
  continuous: boolean;
  /** Whether what the machines of a game think is shown in full. */
  thoughts: boolean;
  /** The spec of the player that analyses. */
  player: string;
  /** Seconds for one position; 0 (ENDLESS) until it is stopped. */
  time: number;
  lines: number;
  /** Seconds for each player when all are asked. */
  askTime: number;
  /** Seconds for each position when a whole game is evaluated. */
  reviewTime: number;
}

/** The time of an analysis that runs until it is stopped. */
export const ENDLESS = 0;

const DEFAULTS: AnalysisSettings = {
  heat: true,
  heatBy: "share",
  labels: "share",
  threats: false,
  continuous: false,
  thoughts: false,
  player: "engine",
  time: 5,
  lines: 3,
  askTime: 1,
  reviewTime: 0.3,
};

const NAME = "think";

export const analysisSettings = $state<AnalysisSettings>(loadStored(NAME, DEFAULTS));

$effect.root(() => {
  $effect(() => store(NAME, $state.snapshot(analysisSettings)));
});
