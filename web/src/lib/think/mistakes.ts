// Mistakes and blunders: moves after which the win probability is much lower than before.
import type { Side } from "../api/types";
import { sideToMove } from "../common/notation";
import type { Evaluation } from "./evaluation";

// The loss of win probability that makes a mistake or a blunder. A quick analysis is off by a few
// percent, so smaller losses mean little.
const MISTAKE = 0.12;
const BLUNDER = 0.3;

/** A mistake or a blunder. */
export interface Mistake {
  /** The index of the move in the game, which is the ply of the position before it. */
  index: number;
  side: Side;
  kind: "mistake" | "blunder";
  /** The win probability of the side that moved, before and after. */
  before: number;
  after: number;
  /** The better line. */
  better: number[];
}

/** The mistakes of a game, from the evaluations of its positions. */
export function findMistakes(
  moves: readonly number[],
  knownAt: (ply: number) => (Evaluation & { pv?: number[] }) | null,
): Mistake[] {
  const found: Mistake[] = [];
  moves.forEach((move, index) => {
    const before = knownAt(index);
    const after = knownAt(index + 1);
    if (!before || !after || before.pv?.[0] === undefined || before.pv[0] === move) return;
    const side = sideToMove(index);
    const chance = ({ first }: Evaluation) => (side === 0 ? first : 1 - first);
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
