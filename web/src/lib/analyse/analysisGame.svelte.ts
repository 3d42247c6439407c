// The game on the analysis board: moves, and the one of its positions that is looked at.
import { errorMessage, get } from "../api/client";
import type { GameInfo, ImportedGame, Position } from "../api/types";
import { analysisUrl, parseMoves, type AnalysisQuery } from "../common/analysisUrl";
import { cellName } from "../common/notation";
import { fetchPosition } from "../common/positions";

export class AnalysisGame {
  info = $state.raw<GameInfo | null>(null);
  moves = $state.raw<readonly number[]>([]);
  ply = $state(0);
  position = $state.raw<Position | null>(null);
  /** What those who made the moves thought they were worth, if a record told. */
  values = $state.raw<readonly (number | null)[]>([]);
  players = $state.raw<readonly [string, string]>(["X", "O"]);
  /** Why the last thing that was wanted could not be done. */
  problem = $state("");

  #queue: Promise<unknown> = Promise.resolve();

  readonly names = $derived(
    this.info ? this.moves.map((cell) => cellName(cell, this.info!.columns)) : [],
  );
  readonly url = $derived(
    this.info ? analysisUrl(this.info.spec, this.moves, this.ply, this.info.columns) : "",
  );

  /** Show what an address says. */
  open(wanted: AnalysisQuery): Promise<boolean> {
    return this.#inTurn(async () => {
      const info = await get("/api/games/info", { query: { game: wanted.game } });
      const moves = parseMoves(wanted.moves, info.rows, info.columns);
      const ply = Math.min(wanted.ply ?? moves.length, moves.length);
      // All moves, so that a bad one is told now and not when somebody steps to it.
      const end = await fetchPosition(info.spec, moves);
      const shown =
        ply === moves.length ? end : await fetchPosition(info.spec, moves.slice(0, ply));
      this.#begin(info, moves, ply, shown);
    });
  }

  /** Another game, with nothing played. */
  start(game: string): Promise<boolean> {
    return this.open({ game, moves: "", ply: null });
  }

  /** A game from a file. */
  load(game: ImportedGame): Promise<boolean> {
    return this.#inTurn(async () => {
      const info = await get("/api/games/info", { query: { game: game.game } });
      const end = await fetchPosition(info.spec, game.moves);
      this.#begin(info, game.moves, game.moves.length, end);
      this.values = game.values;
      this.players = game.players;
    });
  }

  /** Make a move in the position that is looked at. Another one than the game's begins a new end. */
  play(cell: number): Promise<boolean> {
    return this.#inTurn(async () => {
      const { info, ply } = this;
      if (!info) return;
      const same = this.moves[ply] === cell;
      const moves = same ? this.moves : [...this.moves.slice(0, ply), cell];
      const position = await fetchPosition(info.spec, moves.slice(0, ply + 1));
      if (!same) this.values = this.values.slice(0, ply);
      this.#show(moves, ply + 1, position);
    });
  }

  goto(ply: number): Promise<boolean> {
    return this.#inTurn(async () => {
      const to = Math.min(this.moves.length, Math.max(0, ply));
      if (!this.info || to === this.ply) return;
      const position = await fetchPosition(this.info.spec, this.moves.slice(0, to));
      this.#show(this.moves, to, position);
    });
  }

  /** Replace the game by moves that lead to a position that was set up. */
  set(position: Position): Promise<boolean> {
    return this.#inTurn(async () => {
      this.values = [];
      this.#show(position.moves, position.moves.length, position);
    });
  }

  #begin(info: GameInfo, moves: readonly number[], ply: number, position: Position): void {
    this.info = info;
    this.values = [];
    this.players = ["X", "O"];
    this.#show(moves, ply, position);
  }

  #show(moves: readonly number[], ply: number, position: Position): void {
    this.moves = moves;
    this.ply = ply;
    this.position = position;
  }

  /** One after the other, so that quick clicks are all made. Whether it was done is told. */
  #inTurn(work: () => Promise<void>): Promise<boolean> {
    const done = this.#queue.then(async () => {
      try {
        await work();
        this.problem = "";
        return true;
      } catch (error) {
        this.problem = errorMessage(error);
        return false;
      }
    });
    this.#queue = done;
    return done;
  }
}
