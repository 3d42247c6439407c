// "Find the better move": somebody tries other moves in place of a mistake, and the engine judges them.
import { fetchPosition, positionKey, type PositionRef } from "../common/positions";
import { AnalysisClient } from "./analysisClient.svelte";
import { knownEvaluation, rememberResult, type KnownEvaluation } from "./knownEvaluations.svelte";
import type { Mistake } from "./mistakes";
import { STRONGEST } from "./strongest";

// Seconds for a move that the engine has not looked at, and the loss of win probability up to which a
// move is as good as its own.
const SEARCH_TIME = 0.5;
const AS_GOOD = 0.05;

export type Verdict = "ask" | "judging" | "best" | "good" | "wrong" | "failed";

export class BetterMove {
  /** The mistake for which a better move is looked for. */
  mistake = $state.raw<Mistake | null>(null);
  verdict = $state<Verdict>("ask");
  /** The move that was tried last. */
  tried = $state<number | null>(null);
  // Its own, so that a review goes on while moves are tried.
  #client = new AnalysisClient();

  close(): void {
    this.#client.close();
  }

  ask(mistake: Mistake): void {
    this.mistake = mistake;
    this.verdict = "ask";
    this.tried = null;
  }

  leave(): void {
    this.mistake = null;
  }

  /** Judge a legal move in the position before the mistake. */
  async try(position: PositionRef, cell: number): Promise<void> {
    const { mistake } = this;
    if (!mistake || this.verdict === "judging") return;
    this.tried = cell;
    if (cell === mistake.better[0]) {
      this.verdict = "best";
      return;
    }
    this.verdict = "judging";
    const after = { game: position.game, moves: [...position.moves, cell] };
    const known = await this.#evaluate(after).catch(() => undefined);
    if (this.mistake !== mistake) return;
    if (!known) {
      this.verdict = "failed";
      return;
    }
    const chance = mistake.side === 0 ? known.first : 1 - known.first;
    this.verdict = mistake.before - chance <= AS_GOOD ? "good" : "wrong";
  }

  async #evaluate(position: PositionRef): Promise<KnownEvaluation | undefined> {
    const key = positionKey(position);
    if (knownEvaluation(key)) return knownEvaluation(key);
    // A move that ends the game leaves nothing to search.
    const { over, winner } = await fetchPosition(position.game, position.moves);
    if (over) rememberResult(key, winner);
    else await this.#client.consult(position, { player: STRONGEST, time: SEARCH_TIME, lines: 1 });
    return knownEvaluation(key);
  }
}
