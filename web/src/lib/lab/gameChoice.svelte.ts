// The game in a form of the lab: a type, with its parameters.
import type { Catalogue } from "../api/types";
import { specName, specValues, withParameter, type ParameterValue } from "../common/spec";

/** The default of mnk on the server is tic-tac-toe, which has its own tile. */
const OWN_DEFAULTS: Record<string, string> = { mnk: "mnk:m=5,n=5,k=4" };

export class GameChoice {
  /** The spec. */
  game = $state("");

  readonly #catalogue: Catalogue;

  constructor(catalogue: Catalogue, game: string) {
    this.#catalogue = catalogue;
    this.game = game;
  }

  /** The game type: gomoku of gomoku:size=19. */
  get kind(): string {
    return specName(this.game);
  }

  set kind(name: string) {
    if (name !== this.kind) this.game = OWN_DEFAULTS[name] ?? name;
  }

  get parameters() {
    return this.#catalogue.games.find(({ name }) => name === this.kind)?.parameters ?? [];
  }

  value(name: string): ParameterValue {
    return specValues(this.game, this.parameters)[name] ?? "";
  }

  setValue(name: string, value: ParameterValue): void {
    this.game = withParameter(this.game, this.parameters, name, value);
  }
}
