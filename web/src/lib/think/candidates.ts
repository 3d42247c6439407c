// The candidate moves of a search, and the move that it chose. The only file that reads
// `Thought.candidates`.
import type { Candidate, Thought } from "../api/types";
import { winProbability } from "./evaluation";

/** A candidate move; value and chance (win probability) are for the player to move. */
export interface CandidateRow extends Candidate {
  /** The share of the search's visits, from 0 to 1. */
  share?: number | null;
  chance: number | null;
  proven: string | null;
}

/** The candidates of a search, best first: those that it reports, else the first moves of its lines. */
export function candidatesOf(thought: Thought): CandidateRow[] {
  const total = thought.candidates.reduce((sum, { visits }) => sum + (visits ?? 0), 0);
  const provenOf = new Map(thought.lines.map((line) => [line.pv[0], line.proven ?? null]));
  if (thought.candidates.length > 0) {
    return thought.candidates.map((candidate) => ({
      ...candidate,
      share: shareOf(candidate, total),
      chance: candidate.value != null ? winProbability(candidate.value) : null,
      proven: provenOf.get(candidate.action) ?? null,
    }));
  }
  const seen = new Set<number>();
  const found: CandidateRow[] = [];
  for (const line of thought.lines) {
    const action = line.pv[0];
    if (action === undefined || seen.has(action)) continue;
    seen.add(action);
    const chance = line.value != null ? winProbability(line.value) : null;
    found.push({ action, value: line.value, chance, proven: line.proven ?? null });
  }
  return found;
}

function shareOf({ share, visits }: Candidate, total: number): number | null {
  if (share != null) return share;
  return visits != null && total > 0 ? visits / total : null;
}

/** Whether a search counts visits, or reports shares of them, as Monte Carlo tree search does. */
export function hasVisits(thought: Thought): boolean {
  return thought.candidates.some(({ visits, share }) => visits != null || share != null);
}

/** The move that a search chose, or would choose now; null if it has none. */
export function bestMove(thought: Thought): number | null {
  return thought.action ?? thought.pv[0] ?? null;
}

/** What a search reports about the move that it chose. */
export function chosenCandidate(thought: Thought): CandidateRow | undefined {
  const action = bestMove(thought);
  return candidatesOf(thought).find((candidate) => candidate.action === action);
}
