// Names of sides, cells and local boards. Row 1 is at the bottom.
import type { Side } from "../api/types";

/** The letter of each side. */
export const SYMBOLS = ["X", "O"] as const;

/** The side to move after `ply` moves: X begins, and the sides alternate. */
export function sideToMove(ply: number): Side {
  return ply % 2 === 0 ? 0 : 1;
}

/** The winner from a result, such as [1, -1]; null is a draw. */
export function winnerOf([first]: readonly [number, number]): Side | null {
  return first === 0 ? null : first > 0 ? 0 : 1;
}

/** The name of a cell, for a board that is known. */
export type NameOf = (cell: number) => string;

/** h8: the letter of the column, the number of the row. */
export function cellName(cell: number, columns: number): string {
  return columnName(cell % columns) + String(Math.floor(cell / columns) + 1);
}

/** a, b, c … */
export function columnName(column: number): string {
  return String.fromCharCode(97 + column);
}

const PLACES = [
  "bottom left",
  "bottom middle",
  "bottom right",
  "middle left",
  "centre",
  "middle right",
  "top left",
  "top middle",
  "top right",
];

/** The place of one of nine local boards, counted from the bottom left. */
export function boardPlace(board: number): string {
  return PLACES[board] ?? `number ${board + 1}`;
}
