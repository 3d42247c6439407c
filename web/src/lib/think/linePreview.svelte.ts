// The line that the board shows as numbered ghost stones.
import type { Side } from "../api/types";

/** Alternating moves from the position on the board. */
export interface PlayLine {
  cells: readonly number[];
  /** The side of the first move. */
  first: Side;
}

/** A hovered line is shown while it is hovered, a kept one until it is chosen again. */
export class LinePreview {
  #pointed = $state.raw<PlayLine | null>(null);
  #kept = $state.raw<PlayLine | null>(null);

  get line(): PlayLine | null {
    return this.#pointed ?? this.#kept;
  }

  point(line: PlayLine): void {
    this.#pointed = line;
  }

  /** The pointer has left the line. */
  leave(): void {
    this.#pointed = null;
  }

  keep(line: PlayLine): void {
    this.#kept = this.keeps(line) ? null : line;
    if (!this.#kept) this.#pointed = null;
  }

  keeps(line: PlayLine): boolean {
    return this.#kept !== null && sameLine(this.#kept, line);
  }

  clear(): void {
    this.#pointed = null;
    this.#kept = null;
  }
}

function sameLine(a: PlayLine, b: PlayLine): boolean {
  return (
    a.first === b.first &&
    a.cells.length === b.cells.length &&
    a.cells.every((cell, i) => cell === b.cells[i])
  );
}
