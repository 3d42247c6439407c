// Evaluations of positions, and how the page words them.
//
// Perspective: the server's values are for the player to move, the values of moves for the player who
// made them. The bar and the graph show the win probability of the side that moves first (Black, X),
// from 0 to 1; a draw is half a win.
import type { Side, Thought } from "../api/types";
import { sideName, sideToMove, type BoardShape } from "../common/notation";
import { formatChances } from "../common/numberFormat";
import { texts } from "../texts/think";

/** From a value in [-1, 1] to a win probability in [0, 1], of the same side. */
export function winProbability(value: number): number {
  return (1 + Math.min(1, Math.max(-1, value))) / 2;
}

/** The win probability of the player to move according to a search, if it reports one. */
export function winProbabilityOfThought(thought: Pick<Thought, "win" | "value">): number | null {
  if (thought.win != null) return thought.win;
  return thought.value != null ? winProbability(thought.value) : null;
}

/** An evaluation as the bar shows it. */
export interface Evaluation {
  /** The win probability of the first side, from 0 to 1. */
  first: number;
  /** The proven result for the first side, if there is one. */
  proven: Proven | null;
  /** Whether it is the result of a finished game. */
  over?: boolean;
}

export type Proven = "win" | "draw" | "loss";

/** The proven result for the first side, from that for `side`. */
function provenForFirst(proven: string | null | undefined, side: Side): Proven | null {
  if (proven === "draw") return "draw";
  if (proven !== "win" && proven !== "loss") return null;
  if (side === 0) return proven;
  return proven === "win" ? "loss" : "win";
}

function provenEvaluation(proven: Proven): Evaluation {
  return { first: proven === "win" ? 1 : proven === "loss" ? 0 : 0.5, proven };
}

/** The evaluation that a search reports, if it reports one. */
export function evaluationOf(thought: Thought): Evaluation | null {
  const side = sideToMove(thought.ply);
  const proven = provenForFirst(thought.proven, side);
  if (proven) return provenEvaluation(proven);
  const chance = winProbabilityOfThought(thought);
  return chance === null ? null : { first: side === 0 ? chance : 1 - chance, proven: null };
}

/** The evaluation of the position after move `index`, from the value that its player gave the move. */
export function evaluationOfMove(
  value: number | null | undefined,
  index: number,
): Evaluation | null {
  if (value == null) return null;
  const chance = winProbability(value);
  return { first: sideToMove(index) === 0 ? chance : 1 - chance, proven: null };
}

/** The evaluation of a finished game; null is a draw. */
export function evaluationOfResult(winner: Side | null): Evaluation {
  const proven = winner === null ? "draw" : winner === 0 ? "win" : "loss";
  return { ...provenEvaluation(proven), over: true };
}

/** An evaluation in a few words. */
export function evaluationLabel(info: BoardShape, evaluation: Evaluation | null): string {
  if (!evaluation) return texts.noEvaluation;
  const { first, proven, over } = evaluation;
  if (proven === "draw") return over ? texts.gameDrawn : texts.provenDraw;
  const side = sideName(info, first >= 0.5 ? 0 : 1);
  if (proven) return over ? texts.gameWon(side) : texts.provenWin(side);
  const chance = Math.max(first, 1 - first);
  if (chance >= 0.9) return texts.winning(side);
  if (chance >= 0.7) return texts.muchBetter(side);
  return chance >= 0.56 ? texts.littleBetter(side) : texts.even;
}

/** The same with the win probabilities, for people who do not see the bar. */
export function evaluationText(info: BoardShape, evaluation: Evaluation | null): string {
  const label = evaluationLabel(info, evaluation);
  if (!evaluation || evaluation.proven) return label;
  const [first, second] = formatChances(evaluation.first);
  return texts.chances(label, sideName(info, 0), first, sideName(info, 1), second);
}
