// Explains a player's decision in a sentence, from what its search reports.
import type { Thought } from "../api/types";
import type { NameOf } from "../common/notation";
import { formatChance, formatCount, formatPercent } from "../common/numberFormat";
import { playerName } from "../common/spec";
import { texts } from "../texts/think";
import { bestMove, chosenCandidate } from "./candidates";
import { winProbabilityOfThought } from "./evaluation";
import { STRONGEST } from "./strongest";

/** The proven result in words; `ends` says that the line is known to end the game. */
function provenText({ proven, pv }: Thought, ends: boolean): string | null {
  switch (proven) {
    case "win":
      if (ends && pv.length === 1) return texts.winsAtOnce;
      return ends ? texts.forcedWinIn(pv.length) : texts.forcedWin;
    case "loss":
      return ends ? texts.lostIn(pv.length) : texts.noWayOut;
    case "draw":
      return texts.provedDraw;
    default:
      return null;
  }
}

/** "visited h8 in 62 % of 2,000 simulations", "depth 6 gives Black 58.0 %", "any legal move"; `side`
    is the name of the side to move. */
export function explainThought(
  thought: Thought,
  nameOf: NameOf,
  side: string,
  { summary = "", ends = false }: { summary?: string | undefined; ends?: boolean } = {},
): string {
  const proven = provenText(thought, ends);
  if (proven) return proven;
  const chance = winProbabilityOfThought(thought);
  const says = chance === null ? "" : texts.says(side, formatChance(chance));
  const candidate = chosenCandidate(thought);
  const sims = formatCount(thought.sims);
  if (thought.sims > 0 && candidate?.share != null) {
    const share = formatPercent(candidate.share);
    const visited = texts.visited(nameOf(candidate.action), share, sims);
    return says ? texts.and(visited, says) : visited;
  }
  if (thought.sims > 0 && says) return texts.simsSay(sims, says);
  if (thought.depth > 0 && says)
    return texts.depthSays(thought.depth, thought.selective_depth, says);
  return summary || says || texts.doesNotSay;
}

/** A hint: the move, and why. */
export function hintText(thought: Thought, nameOf: NameOf, side: string, ends = false): string {
  const cell = bestMove(thought);
  if (cell === null) return texts.noHint;
  const player = thought.player === STRONGEST ? texts.theEngine : playerName(thought.player);
  const proven = provenText(thought, ends);
  const chance = winProbabilityOfThought(thought);
  if (proven || chance === null)
    return texts.hintProven(nameOf(cell), player, proven ?? explainThought(thought, nameOf, side));
  return texts.hintChance(nameOf(cell), player, side, formatChance(chance));
}
