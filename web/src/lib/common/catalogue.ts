// The catalogue of games, players, levels and formats; fetched once.
import { get } from "../api/client";
import type { Catalogue } from "../api/types";

let asked: Promise<Catalogue> | undefined;

/** The catalogue; after a failure the next call tries again. */
export function loadCatalogue(): Promise<Catalogue> {
  asked ??= get("/api/catalogue").catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

const ORDER = ["gomoku", "tictactoe", "ultimate", "mnk"]; // then any others

/** The game types, the most popular first. */
export function gamesInOrder(catalogue: Catalogue): Catalogue["games"] {
  const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return [...catalogue.games].sort((a, b) => rank(a.name) - rank(b.name));
}

/** Popular values of parameters, by game and parameter. */
export const SUGGESTED: Record<string, number[]> = { "gomoku size": [15, 19, 20] };
