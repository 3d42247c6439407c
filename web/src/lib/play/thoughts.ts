// What machines reported about their own moves, as the server keeps it.
import { get } from "../api/client";
import type { GameView, Thought } from "../api/types";
import { sideToMove } from "../common/notation";
import { isMachine } from "./messages";

/** What the machine reported that made move `ply` (from 0); null if there is nothing. */
export async function fetchThought(view: GameView, ply: number): Promise<Thought | null> {
  if (ply < view.opening || ply >= view.moves.length) return null;
  if (!isMachine(view.seats[sideToMove(ply)])) return null;
  // Not every machine reports something.
  return get("/api/games/{id}/thoughts/{ply}", { path: { id: view.id, ply } }).catch(() => null);
}
