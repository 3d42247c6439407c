// Each game in one sentence, for beginners. The rules themselves are on the server.
export const GAME_DESCRIPTIONS: Record<string, { title: string; aim: string }> = {
  gomoku: { title: "Gomoku", aim: "Five stones in a row win: across, down or diagonally." },
  tictactoe: { title: "Tic-tac-toe", aim: "Three in a row win: across, down or diagonally." },
  ultimate: {
    title: "Ultimate",
    aim: "Win three small boards in a row. The cell you choose sends your opponent to the board at the same place; if that one is decided, to any.",
  },
  mnk: { title: "m × n × k", aim: "A board of m columns and n rows: k in a row win." },
};
