// Going through a whole game, position by position, to see where it was won and lost.
import type { Side } from "../api/types";
import { moverAt } from "./chances";
import { placeKey, type Analysis, type Known } from "./analysis.svelte";

// How much of its chance to win a move must give away to be called so. A quick look at a position is
// a few percent off by itself, so that smaller losses say little.
const MISTAKE = 0.12;
const BLUNDER = 0.3;

/** A move that gave much away. */
export interface Mistake {
  /** The move's index in the game; the position before it has as many moves. */
  index: number;
  side: Side;
  kind: "mistake" | "blunder";
  /** The mover's chance before and after. */
  before: number;
  after: number;
  /** What should have been played, and how it may go on. */
  better: number[];
}

/** The moves that gave much away, from what is known of the positions of a game. */
export function findMistakes(
  moves: readonly number[],
  knownAt: (ply: number) => Known | undefined,
): Mistake[] {
  const found: Mistake[] = [];
  moves.forEach((move, index) => {
    const before = knownAt(index);
    const after = knownAt(index + 1);
    if (!before || !after || before.pv[0] === undefined || before.pv[0] === move) return;
    const side = moverAt(index);
    const chance = (known: Known) => (side === 0 ? known.x : 1 - known.x);
    const lost = chance(before) - chance(after);
    if (lost < MISTAKE) return;
    found.push({
      index,
      side,
      kind: lost >= BLUNDER ? "blunder" : "mistake",
      before: chance(before),
      after: chance(after),
      better: before.pv,
    });
  });
  return found;
}

export class Review {
  running = $state(false);
  done = $state(0);
  total = $state(0);
  /** The moves of the game that was gone through to its end. */
  finished = $state("");
  #analysis: Analysis;

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
  }

  /** Let `player` look at each position of a game; `over` says that the last one is an end. */
  async run(
    game: string,
    moves: readonly number[],
    options: { player: string; time: number; over: boolean; winner: Side | null },
  ): Promise<void> {
    const plies = moves.length + (options.over ? 0 : 1);
    this.running = true;
    this.done = 0;
    this.total = plies;
    if (options.over) {
      const x = options.winner === null ? 0.5 : options.winner === 0 ? 1 : 0;
      const proven = options.winner === null ? "draw" : options.winner === 0 ? "win" : "loss";
      this.#analysis.known.set(placeKey({ game, moves }), { x, proven, pv: [] });
    }
    // From the end, as people look at lost games: the last moves are where they were lost.
    for (let ply = plies - 1; ply >= 0 && this.running; ply--) {
      const { player, time } = options;
      const place = { game, moves: moves.slice(0, ply) };
      const thought = await this.#analysis.consult(place, { player, time, lines: 1 });
      if (!thought) break;
      this.done = plies - ply;
    }
    if (this.done === plies) this.finished = placeKey({ game, moves });
    this.running = false;
  }

  stop(): void {
    if (!this.running) return;
    this.running = false;
    this.#analysis.stop();
  }
}
