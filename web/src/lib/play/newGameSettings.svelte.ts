// The settings of the form for a new game; kept in local storage.
import type { Catalogue, GameTypeInfo, NewGame, Seat, Side } from "../api/types";
import { joinSpec, type ParameterValue } from "../common/spec";
import { loadStored, store } from "../common/storage";

/** Who plays a side: "me", "open" (by link), "player", or "level:" with its name. */
export type SideChoice = string;

/** Whom to play: the three large choices. */
export const MODES = ["computer", "friend", "watch"] as const;
export type Mode = (typeof MODES)[number];

const NAME = "choice";
const LEVEL = "level:";
const USUAL_LEVEL = "club";
/** The level that is limited by time alone. */
const TIRELESS_LEVEL = "master";
/** The default of mnk on the server is tic-tac-toe, which has its own tile. */
const OWN_DEFAULTS: Record<string, Record<string, ParameterValue>> = { mnk: { m: 7, n: 6, k: 4 } };

const DEFAULTS = {
  game: "gomoku",
  parameters: OWN_DEFAULTS,
  first: "me",
  second: LEVEL + USUAL_LEVEL,
  firstPlayer: "engine",
  secondPlayer: "engine",
  time: 1,
  /** Whether the sides are drawn by lot, against a computer or a friend by link. */
  random: false,
};

export class NewGameSettings {
  #kept = loadStored(NAME, DEFAULTS);
  game = $state(this.#kept.game);
  /** By game, the parameters that differ from its defaults. */
  parameters = $state(this.#kept.parameters);
  sides = $state<[SideChoice, SideChoice]>([this.#kept.first, this.#kept.second]);
  /** Specs, for sides that are "player". */
  players = $state<[string, string]>([this.#kept.firstPlayer, this.#kept.secondPlayer]);
  time = $state(this.#kept.time);
  random = $state(this.#kept.random);

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

  /** The value of a parameter of the chosen game. */
  value(name: string): ParameterValue {
    const standard = this.type?.parameters.find((parameter) => parameter.name === name)?.default;
    return this.parameters[this.game]?.[name] ?? standard ?? "";
  }

  setValue(name: string, value: ParameterValue): void {
    this.parameters[this.game] = { ...this.parameters[this.game], [name]: value };
  }

  /** The spec of the chosen game. */
  get spec(): string {
    const declared = this.type?.parameters ?? [];
    return joinSpec(this.game, declared, this.parameters[this.game] ?? {});
  }

  /** The default opponent. */
  get machine(): SideChoice {
    const levels = this.#catalogue.levels.map(({ name }) => name);
    const level = levels.includes(USUAL_LEVEL) ? USUAL_LEVEL : levels[levels.length >> 1];
    return level === undefined ? "player" : LEVEL + level;
  }

  get mode(): Mode {
    if (this.sides.every(isMachineChoice)) return "watch";
    return this.hasMachine ? "computer" : "friend";
  }
  set mode(mode: Mode) {
    if (mode === this.mode) return;
    if (mode === "watch") this.sides = [this.machine, this.machine];
    else if (mode === "friend") this.sides = ["me", "open"];
    else this.sides = ["me", this.machine];
  }

  /** The side of this person, or else of a friend, against the other. */
  get mine(): Side {
    const [first, second] = this.sides.map(nearness) as [number, number];
    return second > first ? 1 : 0;
  }

  /** Whether the two sides are different: one can be chosen. */
  get hasSides(): boolean {
    return this.mode === "computer" || this.byLink;
  }

  /** The same as it was chosen; null: drawn by lot. */
  get side(): Side | null {
    return this.random ? null : this.mine;
  }
  set side(side: Side | null) {
    this.random = side === null;
    if (side !== null && side !== this.mine) {
      this.sides = [this.sides[1], this.sides[0]];
      this.players = [this.players[1], this.players[0]];
    }
  }

  /** Play a level of the computer. */
  playLevel(name: string): void {
    this.setSide(this.mine === 0 ? 1 : 0, LEVEL + name);
  }

  setSide(side: Side, choice: SideChoice): void {
    this.sides = side === 0 ? [choice, this.sides[1]] : [this.sides[0], choice];
  }

  /** Whether a friend comes by link; else both play at this screen. */
  get byLink(): boolean {
    return this.sides.includes("open");
  }
  set byLink(byLink: boolean) {
    if (byLink !== this.byLink) this.sides = byLink ? ["me", "open"] : ["me", "me"];
  }

  /** Whether a machine plays. */
  get hasMachine(): boolean {
    return this.sides.some(isMachineChoice);
  }

  /** Whether a machine uses all its time: most levels have other limits. */
  get usesTime(): boolean {
    return this.sides.some((side) => side === "player" || side === LEVEL + TIRELESS_LEVEL);
  }

  /** Store the settings for the next time. */
  remember(): void {
    store(NAME, {
      game: this.game,
      parameters: this.parameters,
      first: this.sides[0],
      second: this.sides[1],
      firstPlayer: this.players[0],
      secondPlayer: this.players[1],
      time: this.time,
      random: this.random,
    });
  }

  /** The request to the server. */
  request(): NewGame {
    const seats: [Seat, Seat] = [
      seatOf(this.sides[0], this.players[0]),
      seatOf(this.sides[1], this.players[1]),
    ];
    const swapped = this.random && this.hasSides && Math.random() < 0.5;
    return {
      game: this.spec,
      seats: swapped ? [seats[1], seats[0]] : seats,
      time: this.time,
      moves: [],
    };
  }

  /** Replaces a stored choice that no longer exists, such as a level. */
  #known(side: SideChoice, instead: SideChoice): SideChoice {
    const levels = this.#catalogue.levels.map(({ name }) => LEVEL + name);
    return ["me", "open", "player", ...levels].includes(side) ? side : instead;
  }
}

export const isMachineChoice = (side: SideChoice): boolean => side !== "me" && side !== "open";

/** This person before a friend, a friend before a computer. */
const nearness = (side: SideChoice): number => (side === "me" ? 2 : side === "open" ? 1 : 0);

/** The level of a choice, if it has one. */
export function levelOf(side: SideChoice): string | undefined {
  return side.startsWith(LEVEL) ? side.slice(LEVEL.length) : undefined;
}

export function seatOf(side: SideChoice, player: string): Seat {
  const level = levelOf(side);
  if (level !== undefined) return { kind: "level", level };
  if (side === "player") return { kind: "player", spec: player };
  return { kind: "human", open: side === "open" };
}
