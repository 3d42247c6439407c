// Texts of src/lib/think: evaluations, hints, analyses. Every chance says whose it is.

const article = (word: string) => (/^[aeiou]/.test(word) ? "an" : "a");
const count = (number: string, amount: number, one: string, many = `${one}s`) =>
  `${number} ${amount === 1 ? one : many}`;

const WAYS = { vcf: "by fours", vct: "by fours and threes" };

export const texts = {
  /** The panel. */
  panel: "Analysis",
  /** An endless analysis that the server has ended: it runs for ten minutes at most, and gives way. */
  paused: "Paused: the server lets others search, too.",
  continue: "Continue",
  lost: "The server cannot be reached: trying again …",

  /** The bar. */
  evaluating: "Evaluating …",
  noEvaluation: "No evaluation yet",
  even: "Even",
  provenWin: (side: string) => `${side} wins, proven`,
  provenDraw: "A draw, proven",
  gameWon: (side: string) => `${side} has won`,
  gameDrawn: "The game is a draw",
  winning: (side: string) => `${side} is winning`,
  muchBetter: (side: string) => `${side} is much better`,
  littleBetter: (side: string) => `${side} is a little better`,
  chances: (label: string, first: string, firstChance: string, second: string, chance: string) =>
    `${label}: ${first} ${firstChance}, ${second} ${chance}`,
  chanceOf: (side: string) => `Chance of ${side} to win`,
  byEngine: (depth: number) => (depth > 0 ? `Engine, depth ${depth}` : "Engine"),
  /** Of a position that is not over in a game that is: somebody resigned, or both agreed. */
  ofPosition: (label: string) => `Position: ${label}`,
  ownOpinion: (player: string, effort: string, opinion: string) =>
    `${player}${effort && `, after ${effort}`}: ${opinion}`,
  sideChance: (side: string, chance: string) => `${side} ${chance}`,
  simulations: (number: string, amount: number) => count(number, amount, "simulation"),
  positions: (number: string, amount: number) => count(number, amount, "position"),

  /** Whose search is shown. */
  analyses: (player: string) => `${player} analyses`,
  analysisBy: (player: string) => `Analysis by ${player}`,
  thinks: (player: string) => `${player} thinks`,
  thoughtHere: (player: string) => `What ${player} thought here`,
  thoughtBefore: (player: string, move: string) => `What ${player} thought before ${move}`,
  itsMove: "its move",

  /** The toolbar. */
  toolbar: "Analysis",
  hint: "Hint",
  thinking: "Thinking …",
  askEveryone: "Ask every player",
  stopAsking: "Stop asking",
  engine: "Engine",
  heatMap: "Heat map",
  threats: "Threats",

  /** Its options. */
  options: "Options",
  analysedBy: "Analysed by",
  time: "Time",
  seconds: (seconds: number) => `${seconds} s`,
  endless: "∞ until stopped",
  lines: "Lines",
  lineCount: (lines: number) => count(`${lines}`, lines, "line"),
  askTime: "Time of each when all are asked",
  heatBy: "Heat by",
  byShare: "Visits, else chance",
  byValue: "Chance to win",
  byNothing: "None",
  boardNumbers: "Numbers on the board",
  /** What the numbers on the board are, beside whose search it is. */
  numbersAre: (source: string, numbers: string) => `${source} · on the board: ${numbers}`,
  numbers: {
    visits: () => "visits",
    share: () => "share of visits",
    chance: (side: string) => `chance of ${side}`,
  },

  /** Figures of a search. */
  depth: "depth",
  depthTitle: "plies searched in full / the deepest ply that was looked at",
  nodes: "nodes",
  nodesTitle: (nodes: string) => `${nodes} positions`,
  speed: "speed",
  speedTitle: (speed: string) => `${speed} positions a second`,
  sims: "sims",
  simsTitle: (sims: string) => `${sims} simulations`,
  spent: "time",

  /** Lines and candidates. */
  linesOf: (side: string) => `Lines of play, best first; chances of ${side}`,
  chancesOf: (side: string) => `Chances of ${side}`,
  lineLabel: (number: number, worth: string) => `Line ${number}${worth ? `, ${worth}` : ""}`,
  lineDepth: (depth: number) => `depth ${depth}`,
  showOnBoard: "Show on the board",
  play: (move: string) => `Play ${move}`,
  proven: { win: "win", loss: "loss", draw: "draw" } as Record<string, string>,
  candidatesOf: (side: string) => `Candidate moves of ${side}, best first`,
  move: "Move",
  visits: "Visits",
  share: "Share",
  prior: "Prior",
  priorTitle: "What it expected before it searched",
  valueOf: (side: string) => `${side} wins`,
  valueTitle: (side: string) => `Chance of ${side} to win after the move`,
  unknown: "–",
  showBest: "Show the best",
  showAll: (moves: string) => `Show all ${moves}`,

  /** Every player. */
  everyPlayer: (side: string) => `Every player, for ${side}`,
  everyPlayerRegion: "What every player would play",
  answered: (done: number, all: number) => `${done} of ${all} answered`,
  answers: (answers: number) => count(`${answers}`, answers, "answer"),
  closeAnswers: "Close the answers",
  playersAnswered: "Players that answered",
  movesByVoices: "Moves by how many would make them",
  ofVoices: (voices: number, players: string) => `of ${voices}: ${players}`,
  sort: (help: string) => `Sort ${help}`,
  columns: {
    strength: { title: "Player", help: "by strength" },
    move: { title: "Move", help: "those who agree together, most first" },
    chance: { title: "Chance", help: "by what they think it is worth" },
    depth: { title: "Depth", help: "by depth" },
    nodes: { title: "Nodes", help: "by positions" },
    time: { title: "Time", help: "by time" },
  },
  nodeCount: (number: string, amount: number) => count(number, amount, "node"),
  lineOf: (player: string) => `Line of ${player}`,
  waits: "waits for its turn …",
  notAsked: "was not asked",
  stillThinks: "thinks …",
  allAnswered: (voices: string, most: string, move: string) =>
    `${voices} answered; ${most} ${move}.`,
  player: (players: number) => count(`${players}`, players, "player"),
  plays: (players: number) => count(`${players}`, players, "plays", "play"),

  /** Why a player chose a move. */
  winsAtOnce: "wins at once",
  forcedWin: "sees a forced win",
  forcedWinIn: (moves: number) => `sees a forced win in ${moves}`,
  noWayOut: "sees no way out",
  lostIn: (moves: number) => `sees no way out: lost in ${moves}`,
  provedDraw: "has proven a draw",
  says: (side: string, chance: string) => `gives ${side} ${chance}`,
  visited: (move: string, share: string, sims: string) =>
    `visited ${move} in ${share} of ${sims} simulations`,
  and: (one: string, other: string) => `${one} and ${other}`,
  simsSay: (sims: string, says: string) => `${sims} simulations: ${says}`,
  depthSays: (depth: number, deepest: number, says: string) =>
    `depth ${depth}${deepest > depth ? `, up to ${deepest} where it matters,` : ""} ${says}`,
  doesNotSay: "does not say why",

  /** Hints. */
  theEngine: "the engine",
  noHint: "There is no hint here.",
  noHintFound: "No hint was found: try again.",
  noHintCame: "No hint came: the server has much to do. Try again later.",
  noServer: "The server cannot be reached.",
  hintProven: (move: string, player: string, why: string) => `Try ${move}: ${player} ${why}.`,
  hintChance: (move: string, player: string, side: string, chance: string) =>
    `Try ${move}: ${player} gives you (${side}) ${chance}.`,
  analysed: (player: string, move: string, evaluation: string) =>
    `${player}: ${move}. ${evaluation}`,

  /** Threats. */
  lookingForThreats: "Looking for threats …",
  noForcedWin: "Neither side has a forced win by threats.",
  victory: (side: string, isToMove: boolean, kind: keyof typeof WAYS, moves: number) =>
    `${side} ${isToMove ? "wins" : "threatens to win"} ${WAYS[kind]} in ${count(`${moves}`, moves, "move")}`,
  canMake: "can make",
  threatAt: (kind: string) => `${article(kind)} ${kind} at`,

  /** The game so far. */
  review: "The game so far",
  graph: (side: string) => `Chance of ${side} over the game, by moves`,
  start: "start",
  numbered: (number: number, move: string) => `${number}. ${move}`,
  a: (kind: string) => `a ${kind}`,
  drawn: "draw",
  sideWins: (side: string) => `${side} wins`,
  even50: "50",
  evaluateGame: "Review game",
  stop: "Stop",
  evaluated: "Positions evaluated",
  ofTotal: (done: number, total: number) => `${done} of ${total}`,
  reviewTime: "Time for each position",
  perMove: (seconds: number) => `${seconds} s a move`,
  mistakes: (mistakes: number) =>
    count(`${mistakes}`, mistakes, "move that gave much away", "moves that gave much away"),
  better: (move: string) => `better ${move}`,
  change: (side: string, before: string, after: string) => `${side} ${before} → ${after}`,
  findBetter: "Find the better move",
  betterFor: (side: string, move: string) =>
    `${side} played ${move}. Find a better move: click on the board.`,
  judging: (move: string) => `${move} …`,
  best: (move: string) => `Yes! ${move} is what the engine plays, too.`,
  good: (move: string) => `Well done: ${move} is as good as the engine's move.`,
  wrong: (move: string) => `${move} does not hold: try another move.`,
  failed: (move: string) => `The engine did not answer: try ${move} again.`,
  showBetter: "Show it",
  leaveBetter: "Done",
  noMistakes: "No move gave much away.",
  reviewed: (mistakes: string) => `The game is reviewed: ${mistakes} gave much away.`,
  moves: (moves: number) => count(`${moves}`, moves, "move"),
} as const;
