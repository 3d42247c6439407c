// Texts of src/lib/board.
export const texts = {
  empty: "empty",
  closed: "closed",
  lastMove: "last move",
  winningLine: "winning line",
  marks: {
    hint: "hint",
    "last-setup": "placed last",
    five: "five",
    four: "four",
    three: "three",
  } as Readonly<Record<string, string>>,

  /** The list of moves. Moves are counted one by one, as on the stones. */
  moves: "Moves",
  toStart: "To the start",
  previous: "Previous",
  previousTitle: "Previous move ( ← )",
  next: "Next",
  nextTitle: "Next move ( → )",
  toEnd: "To the last move",
  ofMoves: (shown: number, all: number) => `${shown} of ${all}`,
  move: (number: number, name: string, side: string) => `${number} ${name}, ${side}`,
  given: "given at the start",
  takenBack: "taken back",
  noMoves: "No moves yet",
  mistake: "a mistake",
  blunder: "a blunder",
} as const;
