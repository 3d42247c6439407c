// The hint that was asked for in a game; it disappears with its position.
import { errorMessage } from "../api/client";
import type { GameView } from "../api/types";
import { announce, notify } from "../common/announcer.svelte";
import { positionKey, type PositionRef } from "../common/positions";
import { texts } from "../texts/play";
import type { followEngine, Hint } from "../think/hint";

const positionOf = ({ ply, game, moves }: GameView): PositionRef => ({
  game: game.spec,
  moves: moves.slice(0, ply),
});

export class GameHint {
  asking = $state(false);
  #last = $state.raw<(Hint & { key: string; follow: typeof followEngine }) | null>(null);

  /** The hint for the current position of a game, if it was asked for. */
  here(view: GameView): Hint | null {
    const position = positionOf(view);
    if (!this.#last || view.result || this.#last.key !== positionKey(position)) return null;
    return this.#last.follow(view.game, position, this.#last);
  }

  async ask(view: GameView): Promise<void> {
    if (this.asking) return;
    const position = positionOf(view);
    this.asking = true;
    announce(texts.askingHint);
    try {
      const { followEngine, requestSingleHint } = await import("../think/hint");
      const found = await requestSingleHint(view.game, position);
      this.#last = { key: positionKey(position), follow: followEngine, ...found };
      announce(found.text);
    } catch (error) {
      notify(errorMessage(error));
    } finally {
      this.asking = false;
    }
  }
}
