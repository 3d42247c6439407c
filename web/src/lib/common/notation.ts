// Names of cells and of local boards, as people say them. Row 1 is at the bottom.
import type { Side } from "../api/types";

export const SYMBOLS = ["X", "O"] as const;

/** h8: the letter of the column, the number of the row. */
export function cellName(cell: number, columns: number): string {
  return columnName(cell % columns) + String(Math.floor(cell / columns) + 1);
}

/** a, b, c … */
export function columnName(column: number): string {
  return String.fromCharCode(97 + column);
}

/** X or O, or "nobody". */
export function symbol(side: Side | null): string {
  return side === null ? "nobody" : SYMBOLS[side];
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

/** Where one of nine local boards is, counted from the bottom left. */
export function boardPlace(board: number): string {
  return PLACES[board] ?? `number ${board + 1}`;
}
