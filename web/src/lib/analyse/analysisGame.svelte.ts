// The game on the analysis board: a tree of moves, and the position that is shown.
import { errorMessage, get } from "../api/client";
import type { GameInfo, Position, RecordedGame } from "../api/types";
import { analysisUrl, parseMoves, type AnalysisQuery } from "../common/analysisUrl";
import { cellName } from "../common/notation";
import { fetchPosition } from "../common/positions";
import { findStored, loadAnalyses, type StoredAnalysis } from "./analysisStore";
import {
  addMove,
  childAt,
  deleteFrom,
  EMPTY,
  follow,
  lineThrough,
  makeMainLine,
  nodeOf,
  pathTo,
  promote,
  recordOf,
  ROOT,
  setComment,
  treeOf,
  type MoveTree,
} from "./moveTree";

/** The name of a player who is not known, as in records. */
const UNKNOWN = "?";
const NOBODY = [UNKNOWN, UNKNOWN] as const;

// Edits that can be undone.
const MOST_EDITS = 500;

/** Everything that an edit may change; the parts never change, so keeping one costs nothing. */
interface Snapshot {
  /** Of the analysis in local storage. */
  id: string;
  info: GameInfo;
  tree: MoveTree;
  line: readonly number[];
  ply: number;
  position: Position;
  players: readonly [string, string];
}

export class AnalysisGame {
  #now = $state.raw<Snapshot | null>(null);
  #past = $state.raw<readonly Snapshot[]>([]);
  #future = $state.raw<readonly Snapshot[]>([]);
  /** What the last edit was, so that typing a comment is one edit. */
  #lastEdit = "";
  #queue: Promise<unknown> = Promise.resolve();

  /** Grows with each undo and redo. */
  jumps = $state(0);
  /** Why the last action failed. */
  problem = $state("");

  /** Of the analysis in local storage. */
  readonly id = $derived(this.#now?.id ?? "");
  readonly info = $derived(this.#now?.info ?? null);
  readonly tree = $derived(this.#now?.tree ?? EMPTY);
  readonly position = $derived(this.#now?.position ?? null);
  readonly players = $derived(this.#now?.players ?? NOBODY);
  /** The moves of the line that is shown: to the shown position, and on. */
  readonly line = $derived(this.#now?.line ?? []);
  readonly ply = $derived(this.#now?.ply ?? 0);
  /** The move that leads to the shown position. */
  readonly current = $derived(this.line[this.ply - 1] ?? ROOT);
  readonly moves = $derived(this.line.map((id) => nodeOf(this.tree, id).cell));
  readonly values = $derived(this.line.map((id) => nodeOf(this.tree, id).value));
  readonly names = $derived(
    this.info ? this.moves.map((cell) => cellName(cell, this.info!.columns)) : [],
  );
  /** The game with its variations as the server knows it. */
  readonly record = $derived(recordOf(this.tree));
  readonly url = $derived(
    this.info ? analysisUrl(this.info.spec, this.moves, this.ply, this.info.columns) : "",
  );
  readonly canUndo = $derived(this.#past.length > 0);
  readonly canRedo = $derived(this.#future.length > 0);

  /** What is kept in local storage; null as long as there is nothing to keep. */
  get stored(): StoredAnalysis | null {
    const now = this.#now;
    const empty = this.record.moves.length === 0 && Object.keys(this.record.comments).length === 0;
    if (!now || empty) return null;
    const { id, info, players } = now;
    return { id, game: info.spec, players, updated: Date.now(), ...this.record };
  }

  /** Show the game and the position of a URL, with the variations that this browser has stored; `id` is
      the stored analysis that was shown at this URL, if there was one. */
  open(wanted: AnalysisQuery, id = ""): Promise<boolean> {
    return this.#inTurn(async () => {
      const info = await get("/api/games/info", { query: { game: wanted.game } });
      const moves = parseMoves(wanted.moves, info.rows, info.columns);
      const ply = Math.min(wanted.ply ?? moves.length, moves.length);
      // All moves, so that an illegal one fails now and not later, when it is shown.
      await fetchPosition(info.spec, moves);
      const position = await fetchPosition(info.spec, moves.slice(0, ply));
      const known = findStored(loadAnalyses(), info.spec, moves, id);
      const tree = treeOf(known ?? { moves });
      const path = follow(tree, moves)!;
      const line = lineThrough(tree, path.at(-1) ?? ROOT);
      const players = known?.players ?? NOBODY;
      this.#begin({ id: known?.id ?? newId(), info, tree, line, ply, position, players });
    });
  }

  /** Start an empty game. */
  start(game: string): Promise<boolean> {
    return this.open({ game, moves: "", ply: null });
  }

  /** Load a game from a file, or from local storage. */
  load(game: RecordedGame | StoredAnalysis): Promise<boolean> {
    return this.#inTurn(async () => {
      const info = await get("/api/games/info", { query: { game: game.game } });
      const tree = treeOf(game);
      const line = lineThrough(tree, ROOT);
      const position = await fetchPosition(info.spec, game.moves);
      const id = "id" in game ? game.id : newId();
      this.#begin({ id, info, tree, line, ply: line.length, position, players: game.players });
    });
  }

  /** Replace the game by the moves that lead to a position that was set up. */
  set(position: Position): Promise<boolean> {
    return this.#inTurn(async () => {
      if (!this.#now) return;
      const tree = treeOf({ moves: position.moves });
      const line = lineThrough(tree, ROOT);
      const { info } = this.#now;
      this.#begin({ id: newId(), info, tree, line, ply: line.length, position, players: NOBODY });
    });
  }

  /** Make a move in the shown position; another move than the game's begins a variation. */
  play(cell: number): Promise<boolean> {
    return this.#inTurn(async () => {
      const known = childAt(this.tree, this.current, cell);
      if (known !== undefined) return this.#show(known);
      const [tree, id] = addMove(this.tree, this.current, cell);
      await this.#edit("move", tree, id);
    });
  }

  /** Show another position of the line. */
  goto(ply: number): Promise<boolean> {
    return this.#inTurn(async () => {
      const to = Math.min(this.line.length, Math.max(0, ply));
      if (to !== this.ply) await this.#show(this.line[to - 1] ?? ROOT);
    });
  }

