// Positions of games. The server computes them; the page caches them, so that stepping back and forth
// needs no request.
import { post } from "../api/client";
import type { Position } from "../api/types";

const MOST_CACHED = 2_000;

/** A position, given by its game and the moves that lead to it. */
export interface PositionRef {
  game: string;
  moves: readonly number[];
}

/** A string that is equal for equal positions. */
export function positionKey({ game, moves }: PositionRef): string {
  return `${game} ${moves.join(" ")}`;
}

const cache = new Map<string, Promise<Position>>();

/** The position from the cache or the server; rejects if a move is illegal. */
export function fetchPosition(game: string, moves: readonly number[]): Promise<Position> {
  const key = positionKey({ game, moves });
  const cached = cache.get(key);
  if (cached) return cached;
  const position = post("/api/position", { body: { game, moves: [...moves] } });
  if (cache.size >= MOST_CACHED) cache.clear();
  cache.set(key, position);
  position.catch(() => cache.delete(key));
  return position;
}

/** Whose turn it is, or how the game ended: the first line of the server's status. */
export function statusLine(position: Position): string {
  return position.status.split("\n")[0]!;
}
