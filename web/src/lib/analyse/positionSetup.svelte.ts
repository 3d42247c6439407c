// Sets up a position stone by stone; the server checks whether a game can lead to it.
import { errorMessage, post } from "../api/client";
import type { GameInfo, Position } from "../api/types";
import type { Mark } from "../board/overlay";
import { debounced } from "../common/debounce";

// Milliseconds from the last change to the request.
const PAUSE = 150;

/** What a click does: places a stone, erases one, or marks the last move. */
export type Tool = "X" | "O" | "." | "last";

export class PositionSetup {
  tool = $state<Tool>("X");
  cells = $state.raw("");
  last = $state<number | null>(null);
  /** The position that the stones make; null if there is none or it is being checked: see `message`. */
  position = $state.raw<Position | null>(null);
  message = $state("");

  readonly #info: GameInfo;
  /** Whether the user marked `last`; else it is the last move of the game before. */
  #chosen = false;
  /** Cancels the check that is under way. */
  #cancel = (): void => {};

  constructor(info: GameInfo, from: Position) {
    this.#info = info;
    this.cells = from.cells;
    this.last = from.last;
    this.position = from;
    this.message = from.status;
  }

  /** In games with local boards the last move decides where the next one may be. */
  get needsLast(): boolean {
    return this.#info.block !== null;
  }

  put(cell: number): void {
    const there = this.cells[cell];
    if (this.tool === "last") {
      if (there === ".") return;
      this.last = this.last === cell ? null : cell;
      this.#chosen = this.last !== null;
    } else {
      const stone = there === this.tool ? "." : this.tool;
      this.cells = this.cells.slice(0, cell) + stone + this.cells.slice(cell + 1);
      // The last move is unknown until the user marks it.
      if (!this.#chosen || this.last === cell) this.last = null;
    }
    this.#check();
  }

  clear(): void {
    this.cells = ".".repeat(this.#info.rows * this.#info.columns);
    this.last = null;
    this.#check();
  }

  count(stone: "X" | "O"): number {
    return this.#stones(stone).length;
  }

  /** The position for the board; every cell can be clicked. */
  get view(): Position {
    return {
      game: this.#info.spec,
      moves: [],
      cells: this.cells,
      to_move: this.tool === "X" ? 0 : this.tool === "O" ? 1 : null,
      legal: [...this.cells].flatMap((stone, cell) => (stone === "." ? [cell] : [])),
      last: null,
      winning_line: this.position?.winning_line ?? [],
      local_boards: this.position?.local_boards ?? null,
      forced_board: this.position?.forced_board ?? null,
      over: false,
      winner: this.position?.winner ?? null,
      status: this.message,
    };
  }

  get marks(): Mark[] {
    return this.needsLast && this.last !== null ? [{ cell: this.last, kind: "last-setup" }] : [];
  }

  stop(): void {
    this.#cancel();
  }

  #stones(stone: "X" | "O"): number[] {
    return [...this.cells].flatMap((found, cell) => (found === stone ? [cell] : []));
  }

  #check(): void {
    this.#cancel();
    this.position = null;
    this.message = "";
    this.#cancel = debounced((signal) => this.#ask(signal), PAUSE);
  }

  async #ask(signal: AbortSignal): Promise<void> {
    try {
      const position = await post("/api/setup", {
        body: {
          game: this.#info.spec,
          x: this.#stones("X"),
          o: this.#stones("O"),
          ...(this.last === null || !this.needsLast ? {} : { last: this.last }),
        },
        signal,
      });
      if (signal.aborted) return;
      this.position = position;
      this.message = position.status;
    } catch (error) {
      if (!signal.aborted) this.message = errorMessage(error);
    }
  }
}