  /** Go so many moves along the line; each of several quick steps counts. */
  step(by: number): Promise<boolean> {
    return this.#inTurn(async () => {
      const to = this.ply + by;
      if (to >= 0 && to <= this.line.length) await this.#show(this.line[to - 1] ?? ROOT);
    });
  }

  /** Show the position after a move of any line. */
  gotoMove(id: number): Promise<boolean> {
    return this.#inTurn(() => this.#show(id));
  }

  promote(id: number): Promise<boolean> {
    return this.#inTurn(() => this.#edit("promote", promote(this.tree, id), this.current));
  }

  makeMainLine(id: number): Promise<boolean> {
    return this.#inTurn(() => this.#edit("main line", makeMainLine(this.tree, id), this.current));
  }

  /** Delete a move and what follows; the position before it is shown if the shown one is deleted. */
  deleteFrom(id: number): Promise<boolean> {
    return this.#inTurn(async () => {
      const tree = deleteFrom(this.tree, id);
      const shown = tree.nodes.has(this.current) ? this.current : nodeOf(this.tree, id).parent;
      await this.#edit("delete", tree, shown);
    });
  }

  comment(id: number, text: string): Promise<boolean> {
    return this.#inTurn(async () => {
      if (!this.tree.nodes.has(id)) return;
      await this.#edit(`comment ${id}`, setComment(this.tree, id, text), this.current);
    });
  }

  /** Take back the last edit, or the game that was loaded last. */
  undo(): Promise<boolean> {
    return this.#inTurn(async () => {
      const before = this.#past.at(-1);
      if (!before || !this.#now) return;
      this.#future = [...this.#future, this.#now];
      this.#past = this.#past.slice(0, -1);
      this.#jump(before);
    });
  }

  redo(): Promise<boolean> {
    return this.#inTurn(async () => {
      const after = this.#future.at(-1);
      if (!after || !this.#now) return;
      this.#past = [...this.#past, this.#now];
      this.#future = this.#future.slice(0, -1);
      this.#jump(after);
    });
  }

  #jump(to: Snapshot): void {
    this.#now = to;
    this.#lastEdit = "";
    this.jumps += 1;
  }

  #begin(next: Snapshot): void {
    // A board without moves is nothing to go back to.
    if (this.#now && this.#now.tree.next > EMPTY.next) this.#keep("");
    this.#now = next;
  }

  /** Show a changed tree, with the position after a move. */
  async #edit(what: string, tree: MoveTree, shown: number): Promise<void> {
    const now = this.#now;
    if (!now || tree === now.tree) return;
    const path = pathTo(tree, shown);
    const position = await this.#positionOf(tree, path);
    this.#keep(what);
    this.#now = { ...now, tree, line: lineThrough(tree, shown), ply: path.length, position };
  }

  /** Show the position after a move. The line stays the same if the move is on it. */
  async #show(id: number): Promise<void> {
    const now = this.#now;
    if (!now) return;
    const path = pathTo(now.tree, id);
    const position = await this.#positionOf(now.tree, path);
    const line = id === ROOT || now.line.includes(id) ? now.line : lineThrough(now.tree, id);
    this.#now = { ...now, line, ply: path.length, position };
    this.#lastEdit = "";
  }

  #positionOf(tree: MoveTree, path: readonly number[]): Promise<Position> {
    const cells = path.map((id) => nodeOf(tree, id).cell);
    return fetchPosition(this.#now!.info.spec, cells);
  }

  /** Keep what is shown for undo, unless the edit continues the last one. */
  #keep(edit: string): void {
    if (this.#now && !(edit.startsWith("comment") && edit === this.#lastEdit))
      this.#past = [...this.#past.slice(1 - MOST_EDITS), this.#now];
    this.#lastEdit = edit;
    this.#future = [];
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

function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}
