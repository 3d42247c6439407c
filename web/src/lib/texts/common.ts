// Texts of src/lib/common, and of several folders.

const WAYS: Record<number, string> = { 3: "three", 4: "four", 5: "five", 6: "six" };

export const texts = {
  /** The names of the sides, the first to move first. */
  marks: ["X", "O"],
  stones: ["Black", "White"],
  toMove: (side: string) => `${side} to move`,
  wins: (side: string) => `${side} wins`,
  draw: "Draw",
  /** Why a side has won: "five in a row". */
  inARow: (count: number | null) =>
    count === null ? "three boards in a row" : `${WAYS[count] ?? count} in a row`,
  boardFull: "the board is full",
  places: [
    "bottom left",
    "bottom middle",
    "bottom right",
    "middle left",
    "centre",
    "middle right",
    "top left",
    "top middle",
    "top right",
  ],
  /** Words in the names of players that are not written as in their descriptions. */
  players: {
    alphabeta: "alpha-beta",
    alphazero: "AlphaZero",
    dqn: "DQN",
    mcts: "MCTS",
    td: "TD",
    ucb: "UCB",
  } as Readonly<Record<string, string>>,
  /** The formats of files of games. */
  formats: {
    jsonl: "JSON (inarow)",
    sgf: "SGF",
    psq: "PSQ (Piskvork, Gomocup)",
    coords: "Moves (h8i9g7)",
  } as Readonly<Record<string, string>>,
  /** The time of a move of the fastest players. */
  fast: "< 1 ms",
  /** An interval, in text. */
  interval: (low: string, high: string) => `${low} to ${high}`,
  /** How long ago, within the last minute. */
  justNow: "just now",
  /** Moves in an address or a field that cannot be read. */
  notOnBoard: (move: string, columns: number, rows: number) =>
    `${move} is not on a board of ${columns} × ${rows}.`,
  noMove: (text: string) => `Moves are written like h8i9g7, and "${text}" is none.`,
  /** Requests that fail. */
  unreachable: "The server cannot be reached: see whether it is still running.",
  serverFault: (status: number) => `The server had a fault of its own (${status}): try again.`,
  close: "Close",
  tryAgain: "Try again",
  loading: "Loading",
  player: "Player",
  parameters: "Parameters",
  atLeast: (low: string) => `at least ${low}`,
  range: (low: string, high: string) => `${low} to ${high}`,
  /** A parameter with another value than it may have. */
  wrongValue: (label: string, whole: boolean, range: string | null) =>
    `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${whole ? "a whole number" : "a number"}${range ? `, ${range}` : ""}.`,
  placeNumber: (number: number) => `number ${number}`,
} as const;
