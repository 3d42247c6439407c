// The state of a form that chooses a game and starts something on the server: a game, a tournament, a
// training.
import { errorMessage, get } from "../../api/client";
import type { Catalogue, GameInfo, Position } from "../../api/types";
import { loadCatalogue } from "../catalogue";
import { debounced } from "../debounce";
import { specProblem } from "../parameterProblem";
import { fetchPosition } from "../positions";
import { navigate } from "../router.svelte";
import { specName } from "../spec";

interface Options {
  /** Whether the first position of the game is wanted, too. */
  withPosition?: boolean;
}

/** `Settings` is what the form holds; it needs the catalogue. */
export class GameForm<Settings> {
  catalogue = $state.raw<Catalogue>();
  settings = $state.raw<Settings>();
  /** Why there is no catalogue. */
  problem = $state("");

  /** The chosen game, as the server describes it. */
  info = $state.raw<GameInfo>();
  position = $state.raw<Position>();
  /** Why there is no such game. */
  invalid = $state("");

  starting = $state(false);
  /** Why the server did not start it. */
  refused = $state("");

  readonly #create: (catalogue: Catalogue) => Settings | Promise<Settings>;
  readonly #withPosition: boolean;
  #lookedUp = false;

  constructor(
    create: (catalogue: Catalogue) => Settings | Promise<Settings>,
    options: Options = {},
  ) {
    this.#create = create;
    this.#withPosition = options.withPosition ?? false;
    void this.load();
  }

  async load(): Promise<void> {
    this.problem = "";
    try {
      this.catalogue = await loadCatalogue();
      this.settings = await this.#create(this.catalogue);
    } catch (error) {
      this.problem = errorMessage(error);
    }
  }

  /** Look the game up, after a pause while somebody types. Returns the cleanup of an effect. */
  lookUp(spec: string): () => void {
    this.refused = "";
    const type = this.catalogue?.games.find(({ name }) => name === specName(spec));
    const problem = type && specProblem(spec, type.parameters);
    if (problem) {
      this.invalid = problem;
      return () => undefined;
    }
    const pause = this.#lookedUp ? undefined : 0;
    return debounced((signal) => this.#fetchInfo(spec, signal), pause);
  }

  /** Start it with `start`, which returns the URL to go to. */
  async submit(start: (settings: Settings) => Promise<string>): Promise<void> {
    if (!this.settings || this.starting) return;
    this.starting = true;
    this.refused = "";
    try {
      navigate(await start(this.settings));
    } catch (error) {
      this.refused = errorMessage(error);
    } finally {
      this.starting = false;
    }
  }

  async #fetchInfo(spec: string, signal: AbortSignal): Promise<void> {
    this.#lookedUp = true;
    try {
      const [info, position] = await Promise.all([
        get("/api/games/info", { query: { game: spec }, signal }),
        this.#withPosition ? fetchPosition(spec, []) : undefined,
      ]);
      if (signal.aborted) return;
      [this.info, this.position, this.invalid] = [info, position, ""];
    } catch (error) {
      if (!signal.aborted) this.invalid = errorMessage(error);
    }
  }
}
