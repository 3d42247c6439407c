// What can be laid over a board: candidate moves, lines to come, hints and threats.

/** A cell with a weight from 0 to 1: how much a search thinks of it. */
export interface Heat {
  cell: number;
  weight: number;
  label?: string;
}

/** A numbered stone of a line that may come. */
export interface Ghost {
  cell: number;
  player: 0 | 1;
  number: number;
}

export type MarkKind = "hint" | "five" | "four" | "three" | "last-setup";

/** A sign on a cell. */
export interface Mark {
  cell: number;
  kind: MarkKind;
  player?: 0 | 1;
  label?: string;
}

export interface Overlay {
  heat?: Heat[];
  ghosts?: Ghost[];
  marks?: Mark[];
}
