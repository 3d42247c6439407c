// The position of a game that is viewed instead of the current one: an earlier one, or one that was
// taken back. The game itself does not change.
import { errorMessage } from "../api/client";
import type { GameView, Position, Thought } from "../api/types";
import { fetchPosition } from "../common/positions";
import { fetchThought } from "./thoughts";

export class ViewedPosition {
  /** The ply of the viewed position; null for the current position. */
  ply = $state<number | null>(null);
  position = $state.raw<Position | null>(null);
  /** What the machine reported there, if one was to move. */
  thought = $state.raw<Thought | null>(null);
  #visit = 0;
  /** The ply that is viewed or being fetched. */
  #target: number | null = null;

  constructor(readonly onproblem: (message: string) => void) {}

  /** View the position at a ply; the current ply returns to the game. */
  async show(view: GameView, ply: number): Promise<void> {
    const to = Math.max(0, Math.min(view.moves.length, ply));
    if (to === view.ply) {
      this.leave();
      return;
    }
    const visit = ++this.#visit;
    this.#target = to;
    const moves = view.moves.slice(0, to);
    try {
      const position = await fetchPosition(view.game.spec, moves);
      if (visit !== this.#visit) return; // another position was chosen in the meantime
      [this.ply, this.position, this.thought] = [to, position, null];
      const thought = await fetchThought(view, to);
      if (visit === this.#visit) this.thought = thought;
    } catch (error) {
      if (visit !== this.#visit) return;
      this.#target = this.ply;
      this.onproblem(errorMessage(error));
    }
  }

  /** View the position so many moves later; each of several quick steps counts. */
  step(view: GameView, by: number): Promise<void> {
    return this.show(view, (this.#target ?? view.ply) + by);
  }

  /** Return to the current position. */
  leave(): void {
    this.#visit++;
    this.#target = null;
    [this.ply, this.position, this.thought] = [null, null, null];
  }

  /** Leave if the game has changed: its moves are other ones, or the viewed position is the current one. */
  check(view: GameView): void {
    if (this.ply === null || !this.position) return;
    const same = this.position.moves.every((move, at) => view.moves[at] === move);
    if (!same || this.ply === view.ply) this.leave();
  }
}
