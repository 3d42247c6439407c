// Evaluates every position of a game, to find where it was won and lost.
import { positionKey } from "../common/positions";
import type { AnalysisClient } from "./analysisClient.svelte";
import { STRONGEST } from "./strongest";

export class GameReview {
  running = $state(false);
  done = $state(0);
  total = $state(0);
  /** The key of the last position of the game that was evaluated completely. */
  finished = $state("");
  #analysis: AnalysisClient;

  constructor(analysis: AnalysisClient) {
    this.#analysis = analysis;
  }

  /** Evaluate each position of a game; `over` says that its last position is terminal. */
  async run(
    game: string,
    moves: readonly number[],
    options: { time: number; over: boolean },
  ): Promise<void> {
    const plies = moves.length + (options.over ? 0 : 1);
    this.running = true;
    this.done = 0;
    this.total = plies;
    // From the end: games are usually lost late, and people want to see that first.
    for (let ply = plies - 1; ply >= 0 && this.running; ply--) {
      const position = { game, moves: moves.slice(0, ply) };
      const task = { player: STRONGEST, time: options.time, lines: 1 };
      const thought = await this.#analysis.consult(position, task);
      if (!thought) break;
      this.done = plies - ply;
    }
    if (this.done === plies) this.finished = positionKey({ game, moves });
    this.running = false;
  }

  stop(): void {
    if (!this.running) return;
    this.running = false;
    this.#analysis.stop();
  }
}
