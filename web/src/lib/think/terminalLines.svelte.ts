// Which lines of play lead to the end of the game. Searches may cut a line short, so that the length of
// one says how far a forced win is only if the server, which knows the rules, finds the end there.
import { SvelteSet } from "svelte/reactivity";
import { post } from "../api/client";
import type { PositionRef } from "./analysisClient.svelte";

const ends = new SvelteSet<string>();
const asked = new Set<string>();

function key({ game, moves }: PositionRef, pv: readonly number[]): string {
  return `${game} ${moves.join(" ")} ${pv.join(" ")}`;
}

/** Whether a line is known to lead to the end. */
export function endsGame(place: PositionRef, pv: readonly number[]): boolean {
  return ends.has(key(place, pv));
}

/** Find out whether a line leads to the end. */
export async function checkEndsGame(place: PositionRef, pv: readonly number[]): Promise<void> {
  const line = key(place, pv);
  if (pv.length === 0 || asked.has(line)) return;
  asked.add(line);
  try {
    const body = { game: place.game, moves: [...place.moves, ...pv] };
    if ((await post("/api/position", { body })).over) ends.add(line);
  } catch {
    asked.delete(line); // Then its length is not told.
  }
}
