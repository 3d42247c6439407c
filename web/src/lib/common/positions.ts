// Positions of games. The server computes them; the page caches them, so that stepping back and forth
// needs no request.
import { post } from "../api/client";
import type { Position } from "../api/types";
import { texts } from "../texts/common";
import { sideName, type BoardShape } from "./notation";

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

/** Whose turn it is, or how the game ended. */
export function statusLine(info: BoardShape, position: Position): string {
  if (position.to_move !== null) return texts.toMove(sideName(info, position.to_move));
  return position.winner === null ? texts.draw : texts.wins(sideName(info, position.winner));
}
