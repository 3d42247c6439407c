// The overlay of a board: heat map of candidates, ghost stones of a line, marks of hints and threats.

/** A cell of the heat map; the weight is from 0 to 1. */
export interface Heat {
  cell: number;
  weight: number;
  label?: string;
}

/** A numbered stone of a line. */
export interface Ghost {
  cell: number;
  player: 0 | 1;
  number: number;
}

export type MarkKind = "hint" | "five" | "four" | "three" | "last-setup";

/** A mark on a cell. */
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
