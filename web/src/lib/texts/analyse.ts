// Texts of src/lib/analyse.
import { texts as common } from "./common";

const moves = (count: number) => (count === 1 ? "1 move" : `${count} moves`);
const games = (count: number) => (count === 1 ? "1 game" : `${count} games`);

export const texts = {
  title: "Analysis",
  tabTitle: "Analysis · inarow",
  boardLabel: (game: string) => `Analysis board, ${game}`,
  loading: "Loading …",
  tools: "Tools",
  openGame: "Game",
  openSetup: "Set up",
  openImport: "Import",
  openExport: "Share & export",
  openPlay: "Play from here",
  settingUp: "Setting up a position",
  tapAgain: (cell: string) => `Tap ${cell} again to play there.`,
  played: (name: string, status: string) => `${name}. ${status}`,
  atMove: (ply: number, name: string, status: string) => `Move ${ply}, ${name}. ${status}`,
  atStart: (status: string) => `Start. ${status}`,
  loaded: (count: number) => `${moves(count)} loaded.`,

  // The list of moves.
  moves: "Moves",
  noMoves: "No moves yet. Play on the board, or import a game.",
  steps: "Step through the moves",
  first: "First",
  previous: "Previous",
  next: "Next",
  last: "Last",
  undo: "Undo",
  redo: "Redo",
  withKeys: (title: string, keys: string) => `${title} (${keys})`,
  moveLabel: (number: number, name: string, side: string) => `${number} ${name}, ${side}`,
  variationLabel: "Variation",
  moveActions: "Actions for the current move",
  comment: "Comment",
  promote: "Promote variation",
  makeMainLine: "Make main line",
  deleteFrom: "Delete from here",
  promoted: "Variation promoted.",
  madeMainLine: "This is the main line now.",
  deleted: (count: number) =>
    `${moves(count)} deleted. Undo brings ${count === 1 ? "it" : "them"} back.`,
  undone: "Undone.",
  redone: "Redone.",
  commentOn: (name: string) => `Comment on ${name}`,
  commentOnStart: "Comment on the starting position",

  // Another game.
  game: "Game",
  newBoard: "New board",

  // Set up.
  setUp: "Set up a position",
  setUpHelp: "Choose a stone and click on the board. Click again to remove it.",
  setUpLastHelp: "Mark the stone that was placed last: it decides the next board.",
  setUpTools: "What a click puts on the board",
  erase: "Erase",
  lastStone: "Last stone",
  clear: "Clear board",
  whoMoves: "To move",
  stoneCount: (first: string, firstCount: number, second: string, secondCount: number) =>
    `${first} ${firstCount}, ${second} ${secondCount}.`,
  unevenStones: "One side has two or more stones too many.",
  toMove: (side: string) => `${side} to move.`,
  swapsColours: (first: string) => `Colours will be swapped, because ${first} always moves first.`,
  swappedColours: (first: string) => `Colours swapped: ${first} always moves first.`,
  usePosition: "Use this position",
  cancel: "Cancel",

  // Import.
  import: "Import",
  importHelp: "Paste SGF, moves (1. h8 i9 2. g7 or h8i9g7), PSQ or JSON, or drop a file here",
  chooseFile: "Choose a file …",
  fileOfGames: "A file of games",
  nothingToImport: "Paste a game first, or choose a file.",
  noGame: "There is no game in this text.",
  tooLarge: (name: string, most: number) => `${name} is too large: ${most} kB at most.`,
  gamesFound: (count: number) => `${games(count)}: choose one.`,
  gamesOfFile: "Games of the file",
  gameTitle: (number: number, first: string, second: string) => `${number}. ${first} – ${second}`,
  gameSummary: (result: string, count: number) => `${result}, ${moves(count)}`,
  moreGames: "The file has more games than these.",
  recent: "Recent analyses",
  recentSummary: (count: number, variations: number) =>
    variations === 0
      ? moves(count)
      : `${moves(count)}, ${variations === 1 ? "1 variation" : `${variations} variations`}`,

  // Share and export.
  copyLink: "Copy link",
  linkCopied: "Link copied.",
  gameCopied: "Game copied.",
  cannotCopy: "The browser does not allow copying. Select the text instead.",
  svg: "Image (SVG)",
  png: "Image (PNG)",
  noPicture: (why: string) => `The image could not be made: ${why}`,
  noCanvas: "This browser cannot draw images.",
  noPng: "This browser cannot write PNG.",
  format: "Format",
  formats: {
    ...common.formats,
    sgf: "SGF (with variations and comments)",
  } as Readonly<Record<string, string>>,
  gameAs: (format: string) => `The game as ${format}`,
  notKept: (lost: readonly string[]) => `Not included: ${lost.join(", ")}.`,
  copy: "Copy",
  download: (filename: string) => `Download ${filename}`,

  // Play from here.
  youPlay: "You play",
  sideToMove: (side: string) => `${side}, to move`,
  against: "Against",
  levels: "Levels",
  players: "Players",
  people: "People",
  bothSides: "Both sides",
  play: "Play from here",
  gameOver: "The game is over. Step back to play on.",
} as const;
