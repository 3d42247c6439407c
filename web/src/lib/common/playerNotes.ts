// What players say about themselves, for example that their weights were learned on another board.
import type { GameInfo } from "../api/types";
import { playerName, specName } from "./spec";

/** The note of a player in a game, by its spec; "" if there is none. */
export function noteOf({ notes }: Pick<GameInfo, "notes">, spec?: string | null): string {
  return (spec && notes[specName(spec)]) || "";
}

/** One line for each note, after the names of the players that have it. */
export function noteLines(players: readonly { name: string; note: string }[]): string[] {
  const names = new Map<string, string[]>();
  for (const { name, note } of players) {
    if (note) names.set(note, [...(names.get(note) ?? []), name]);
  }
  return [...names].map(([note, these]) => `${these.map(playerName).join(", ")}: ${note}`);
}
