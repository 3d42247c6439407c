// Has the engine evaluate the positions of a game in the background, cheaply.
import { positionKey, type PositionRef } from "../common/positions";
import { AnalysisClient } from "./analysisClient.svelte";
import { knownEvaluation, REFERENCE_NODES } from "./knownEvaluations.svelte";
import { STRONGEST } from "./strongest";

// A limit for a server that has much to do.
const MOST_SECONDS = 5;

/** Evaluates positions one after the other. */
export class ReferenceSearch {
  /** Whether an evaluation is on its way. */
  running = $state(false);
  #client = new AnalysisClient();
  #wanted: readonly PositionRef[] = [];

  /** Evaluate those of these positions that are not known well enough, the first ones first. */
  follow(positions: readonly PositionRef[]): void {
    this.#wanted = positions;
    if (!this.running) void this.#run();
  }

  close(): void {
    this.#wanted = [];
    this.#client.close();
  }

  async #run(): Promise<void> {
    this.running = true;
    const failed = new Set<string>();
    for (;;) {
      const next = this.#wanted.find((position) => {
        const key = positionKey(position);
        return !knownEvaluation(key)?.complete && !failed.has(key);
      });
      if (!next) break;
      const found = await this.#client.consult(next, {
        player: STRONGEST,
        nodes: REFERENCE_NODES,
        time: MOST_SECONDS,
        lines: 1,
      });
      if (!found) failed.add(positionKey(next));
    }
    this.running = false;
  }
}
