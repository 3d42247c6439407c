// Moves that gave much away, found by comparing what is known of the positions before and after.
import type { Side } from "../api/types";
import { sideToMove } from "../common/notation";
import type { KnownEvaluation } from "./analysisClient.svelte";

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
  knownAt: (ply: number) => KnownEvaluation | undefined,
): Mistake[] {
  const found: Mistake[] = [];
  moves.forEach((move, index) => {
    const before = knownAt(index);
    const after = knownAt(index + 1);
    if (!before || !after || before.pv[0] === undefined || before.pv[0] === move) return;
    const side = sideToMove(index);
    const chance = (known: KnownEvaluation) => (side === 0 ? known.x : 1 - known.x);
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
