// Short games for the board of the start page: of the engine against our levels.
const GAMES: Readonly<Record<string, readonly number[]>> = {
  gomoku: [112, 80, 126, 110, 127, 125, 95, 140, 97, 82, 96, 98, 111, 155, 170, 81, 79, 63, 143],
  tictactoe: [4, 1, 0, 8, 6, 2, 3],
  "mnk:m=7,n=6,k=4": [17, 24, 23, 11, 16, 18, 9, 2, 30],
  ultimate: [
    40, 41, 43, 39, 37, 50, 80, 71, 33, 18, 72, 73, 77, 60, 2, 17, 53, 61, 22, 76, 57, 0, 9, 47, 78,
    56, 6, 1, 3, 11, 79, 67, 32, 7,
  ],
};

/** The moves of a sample game, if there is one for this game. */
export function sampleGame(spec: string): readonly number[] {
  return GAMES[spec] ?? [];
}
