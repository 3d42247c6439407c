// What there is to choose from; asked for once.
import { get } from "../api/client";
import type { Catalogue } from "../api/types";

let asked: Promise<Catalogue> | undefined;

/** Games, players, levels and formats; a failure is forgotten, so that one can try again. */
export function loadCatalogue(): Promise<Catalogue> {
  asked ??= get("/api/catalogue").catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

const ORDER = ["gomoku", "tictactoe", "ultimate", "mnk"]; // then any others

/** The kinds of games, those that most people want first. */
export function gamesInOrder(catalogue: Catalogue): Catalogue["games"] {
  const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return [...catalogue.games].sort((a, b) => rank(a.name) - rank(b.name));
}

/** What most people want of a parameter, by the game's name and its own. */
export const SUGGESTED: Record<string, number[]> = { "gomoku size": [15, 19, 20] };
