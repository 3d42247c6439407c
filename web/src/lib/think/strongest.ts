// The player that the page trusts.

/** The strongest player, if it plays the game. */
export const STRONGEST = "engine";

/** The strongest player of a game: the server lists it first. */
export function strongestPlayer(players: readonly string[]): string {
  return players[0] ?? STRONGEST;
}
