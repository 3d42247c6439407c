// Explains a player's decision in a sentence, from what its search reports.
import type { Thought } from "../api/types";
import type { NameOf } from "../common/notation";
import { formatCount, formatPercent, plural } from "../common/numberFormat";
import { bestMove, chosenCandidate } from "./candidates";
import { winProbabilityOfThought } from "./evaluation";

/** The proven result in words; `ends` says that the line is known to end the game. */
function provenText({ proven, pv }: Thought, ends: boolean): string | null {
  switch (proven) {
    case "win":
      if (ends && pv.length === 1) return "wins at once";
      return ends ? `sees a forced win in ${pv.length}` : "sees a forced win";
    case "loss":
      return ends ? `sees no way out: lost in ${pv.length}` : "sees no way out";
    case "draw":
      return "has proven a draw";
    default:
      return null;
  }
}

/** "visited h8 in 62 % of 2,000 simulations", "depth 6 says 58 %", "any legal move". */
export function explainThought(
  thought: Thought,
  nameOf: NameOf,
  { summary = "", ends = false }: { summary?: string | undefined; ends?: boolean } = {},
): string {
  const proven = provenText(thought, ends);
  if (proven) return proven;
  const chance = winProbabilityOfThought(thought);
  const says = chance === null ? "" : `says ${formatPercent(chance)}`;
  const candidate = chosenCandidate(thought);
  if (thought.sims > 0 && candidate?.share != null) {
    const visited = `visited ${nameOf(candidate.action)} in ${formatPercent(candidate.share, true)} of ${formatCount(thought.sims)} simulations`;
    return says ? `${visited} and ${says}` : visited;
  }
  if (thought.sims > 0 && says) return `${formatCount(thought.sims)} simulations: ${says}`;
  if (thought.depth > 0 && says) {
    const deeper =
      thought.selective_depth > thought.depth
        ? `, up to ${thought.selective_depth} where it matters,`
        : "";
    return `depth ${thought.depth}${deeper} ${says}`;
  }
  return summary || says || "does not say why";
}

/** A hint: the move, and why. */
export function hintText(thought: Thought, nameOf: NameOf, ends = false): string {
  const cell = bestMove(thought);
  if (cell === null) return "There is no hint here.";
  const proven = provenText(thought, ends);
  const chance = winProbabilityOfThought(thought);
  if (proven || chance === null)
    return `Try ${nameOf(cell)}: ${thought.player} ${proven ?? explainThought(thought, nameOf)}.`;
  const looked =
    thought.sims > 0
      ? `, ${formatCount(thought.sims)} simulations,`
      : thought.depth > 0
        ? `, looking ${plural(thought.depth, "move")} ahead,`
        : "";
  return `Try ${nameOf(cell)}: ${thought.player}${looked} gives you ${formatPercent(chance)}.`;
}
