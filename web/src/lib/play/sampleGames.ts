// Short games for the board of the start page: of the engine against our levels.
import type { GameInfo } from "../api/types";

/** By the row that wins, the longest first; the moves are cells of a board of these columns. */
const GAMES = [
  {
    row: 5,
    columns: 15,
    moves: [112, 80, 126, 110, 127, 125, 95, 140, 97, 82, 96, 98, 111, 155, 170, 81, 79, 63, 143],
  },
  { row: 4, columns: 7, moves: [17, 24, 23, 11, 16, 18, 9, 2, 30] },
  { row: 3, columns: 3, moves: [4, 1, 0, 8, 6, 2, 3] },
];
const ULTIMATE = [
  40, 41, 43, 39, 37, 50, 80, 71, 33, 18, 72, 73, 77, 60, 2, 17, 53, 61, 22, 76, 57, 0, 9, 47, 78,
  56, 6, 1, 3, 11, 79, 67, 32, 7,
];

type Board = Pick<GameInfo, "columns" | "rows" | "in_a_row" | "block">;

/** How far numbers are moved to be in the middle of 0 to `room`; null if they do not fit. */
function shiftOf(numbers: readonly number[], room: number): number | null {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return high - low < room ? Math.floor((room - 1 - low - high) / 2) : null;
}

/** Moves in the middle of a board; null if it is too small for them. */
function centred(moves: readonly number[], columns: number, board: Board): number[] | null {
  const xs = moves.map((cell) => cell % columns);
  const ys = moves.map((cell) => Math.floor(cell / columns));
  const [right, up] = [shiftOf(xs, board.columns), shiftOf(ys, board.rows)];
  if (right === null || up === null) return null;
  return moves.map((_, i) => (ys[i]! + up) * board.columns + xs[i]! + right);
}

/** The moves of a sample game; none if no sample fits. A game whose row is longer is not decided. */
export function sampleGame(board: Board): readonly number[] {
  if (board.block !== null) return ULTIMATE;
  for (const { row, columns, moves } of GAMES) {
    const fitting = row <= (board.in_a_row ?? 0) && centred(moves, columns, board);
    if (fitting) return fitting;
  }
  return [];
}
