// What the engine thinks of positions: the one source of the bar, the graph, hints and mistakes, so
// that they never contradict each other. The opponent's own opinion is never among it.
import { SvelteMap } from "svelte/reactivity";
import type { Side, Thought } from "../api/types";
import { evaluationOf, evaluationOfResult, type Evaluation } from "./evaluation";
import { STRONGEST } from "./strongest";

/** The positions that the engine searches for an evaluation: a tenth of a second, deep enough to see
    what is about to be decided. */
export const REFERENCE_NODES = 30_000;

/** The engine's evaluation of a position. */
export interface KnownEvaluation extends Evaluation {
  /** The principal variation. */
  pv: number[];
  depth: number;
  nodes: number;
  /** Whether nothing is left to search: it is proven, or as good as REFERENCE_NODES make it. */
  complete: boolean;
}

/** How a search ended. */
export interface SearchEnd {
  /** Whether this is its answer, and nobody stopped it. */
  final: boolean;
  /** The positions that it was to search, if those limited it. */
  nodes?: number | undefined;
}

const known = new SvelteMap<string, KnownEvaluation>();

/** The evaluation of a position, if the engine has one. */
export function knownEvaluation(key: string): KnownEvaluation | undefined {
  return known.get(key);
}

/** Whether a search of the engine says as much as an evaluation must. */
export function isReliable(thought: Pick<Thought, "proven" | "nodes">): boolean {
  return thought.proven != null || thought.nodes >= REFERENCE_NODES;
}

/** Keep what a search found, if it was the engine's and no longer one is known.

    The first depths of a search are often wrong: they are not kept, nor what was stopped there. */
export function rememberEvaluation(key: string, thought: Thought, end: SearchEnd): void {
  if (thought.player !== STRONGEST || !(end.final || isReliable(thought))) return;
  const evaluation = evaluationOf(thought);
  if (!evaluation) return;
  const complete = isReliable(thought) || (end.nodes ?? 0) >= REFERENCE_NODES;
  const before = known.get(key);
  if (before?.proven || (before && !evaluation.proven && before.nodes > thought.nodes)) {
    if (complete && !before.complete) known.set(key, { ...before, complete });
    return;
  }
  const { pv, depth, nodes } = thought;
  known.set(key, { ...evaluation, pv, depth, nodes, complete });
}

/** Keep the result of a finished game, so that it is known while earlier positions are viewed. */
export function rememberResult(key: string, winner: Side | null): void {
  if (known.get(key)?.over) return;
  const result = evaluationOfResult(winner);
  known.set(key, { ...result, pv: [], depth: 0, nodes: 0, complete: true });
}
