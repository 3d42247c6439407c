// The replay of a game of a tournament.
import { errorMessage, get } from "../api/client";
import type { GameInfo, RecordedGame, Position } from "../api/types";
import { winnerOf } from "../common/notation";
import { fetchPosition } from "../common/positions";
import { evaluationOfMove, evaluationOfResult, type Evaluation } from "../think/evaluation";

/** Milliseconds per move when the replay plays. */
const STEP = 700;

export class Replay {
  game = $state.raw<RecordedGame>();
  info = $state.raw<GameInfo>();
  position = $state.raw<Position>();
  ply = $state(0);
  playing = $state(false);
  problem = $state("");
  /** The number of games that the tournament has so far. */
  games = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `ply` is shown first, by default the last. */
  constructor(run: string, number: number, ply?: number) {
    void this.#open(run, number, ply);
  }

  get length(): number {
    return this.game?.moves.length ?? 0;
  }

  /** The evaluation at each ply, from the values of the moves and the result. */
  get evaluations(): (Evaluation | null)[] {
    const { game } = this;
    if (!game) return [];
    const found = [null, ...game.values.map(evaluationOfMove)];
    if (game.result) found[this.length] = evaluationOfResult(winnerOf(game.result));
    return found;
  }

  /** Show the position at a ply. */
  async show(ply: number): Promise<void> {
    this.ply = Math.min(this.length, Math.max(0, ply));
    const wanted = this.ply;
    try {
      const position = await this.#at(wanted);
      if (this.ply === wanted) this.position = position;
      void this.#at(Math.min(this.length, wanted + 1)).catch(() => undefined);
    } catch (error) {
      this.problem = errorMessage(error);
    }
  }

  /** Show the position at a ply, and pause. */
  jump(ply: number): void {
    this.pause();
    void this.show(ply);
  }

  play(): void {
    this.playing = true;
    if (this.ply >= this.length) void this.show(0);
    this.#timer = setTimeout(() => void this.#next(), STEP);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  async #next(): Promise<void> {
    await this.show(this.ply + 1);
    if (!this.playing) return;
    if (this.ply >= this.length || this.problem) this.pause();
    else this.#timer = setTimeout(() => void this.#next(), STEP);
  }

  async #open(run: string, number: number, ply?: number): Promise<void> {
    try {
      const game = await get("/api/lab/runs/{id}/games/{number}", { path: { id: run, number } });
      this.info = await get("/api/games/info", { query: { game: game.game } });
      const listed = { path: { id: run }, query: { limit: 1 } };
      this.games = (await get("/api/lab/runs/{id}/games", listed)).total;
      this.game = game;
      await this.show(ply ?? game.moves.length);
    } catch (error) {
      this.problem = errorMessage(error);
    }
  }

  #at(ply: number): Promise<Position> {
    const { game, moves } = this.game!;
    return fetchPosition(game, moves.slice(0, ply));
  }
}
