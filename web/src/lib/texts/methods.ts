// Texts of src/lib/methods. Numbers come in as they are written on the page.
export const texts = {
  pageTitle: "Methods · inarow",
  title: "Methods",
  intro: (seconds: string) =>
    `Every method of inarow on each game, with at most ${seconds} for a move on one core. The methods of a game met in Swiss tournaments and are rated together: 0 is their mean, and 400 Elo more mean ten wins for each loss. The line is the 95 % interval.`,
  game: "Game",
  table: (game: string) => `Methods on ${game}`,
  method: "Method",
  elo: "Elo",
  interval: "95 %",
  results: "W D L",
  resultsHelp: "games won, drawn and lost",
  won: (wins: number, draws: number, losses: number) =>
    `${wins} won, ${draws} drawn, ${losses} lost`,
  time: "Time per move",
  training: "Training",
  untrained: "none",
  act: "Play",
  explained: (method: string) => `How ${method} works`,
  play: (method: string) => `Play against ${method}`,
  basis: (games: string, distinct: string) => `${games} games, ${distinct} of them different.`,
  firstMove: (elo: string, low: string, high: string) =>
    `Moving first is worth ${elo} Elo (95 %: ${low} to ${high}).`,
  made: "Measured by",
  scaled: (what: string) => `With less than a whole run: ${what}.`,
  missing: "The methods cannot be shown",
  loading: "Loading…",
} as const;
