// On touch screens, small cells are shown by a first tap and played by a second one.
import type { BoardShape } from "../common/notation";
import { settings } from "../common/settings.svelte";
import { CELL, geometryOf } from "./geometry";

// CSS pixels of a cell below which a finger often misses it.
const SMALL_CELL = 30;

/** Whether a move takes two taps on a board of this width in CSS pixels. */
export function needsTwoTaps(shape: BoardShape, boardWidth: number): boolean {
  if (settings.taps === "once") return false;
  if (!window.matchMedia("(pointer: coarse)").matches) return false;
  const cell = (boardWidth / geometryOf(shape).width) * CELL;
  return settings.taps === "twice" || cell < SMALL_CELL;
}
