// The game on the analysis board: its moves, and the position that is shown.
import { errorMessage, get } from "../api/client";
import type { GameInfo, RecordedGame, Position } from "../api/types";
import { analysisUrl, parseMoves, type AnalysisQuery } from "../common/analysisUrl";
import { cellName } from "../common/notation";
import { fetchPosition } from "../common/positions";

export class AnalysisGame {
  info = $state.raw<GameInfo | null>(null);
  moves = $state.raw<readonly number[]>([]);
  ply = $state(0);
  position = $state.raw<Position | null>(null);
  /** The values of the moves according to their players, if the record has them. */
  values = $state.raw<readonly (number | null)[]>([]);
  players = $state.raw<readonly [string, string]>(["X", "O"]);
  /** Why the last action failed. */
  problem = $state("");

  #queue: Promise<unknown> = Promise.resolve();

  readonly names = $derived(
    this.info ? this.moves.map((cell) => cellName(cell, this.info!.columns)) : [],
  );
  readonly url = $derived(
    this.info ? analysisUrl(this.info.spec, this.moves, this.ply, this.info.columns) : "",
  );

  /** Show the game and the position of a URL. */
  open(wanted: AnalysisQuery): Promise<boolean> {
    return this.#inTurn(async () => {
      const info = await get("/api/games/info", { query: { game: wanted.game } });
      const moves = parseMoves(wanted.moves, info.rows, info.columns);
      const ply = Math.min(wanted.ply ?? moves.length, moves.length);
      // All moves, so that an illegal one fails now and not later, when it is shown.
      const end = await fetchPosition(info.spec, moves);
      const shown =
        ply === moves.length ? end : await fetchPosition(info.spec, moves.slice(0, ply));
      this.#begin(info, moves, ply, shown);
    });
  }

  /** Start an empty game. */
  start(game: string): Promise<boolean> {
    return this.open({ game, moves: "", ply: null });
  }

  /** Load a game from a file. */
  load(game: RecordedGame): Promise<boolean> {
    return this.#inTurn(async () => {
      const info = await get("/api/games/info", { query: { game: game.game } });
      const end = await fetchPosition(info.spec, game.moves);
      this.#begin(info, game.moves, game.moves.length, end);
      this.values = game.values;
      this.players = game.players;
    });
  }

  /** Make a move in the shown position; another move than the game's replaces the rest of the game. */
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

  /** Replace the game by the moves that lead to a position that was set up. */
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

  /** Run actions one after the other, so that quick clicks all count. Returns whether it succeeded. */
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
