// Evaluations of positions, and how the page words them.
//
// Perspective: the server's values are for the player to move, the values of moves for the player who
// made them. The bar and the graph show the win probability of X, from 0 to 1; a draw is half a win.
import type { Side, Thought } from "../api/types";
import { sideToMove } from "../common/notation";
import { formatPercent } from "../common/numberFormat";

/** From a value in [-1, 1] to a win probability in [0, 1], of the same side. */
export function winProbability(value: number): number {
  return (1 + Math.min(1, Math.max(-1, value))) / 2;
}

/** X's win probability, from that of `side`. */
export function winProbabilityOfX(probability: number, side: Side): number {
  return side === 0 ? probability : 1 - probability;
}

/** The win probability of the player to move according to a search, if it reports one. */
export function winProbabilityOfThought(thought: Pick<Thought, "win" | "value">): number | null {
  if (thought.win != null) return thought.win;
  return thought.value != null ? winProbability(thought.value) : null;
}

/** An evaluation as the bar shows it. */
export interface Evaluation {
  /** X's win probability, from 0 to 1. */
  x: number;
  /** The proven result for X, if there is one. */
  proven: Proven | null;
}

export type Proven = "win" | "draw" | "loss";

/** The proven result for X, from that for `side`. */
export function provenForX(proven: string | null | undefined, side: Side): Proven | null {
  if (proven === "draw") return "draw";
  if (proven !== "win" && proven !== "loss") return null;
  if (side === 0) return proven;
  return proven === "win" ? "loss" : "win";
}

function provenEvaluation(proven: Proven): Evaluation {
  return { x: proven === "win" ? 1 : proven === "loss" ? 0 : 0.5, proven };
}

/** The evaluation that a search reports, if it reports one. */
export function evaluationOf(thought: Thought): Evaluation | null {
  const side = sideToMove(thought.ply);
  const proven = provenForX(thought.proven, side);
  if (proven) return provenEvaluation(proven);
  const probability = winProbabilityOfThought(thought);
  return probability === null ? null : { x: winProbabilityOfX(probability, side), proven: null };
}

/** The evaluation of the position after move `index`, from the value that its player gave the move. */
export function evaluationOfMove(
  value: number | null | undefined,
  index: number,
): Evaluation | null {
  if (value == null) return null;
  return { x: winProbabilityOfX(winProbability(value), sideToMove(index)), proven: null };
}

/** The evaluation of a finished game; null is a draw. */
export function evaluationOfResult(winner: Side | null): Evaluation {
  return provenEvaluation(winner === null ? "draw" : winner === 0 ? "win" : "loss");
}

/** An evaluation in a few words. */
export function evaluationLabel(evaluation: Evaluation | null): string {
  if (!evaluation) return "No evaluation yet";
  if (evaluation.proven === "win") return "X wins, proven";
  if (evaluation.proven === "loss") return "O wins, proven";
  if (evaluation.proven === "draw") return "A draw, proven";
  return advantageLabel(evaluation.x);
}

/** The same with the win probabilities, for people who do not see the bar. */
export function evaluationText(evaluation: Evaluation | null): string {
  const label = evaluationLabel(evaluation);
  if (!evaluation || evaluation.proven) return label;
  return `${label}: X ${formatPercent(evaluation.x)}, O ${formatPercent(1 - evaluation.x)}`;
}

// The lowest win probability of X for each label.
const ADVANTAGES: [number, string][] = [
  [0.9, "X is winning"],
  [0.7, "X is much better"],
  [0.56, "X is a little better"],
  [0.44, "Even"],
  [0.3, "O is a little better"],
  [0.1, "O is much better"],
];

function advantageLabel(x: number): string {
  return ADVANTAGES.find(([from]) => x >= from)?.[1] ?? "O is winning";
}
