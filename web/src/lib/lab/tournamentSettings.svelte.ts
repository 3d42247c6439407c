// The settings of the form for a new tournament; kept in local storage.
import type { Catalogue, NewTournament } from "../api/types";
import { loadStored, store } from "../common/storage";
import { texts } from "../texts/lab";
import { GameChoice } from "./gameChoice.svelte";

const NAME = "tournament";

/** The limit of a move: seconds, positions, or the parameters of each player. */
export type LimitKind = "time" | "nodes" | "own";

interface Fields {
  game: string;
  players: string[];
  format: string;
  games: number;
  rounds: number;
  limit: LimitKind;
  time: number;
  nodes: number;
}

interface Preset extends Partial<Fields> {
  title: string;
  game: string;
  players: string[];
}

const USUAL = { format: "round-robin", games: 10, rounds: 3, time: 0.05, nodes: 2000 };

/** Small tournaments that finish in a minute or two. */
export const PRESETS: Preset[] = [
  {
    title: texts.presets.methods,
    game: "mnk:m=5,n=5,k=4",
    players: ["random", "greedy", "mcts", "negamax:depth=2", "deepening"],
    limit: "nodes",
    nodes: 2000,
    games: 10,
  },
  {
    title: texts.presets.simulations,
    game: "ultimate",
    players: ["mcts:sims=10", "mcts:sims=50", "mcts:sims=250", "mcts:sims=1250"],
    limit: "own",
    games: 10,
  },
  {
    title: texts.presets.gomoku,
    game: "gomoku",
    players: ["greedy", "negamax:depth=2", "threat:depth=4", "engine"],
    limit: "time",
    time: 0.05,
    games: 6,
  },
  {
    title: texts.presets.tictactoe,
    game: "tictactoe",
    players: ["random", "greedy", "mcts:sims=100", "alphabeta"],
    limit: "own",
    games: 40,
  },
];

const DEFAULTS: Fields = { ...USUAL, limit: "nodes", ...fieldsOf(PRESETS[0]!) };

function fieldsOf(preset: Preset): Partial<Fields> & { game: string; players: string[] } {
  const { title: _, ...fields } = preset;
  return fields;
}

export class TournamentSettings extends GameChoice {
  #kept = loadStored(NAME, DEFAULTS);
  players = $state([...this.#kept.players]);
  format = $state(this.#kept.format);
  games = $state(this.#kept.games);
  rounds = $state(this.#kept.rounds);
  limit = $state<LimitKind>(this.#kept.limit);
  time = $state(this.#kept.time);
  nodes = $state(this.#kept.nodes);

  constructor(catalogue: Catalogue) {
    super(catalogue, DEFAULTS.game);
    this.game = this.#kept.game;
  }

  apply(preset: Preset): void {
    Object.assign(this, { ...USUAL, ...fieldsOf(preset), players: [...preset.players] });
  }

  /** Whether the settings are those of a preset. */
  matches(preset: Preset): boolean {
    const wanted: Partial<Fields> = { ...USUAL, ...fieldsOf(preset) };
    const unused = wanted.limit === "own" ? ["time", "nodes"] : [];
    if (wanted.limit === "time") unused.push("nodes");
    if (wanted.limit === "nodes") unused.push("time");
    const here = this as unknown as Record<string, unknown>;
    return Object.entries(wanted).every(
      ([name, value]) =>
        unused.includes(name) || JSON.stringify(here[name]) === JSON.stringify(value),
    );
  }

  /** The number of games, without tie-breaks of a knockout. */
  get total(): number {
    const players = this.players.length;
    const pairings: Record<string, number> = {
      "round-robin": (players * (players - 1)) / 2,
      gauntlet: players - 1,
      knockout: players - 1,
      swiss: this.rounds * Math.floor(players / 2),
    };
    return (pairings[this.format] ?? 0) * this.games;
  }

  /** The request to the server; also stores the settings for the next time. */
  request(): NewTournament {
    const { game, format, games, rounds, limit, time, nodes } = this;
    const players = [...this.players];
    store(NAME, { game, players, format, games, rounds, limit, time, nodes });
    return {
      game,
      players,
      format,
      games,
      rounds: format === "swiss" ? rounds : null,
      time: limit === "time" ? time : null,
      nodes: limit === "nodes" ? nodes : null,
    };
  }
}
