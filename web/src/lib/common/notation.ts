// Names of sides, cells and local boards. Row 1 is at the bottom.
import type { Side } from "../api/types";
import { texts } from "../texts/common";

/** The letter of each side. */
export const SYMBOLS = ["X", "O"] as const;

/** What the drawing of a game's board depends on. */
export interface BoardShape {
  rows: number;
  columns: number;
  block: number | null;
  in_a_row: number | null;
}

/** Whether a game is played on crossings, with black and white stones: Gomoku of any size. */
export function usesStones({ block, in_a_row }: BoardShape): boolean {
  return block === null && in_a_row === 5;
}

/** What people call a side: Black and White where stones are placed, else X and O. */
export function sideName(shape: BoardShape, side: Side): string {
  return (usesStones(shape) ? texts.stones : texts.marks)[side];
}

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

/** The place of one of nine local boards, counted from the bottom left. */
export function boardPlace(board: number): string {
  return texts.places[board] ?? texts.placeNumber(board + 1);
}
