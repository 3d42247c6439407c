// Short descriptions of players, by name, from the catalogue.
import { loadCatalogue } from "../common/catalogue";

let known = $state.raw<ReadonlyMap<string, string>>(new Map());
let asked = false;

/** The summaries that are known; the first call fetches them. */
export function playerSummaries(): ReadonlyMap<string, string> {
  if (!asked) {
    asked = true;
    loadCatalogue().then(
      ({ players }) => (known = new Map(players.map(({ name, summary }) => [name, summary]))),
      () => (asked = false), // The page works without them; the next call tries again.
    );
  }
  return known;
}
