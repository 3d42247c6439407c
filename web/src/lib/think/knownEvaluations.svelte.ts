// What the engine thinks of positions: the one source of the bar, the graph, hints and mistakes, so
// that they never contradict each other. The opponent's own opinion is never among it.
import { SvelteMap } from "svelte/reactivity";
import type { Side, Thought } from "../api/types";
import { evaluationOf, evaluationOfResult, type Evaluation } from "./evaluation";
import { STRONGEST } from "./strongest";

/** The engine's evaluation of a position. */
export interface KnownEvaluation extends Evaluation {
  /** The principal variation. */
  pv: number[];
  depth: number;
  nodes: number;
}

const known = new SvelteMap<string, KnownEvaluation>();

/** The evaluation of a position, if the engine has one. */
export function knownEvaluation(key: string): KnownEvaluation | undefined {
  return known.get(key);
}

/** Keep what a search found, if it was the engine's and no longer one is known. */
export function rememberEvaluation(key: string, thought: Thought): void {
  if (thought.player !== STRONGEST) return;
  const evaluation = evaluationOf(thought);
  if (!evaluation) return;
  const before = known.get(key);
  if (before?.proven || (before && !evaluation.proven && before.nodes > thought.nodes)) return;
  const { pv, depth, nodes } = thought;
  known.set(key, { ...evaluation, pv, depth, nodes });
}

/** Keep the result of a finished game, so that it is known while earlier positions are viewed. */
export function rememberResult(key: string, winner: Side | null): void {
  if (known.get(key)?.over) return;
  known.set(key, { ...evaluationOfResult(winner), pv: [], depth: 0, nodes: 0 });
}
