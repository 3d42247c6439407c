// What somebody wants to play, as the form for a new game holds it; remembered in the browser.
import type { Catalogue, GameTypeInfo, NewGame, Seat } from "../api/types";
import { joinSpec, type ParameterValue } from "../common/spec";
import { loadStored, store } from "../common/storage";

/** Who plays a side: "me", "open" (whoever has the link), "player", or "level:" and its name. */
export type SideChoice = string;

const NAME = "choice";
const LEVEL = "level:";
const USUAL_LEVEL = "club";
/** The level that is limited by time alone. */
const TIRELESS_LEVEL = "master";
/** Tic-tac-toe has a place of its own, so the general game starts as another one. */
const OWN_DEFAULTS: Record<string, Record<string, ParameterValue>> = { mnk: { m: 7, n: 6, k: 4 } };

const DEFAULTS = {
  game: "gomoku",
  parameters: OWN_DEFAULTS,
  first: "me",
  second: LEVEL + USUAL_LEVEL,
  firstPlayer: "engine",
  secondPlayer: "engine",
  time: 1,
};

export class NewGameSettings {
  #kept = loadStored(NAME, DEFAULTS);
  game = $state(this.#kept.game);
  /** Of each game, what differs from its defaults. */
  parameters = $state(this.#kept.parameters);
  sides = $state<[SideChoice, SideChoice]>([this.#kept.first, this.#kept.second]);
  /** Descriptions, for sides that are "player". */
  players = $state<[string, string]>([this.#kept.firstPlayer, this.#kept.secondPlayer]);
  time = $state(this.#kept.time);

  readonly #catalogue: Catalogue;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
    if (!this.type) this.game = catalogue.games[0]!.name;
    this.sides = [this.#known(this.sides[0], "me"), this.#known(this.sides[1], this.machine)];
    this.time = Math.min(this.time, catalogue.longest_think);
  }

  get type(): GameTypeInfo | undefined {
    return this.#catalogue.games.find(({ name }) => name === this.game);
  }

  /** Value of a parameter of the chosen game. */
  value(name: string): ParameterValue {
    const standard = this.type?.parameters.find((parameter) => parameter.name === name)?.default;
    return this.parameters[this.game]?.[name] ?? standard ?? "";
  }

  setValue(name: string, value: ParameterValue): void {
    this.parameters[this.game] = { ...this.parameters[this.game], [name]: value };
  }

  /** The description of the chosen game. */
  get spec(): string {
    const declared = this.type?.parameters ?? [];
    return joinSpec(this.game, declared, this.parameters[this.game] ?? {});
  }

  /** The machine that somebody who plays against one is given first. */
  get machine(): SideChoice {
    const levels = this.#catalogue.levels.map(({ name }) => name);
    const level = levels.includes(USUAL_LEVEL) ? USUAL_LEVEL : levels[levels.length >> 1];
    return level === undefined ? "player" : LEVEL + level;
  }

  /** Whether anybody's time is limited. */
  get hasMachine(): boolean {
    return this.sides.some(isMachineChoice);
  }

  /** Whether somebody plays who takes all the time there is: most levels stop before. */
  get usesTime(): boolean {
    return this.sides.some((side) => side === "player" || side === LEVEL + TIRELESS_LEVEL);
  }

  /** Keep it for the next time. */
  remember(): void {
    store(NAME, {
      game: this.game,
      parameters: this.parameters,
      first: this.sides[0],
      second: this.sides[1],
      firstPlayer: this.players[0],
      secondPlayer: this.players[1],
      time: this.time,
    });
  }

  /** What the server is asked for. */
  request(): NewGame {
    return {
      game: this.spec,
      seats: [seatOf(this.sides[0], this.players[0]), seatOf(this.sides[1], this.players[1])],
      time: this.time,
      moves: [],
    };
  }

  /** A choice that was kept may be of a level that is no more. */
  #known(side: SideChoice, instead: SideChoice): SideChoice {
    const levels = this.#catalogue.levels.map(({ name }) => LEVEL + name);
    return ["me", "open", "player", ...levels].includes(side) ? side : instead;
  }
}

export const isMachineChoice = (side: SideChoice): boolean => side !== "me" && side !== "open";

/** The level of a choice, if it is one. */
export function levelOf(side: SideChoice): string | undefined {
  return side.startsWith(LEVEL) ? side.slice(LEVEL.length) : undefined;
}

export function seatOf(side: SideChoice, player: string): Seat {
  const level = levelOf(side);
  if (level !== undefined) return { kind: "level", level };
  if (side === "player") return { kind: "player", spec: player };
  return { kind: "human", open: side === "open" };
}
