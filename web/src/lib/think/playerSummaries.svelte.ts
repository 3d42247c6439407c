// What each player is, in a few words, by its name; from the catalogue, fetched once.
import { loadCatalogue } from "../common/catalogue";

let known = $state.raw<ReadonlyMap<string, string>>(new Map());
let asked = false;

/** The summaries as far as they are known; the first call fetches them. */
export function playerSummaries(): ReadonlyMap<string, string> {
  if (!asked) {
    asked = true;
    loadCatalogue().then(
      ({ players }) => (known = new Map(players.map(({ name, summary }) => [name, summary]))),
      () => (asked = false), // Reasons are told without them; the next call tries again.
    );
  }
  return known;
}
