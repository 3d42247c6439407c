// Who agrees with whom, when every player was asked.
import type { Heat } from "../board/overlay";
import type { Answer } from "./analysisClient.svelte";
import { chanceOfThought } from "./evaluation";

/** Players that would make the same move. */
export interface Camp {
  cell: number;
  players: string[];
}

/** What a player would play, as far as it has said. */
export function moveOf(answer: Answer): number | null {
  if (!answer.done || !answer.thought) return null;
  return answer.thought.action ?? answer.thought.pv[0] ?? null;
}

/** The moves that were answered, the one with most players first. */
export function campsOf(answers: readonly Answer[]): Camp[] {
  const camps = new Map<number, Camp>();
  for (const answer of answers) {
    const cell = moveOf(answer);
    if (cell === null) continue;
    const camp = camps.get(cell) ?? { cell, players: [] };
    camp.players.push(answer.player);
    camps.set(cell, camp);
  }
  return [...camps.values()].sort((a, b) => b.players.length - a.players.length || a.cell - b.cell);
}

/** The moves on the board, each with how many would make it. */
export function campHeat(camps: readonly Camp[]): Heat[] {
  const most = camps[0]?.players.length ?? 1;
  return camps.map(({ cell, players }) => ({
    cell,
    weight: players.length / most,
    label: String(players.length),
  }));
}

export type SortBy = "asked" | "player" | "move" | "chance" | "depth" | "nodes" | "time";

/** The order in which a column puts answers; those that have nothing in it come last. */
export function sortAnswers(
  answers: readonly Answer[],
  by: SortBy,
  down: boolean,
  camps: readonly Camp[],
): Answer[] {
  if (by === "asked") return [...answers];
  const rank = new Map(camps.map(({ cell }, i) => [cell, i]));
  const key = (answer: Answer): number | string | null => {
    const thought = answer.thought;
    switch (by) {
      case "player":
        return answer.player;
      case "move": {
        const cell = moveOf(answer);
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

/** The chance that an answer tells, beyond it for what is proven. */
function provenOrChance(answer: Answer): number | null {
  const thought = answer.thought;
  if (!thought) return null;
  if (thought.proven === "win") return 2;
  if (thought.proven === "loss") return -1;
  return thought.proven === "draw" ? 0.5 : chanceOfThought(thought);
}
