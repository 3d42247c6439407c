// The game on the analysis board: moves, and the one of its positions that is looked at.
import { get, post, sentence } from "../api/client";
import type { GameInfo, ImportedGame, Position } from "../api/types";
import { cellName } from "../board/notation";
import { readMoves, writeAddress, type Wanted } from "./address";

// Positions that are kept, so that steps back and forth need no server.
const MOST_KEPT = 2_000;

export class Study {
  info = $state.raw<GameInfo | null>(null);
  moves = $state.raw<readonly number[]>([]);
  ply = $state(0);
  position = $state.raw<Position | null>(null);
  /** What those who made the moves thought they were worth, if a record told. */
  values = $state.raw<readonly (number | null)[]>([]);
  players = $state.raw<readonly [string, string]>(["X", "O"]);
  /** Why the last thing that was wanted could not be done. */
  problem = $state("");

  #positions = new Map<string, Position>();
  /** Grows with each request, so that an answer that comes late changes nothing. */
  #turn = 0;

  readonly names = $derived(
    this.info ? this.moves.map((cell) => cellName(cell, this.info!.columns)) : [],
  );
  readonly address = $derived(
    this.info ? writeAddress(this.info.spec, this.moves, this.ply, this.info.columns) : "",
  );

  /** Show what an address says. */
  async open(wanted: Wanted): Promise<boolean> {
    return this.#try(async (current) => {
      const info = await get("/api/games/info", { query: { game: wanted.game } });
      const moves = readMoves(wanted.moves, info.rows, info.columns);
      const ply = Math.min(wanted.ply ?? moves.length, moves.length);
      // All moves, so that a bad one is told now and not when somebody steps to it.
      const end = await this.#fetch(info.spec, moves);
      const position =
        ply === moves.length ? end : await this.#fetch(info.spec, moves.slice(0, ply));
      if (!current()) return;
      this.info = info;
      this.#show(moves, ply, position);
      this.values = [];
      this.players = ["X", "O"];
    });
  }

  /** Another game, with nothing played. */
  start(game: string): Promise<boolean> {
    return this.open({ game, moves: "", ply: null });
  }

  /** A game from a file. */
  async load(game: ImportedGame): Promise<boolean> {
    return this.#try(async (current) => {
      const info = await get("/api/games/info", { query: { game: game.game } });
      const position = await this.#fetch(info.spec, game.moves);
      if (!current()) return;
      this.info = info;
      this.#show(game.moves, game.moves.length, position);
      this.values = game.values;
      this.players = game.players;
    });
  }

  /** Make a move in the position that is looked at. Another one than the game's begins a new end. */
  async play(cell: number): Promise<boolean> {
    const info = this.info;
    if (!info || !this.position) return false;
    if (this.moves[this.ply] === cell) return this.goto(this.ply + 1);
    const moves = [...this.moves.slice(0, this.ply), cell];
    return this.#try(async (current) => {
      const position = await this.#fetch(info.spec, moves);
      if (!current()) return;
      this.values = this.values.slice(0, this.ply);
      this.#show(moves, moves.length, position);
    });
  }

  async goto(ply: number): Promise<boolean> {
    const info = this.info;
    const to = Math.min(this.moves.length, Math.max(0, ply));
    if (!info || to === this.ply) return false;
    const moves = this.moves;
    return this.#try(async (current) => {
      const position = await this.#fetch(info.spec, moves.slice(0, to));
      if (current()) this.#show(moves, to, position);
    });
  }

  /** Replace the game by moves that lead to a position that was set up. */
  set(position: Position): void {
    this.#turn++;
    this.problem = "";
    this.#keep(position);
    this.values = [];
    this.#show(position.moves, position.moves.length, position);
  }

  #show(moves: readonly number[], ply: number, position: Position): void {
    this.moves = moves;
    this.ply = ply;
    this.position = position;
  }

  async #try(work: (current: () => boolean) => Promise<void>): Promise<boolean> {
    const turn = ++this.#turn;
    try {
      await work(() => turn === this.#turn);
      if (turn === this.#turn) this.problem = "";
      return turn === this.#turn;
    } catch (error) {
      if (turn === this.#turn) this.problem = sentence(error);
      return false;
    }
  }

  async #fetch(game: string, moves: readonly number[]): Promise<Position> {
    const kept = this.#positions.get(key(game, moves));
    if (kept) return kept;
    const position = await post("/api/position", { body: { game, moves: [...moves] } });
    this.#keep(position);
    return position;
  }

  #keep(position: Position): void {
    if (this.#positions.size >= MOST_KEPT) this.#positions.clear();
    this.#positions.set(key(position.game, position.moves), position);
  }
}

function key(game: string, moves: readonly number[]): string {
  return `${game} ${moves.join(" ")}`;
}
