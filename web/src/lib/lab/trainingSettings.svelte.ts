// The settings of the form for a new training; kept in local storage.
import type { Catalogue, LearnerInfo, LearnerList, NewTraining, ParameterInfo } from "../api/types";
import type { ParameterValue } from "../common/spec";
import { loadStored, store } from "../common/storage";
import { GameChoice } from "./gameChoice.svelte";

const NAME = "training";
/** The two settings that the form treats by name: all learners have the first, some the second. */
const GAMES = "games";
const PRESET = "preset";

type Values = Record<string, ParameterValue>;

const DEFAULTS = { game: "tictactoe", learner: "", given: {} as Record<string, Values> };

export class TrainingSettings extends GameChoice {
  #kept = loadStored(NAME, DEFAULTS);
  learner = $state(this.#kept.learner);
  /** By learner, what was given. */
  #given = $state(this.#kept.given);

  readonly learners: LearnerInfo[];
  /** Seconds, after which a training ends. */
  readonly longest: number;

  constructor(catalogue: Catalogue, { learners, longest_seconds }: LearnerList) {
    super(catalogue, DEFAULTS.game);
    this.game = this.#kept.game;
    this.learners = learners;
    this.longest = longest_seconds;
    if (!this.chosen) this.learner = learners[0]?.name ?? "";
  }

  get chosen(): LearnerInfo | undefined {
    return this.learners.find(({ name }) => name === this.learner);
  }

  /** The parameter for the number of games. */
  get games(): ParameterInfo | undefined {
    return this.chosen?.parameters.find(({ name }) => name === GAMES);
  }

  /** The number of games. */
  get count(): number {
    return this.games ? Number(this.setting(this.games)) : 1;
  }

  /** All other settings. */
  get others(): ParameterInfo[] {
    return this.chosen?.parameters.filter(({ name }) => name !== GAMES) ?? [];
  }

  setting({ name, default: usual }: ParameterInfo): ParameterValue {
    const preset = String(this.#values[PRESET] ?? "");
    return this.#values[name] ?? this.chosen?.presets[preset]?.[name] ?? usual;
  }

  change({ name }: ParameterInfo, value: ParameterValue): void {
    this.#given[this.learner] = { ...this.#values, [name]: value };
  }

  /** The settings that were changed, besides the number of games. The others follow the preset. */
  get changed(): Values {
    const names = this.others.map(({ name }) => name);
    return Object.fromEntries(
      Object.entries(this.#values).filter(([name]) => names.includes(name)),
    );
  }

  /** Take the defaults again, but for the number of games. */
  reset(): void {
    const games = this.#values[GAMES];
    this.#given[this.learner] = games === undefined ? {} : { [GAMES]: games };
  }

  /** The request to the server; also stores the settings for the next time. */
  request(): NewTraining {
    const { game, learner } = this;
    store(NAME, { game, learner, given: this.#given });
    return { learner, game, games: this.count, settings: this.changed };
  }

  get #values(): Values {
    return this.#given[this.learner] ?? {};
  }
}
