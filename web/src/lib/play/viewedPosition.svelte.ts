// Looking at an earlier (or taken back) position of a game, without touching the game itself.
import { errorMessage } from "../api/client";
import type { GameView, Position, Thought } from "../api/types";
import { fetchPosition } from "../common/positions";
import { fetchThought } from "./thoughts";

export class ViewedPosition {
  /** How many moves stand in the position that is looked at; null: the game as it is. */
  ply = $state<number | null>(null);
  position = $state.raw<Position | null>(null);
  /** What the machine thought there, if one was to move. */
  thought = $state.raw<Thought | null>(null);
  #visit = 0;

  constructor(readonly onproblem: (message: string) => void) {}

  /** Look at the position after so many moves; the game's own is no glance but the game. */
  async show(view: GameView, ply: number): Promise<void> {
    const to = Math.max(0, Math.min(view.moves.length, ply));
    if (to === view.ply) {
      this.leave();
      return;
    }
    const visit = ++this.#visit;
    const moves = view.moves.slice(0, to);
    try {
      const position = await fetchPosition(view.game.spec, moves);
      if (visit !== this.#visit) return; // somebody went on in the meantime
      [this.ply, this.position, this.thought] = [to, position, null];
      const thought = await fetchThought(view, to);
      if (visit === this.#visit) this.thought = thought;
    } catch (error) {
      if (visit === this.#visit) this.onproblem(errorMessage(error));
    }
  }

  /** Back to the game. */
  leave(): void {
    this.#visit++;
    [this.ply, this.position, this.thought] = [null, null, null];
  }

  /** A glance at moves that are no more, or at what is now the game's own position, ends. */
  check(view: GameView): void {
    if (this.ply === null || !this.position) return;
    const same = this.position.moves.every((move, at) => view.moves[at] === move);
    if (!same || this.ply === view.ply) this.leave();
  }
}
