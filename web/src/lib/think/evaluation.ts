// Values and chances: whose they are, and how they are told.
//
// The server's values are for the player to move, the values of moves for the one who made them.
// The bar and the graph show X's chance to win, from 0 to 1, a draw being half a win.
import type { Side, Thought } from "../api/types";

/** Who moves after so many moves: X begins, and sides take turns. */
export function sideToMove(ply: number): Side {
  return ply % 2 === 0 ? 0 : 1;
}

export function sideName(side: Side): "X" | "O" {
  return side === 0 ? "X" : "O";
}

/** From a value in [-1, 1] to a chance in [0, 1], of the same side. */
export function winProbability(value: number): number {
  return (1 + Math.min(1, Math.max(-1, value))) / 2;
}

/** X's chance, from a chance of `side`. */
export function winProbabilityOfX(chance: number, side: Side): number {
  return side === 0 ? chance : 1 - chance;
}

/** The chance of the player to move that a thought tells, if it tells one. */
export function winProbabilityOfThought(thought: Pick<Thought, "win" | "value">): number | null {
  if (thought.win != null) return thought.win;
  return thought.value != null ? winProbability(thought.value) : null;
}

/** An evaluation as the bar shows it. */
export interface Evaluation {
  /** X's chance, from 0 to 1. */
  x: number;
  /** "win", "draw" or "loss" for X, if that is certain. */
  proven: Proven | null;
}

export type Proven = "win" | "draw" | "loss";

/** What is proven, for X, from what is proven for `side`. */
export function provenForX(proven: string | null | undefined, side: Side): Proven | null {
  if (proven === "draw") return "draw";
  if (proven !== "win" && proven !== "loss") return null;
  if (side === 0) return proven;
  return proven === "win" ? "loss" : "win";
}

/** What a thought says about X, if it says anything. */
export function evaluationOf(thought: Thought): Evaluation | null {
  const side = sideToMove(thought.ply);
  const proven = provenForX(thought.proven, side);
  if (proven) return { x: proven === "win" ? 1 : proven === "loss" ? 0 : 0.5, proven };
  const chance = winProbabilityOfThought(thought);
  return chance === null ? null : { x: winProbabilityOfX(chance, side), proven: null };
}

/** "62 %"; what is not certain is never told as 0 or 100. */
export function formatPercent(chance: number, certain = false): string {
  const rounded = Math.round(chance * 100);
  if (certain) return `${rounded} %`;
  if (rounded >= 100) return "> 99 %";
  if (rounded <= 0) return "< 1 %";
  return `${rounded} %`;
}

/** An evaluation in a few words. */
export function evaluationLabel(evaluation: Evaluation | null): string {
  if (!evaluation) return "No evaluation yet";
  if (evaluation.proven === "win") return "X wins, proven";
  if (evaluation.proven === "loss") return "O wins, proven";
  if (evaluation.proven === "draw") return "A draw, proven";
  return advantageLabel(evaluation.x);
}

/** The same with the chances, for people who do not see the bar. */
export function evaluationText(evaluation: Evaluation | null): string {
  const short = evaluationLabel(evaluation);
  if (!evaluation || evaluation.proven) return short;
  return `${short}: X ${formatPercent(evaluation.x)}, O ${formatPercent(1 - evaluation.x)}`;
}

// X's chance from which on the words change.
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

const plain = new Intl.NumberFormat("en");

/** 146432 as "146,432". */
export function formatCount(count: number): string {
  return plain.format(Math.round(count));
}

/** 146432 as "146 k". */
export function formatShortCount(count: number): string {
  if (count < 1_000) return `${Math.round(count)}`;
  for (const [unit, letter] of [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ] as const) {
    // A little below the unit, or 999,600 would be told as 1000 k.
    if (count >= unit * 0.9995) {
      const scaled = count / unit;
      return `${scaled < 9.95 ? scaled.toFixed(1) : Math.round(scaled)} ${letter}`;
    }
  }
  return `${Math.round(count)}`;
}

/** Seconds in a few characters: "0.3 s", "12 ms". */
export function formatSeconds(seconds: number): string {
  if (seconds < 0.0995) return `${Math.round(seconds * 1000)} ms`;
  return `${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

/** "1 ply", "2 plies". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
