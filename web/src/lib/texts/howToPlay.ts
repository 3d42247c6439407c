// Texts of "How to play", loaded with it.
export const texts = {
  title: (game: string) => `How to play ${game}`,
  step: (number: number, all: number) => `${number} of ${all}`,
  previous: "Previous",
  next: "Next",
  done: "Got it",
  games: {
    gomoku: "Gomoku",
    tictactoe: "tic-tac-toe",
    ultimate: "ultimate tic-tac-toe",
    mnk: "m × n × k",
  } as Readonly<Record<string, string>>,
  gomoku: {
    aim: "Black begins, and the players take turns. The first with five stones in a row wins: across, down or diagonally.",
    three:
      "Three in a row with one end blocked is a three. The four that it can become is blocked with one move, so there is no need to answer yet.",
    openThree:
      "Three in a row with both ends free is an open three. It threatens to become a four with two ends: the opponent should answer now.",
    four: "Four in a row with one free end is a four. The marked point must be taken at once, or the game is over.",
    open: "Four with both ends free is an open four. It cannot be stopped: whichever end is taken, the other makes five.",
    double:
      "Strong players win with two threats in one move. The marked point makes a four and an open three together: one answer is not enough.",
  },
  tictactoe: {
    aim: "X begins, and the players take turns. Three in a row win: across, down or diagonally.",
    fork: "The marked cell makes two threats at once, a fork: O can stop only one of them. With good play on both sides the game is a draw.",
  },
  ultimate: {
    boards: "Nine small boards make one large board. Three in a row win a small board.",
    sends:
      "The cell you choose sends your opponent to the small board at the same place. X played the top right cell of a board, so O must play in the top right board.",
    free: "If that board is already decided, the opponent may play in any open board.",
    wins: "Three small boards in a row win the game.",
  },
  mnk: {
    aim: "A board of m columns and n rows: k in a row win. This is 7 × 6 with four in a row; X has won.",
  },
} as const;
