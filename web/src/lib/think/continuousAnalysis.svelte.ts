// The analysis of the shown position that goes on while it is switched on.
import type { Thought } from "../api/types";
import { positionKey, type PositionRef } from "../common/positions";
import type { AnalysisClient, AnalysisTask } from "./analysisClient.svelte";

// Milliseconds before a position is analysed, so that stepping through a game starts no searches.
export const PATIENCE = 150;

/** What is to be analysed; null while nothing is, as it is switched off. */
export interface Wanted {
  position: PositionRef;
  task: AnalysisTask;
}

export class ContinuousAnalysis {
  readonly #analysis: AnalysisClient;
  readonly #wanted: () => Wanted | null;
  #analysedKey = "";
  #pausedKey = $state("");

  /** `busy` is whether something else searches now; `onfound` gets what was found. To be made where
      effects may be. */
  constructor(
    analysis: AnalysisClient,
    wanted: () => Wanted | null,
    busy: () => boolean,
    onfound: (found: Thought) => void,
  ) {
    this.#analysis = analysis;
    this.#wanted = wanted;
    $effect(() => {
      const now = wanted();
      if (busy()) return;
      if (!now) {
        analysis.stop();
        this.#pausedKey = "";
        return;
      }
      const key = keyOf(now);
      if (this.#analysedKey === key || this.#pausedKey === key) return;
      this.#pausedKey = "";
      const timer = setTimeout(async () => {
        const found = await this.#analysis.analyse(now.position, now.task);
        if (!found) return;
        // Without a limit only a proof is an end: else the server has ended it, as others wait.
        if (now.task.time !== null || found.proven) this.#analysedKey = key;
        else this.#pausedKey = key;
        onfound(found);
      }, PATIENCE);
      return () => clearTimeout(timer);
    });
  }

  /** Whether the server has ended what runs without end. */
  get paused(): boolean {
    const now = this.#wanted();
    return now !== null && this.#pausedKey === keyOf(now);
  }

  /** Go on after a pause. */
  resume(): void {
    this.#pausedKey = "";
  }
}

function keyOf({ position, task }: Wanted): string {
  return `${positionKey(position)} ${JSON.stringify(task)}`;
}
