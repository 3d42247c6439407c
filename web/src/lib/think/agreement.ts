// Which players agree, when every player is asked.
import type { Heat } from "../board/overlay";
import type { PlayerAnswer } from "./analysisClient.svelte";
import { bestMove } from "./candidates";
import { winProbabilityOfThought } from "./evaluation";

/** The players that chose the same move. */
export interface MoveGroup {
  cell: number;
  players: string[];
}

/** The move that a player has chosen, if it has answered. */
export function answeredMove(answer: PlayerAnswer): number | null {
  if (!answer.done || !answer.thought) return null;
  return bestMove(answer.thought);
}

/** The chosen moves, the one with most players first. */
export function groupByMove(answers: readonly PlayerAnswer[]): MoveGroup[] {
  const groups = new Map<number, MoveGroup>();
  for (const answer of answers) {
    const cell = answeredMove(answer);
    if (cell === null) continue;
    const group = groups.get(cell) ?? { cell, players: [] };
    group.players.push(answer.player);
    groups.set(cell, group);
  }
  return [...groups.values()].sort(
    (a, b) => b.players.length - a.players.length || a.cell - b.cell,
  );
}

/** The heat map of the chosen moves, each with its number of players. */
export function groupHeat(groups: readonly MoveGroup[]): Heat[] {
  const most = groups[0]?.players.length ?? 1;
  return groups.map(({ cell, players }) => ({
    cell,
    weight: players.length / most,
    label: String(players.length),
  }));
}

export type SortBy = "strength" | "move" | "chance" | "depth" | "nodes" | "time";

/** The answers sorted by a column; those without a value in it come last. They are asked, and so given,
    strongest first. */
export function sortAnswers(
  answers: readonly PlayerAnswer[],
  by: SortBy,
  down: boolean,
  groups: readonly MoveGroup[],
): PlayerAnswer[] {
  if (by === "strength") return down ? [...answers].reverse() : [...answers];
  const rank = new Map(groups.map(({ cell }, i) => [cell, i]));
  const key = (answer: PlayerAnswer): number | string | null => {
    const thought = answer.thought;
    switch (by) {
      case "move": {
        const cell = answeredMove(answer);
        return cell === null ? null : (rank.get(cell) ?? null);
      }
      case "chance":
        return thought && provenOrChance(answer);
      case "depth":
        return thought?.depth || null;
      case "nodes":
        return thought?.nodes || null;
      case "time":
        return thought && answer.done ? thought.seconds : null;
    }
  };
  return [...answers].sort((a, b) => {
    const [one, other] = [key(a), key(b)];
    if (one === null || other === null) return (one === null ? 1 : 0) - (other === null ? 1 : 0);
    const order = one < other ? -1 : one > other ? 1 : 0;
    return down ? -order : order;
  });
}

/** The win probability of an answer; proven results sort beyond all others. */
function provenOrChance(answer: PlayerAnswer): number | null {
  const thought = answer.thought;
  if (!thought) return null;
  if (thought.proven === "win") return 2;
  if (thought.proven === "loss") return -1;
  return thought.proven === "draw" ? 0.5 : winProbabilityOfThought(thought);
}
