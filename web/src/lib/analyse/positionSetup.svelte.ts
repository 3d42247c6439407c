// Sets up a position stone by stone; the server checks whether a game can lead to it.
import { errorMessage, post } from "../api/client";
import type { GameInfo, Position, Side } from "../api/types";
import type { Mark } from "../board/overlay";
import { debounced } from "../common/debounce";
import { sideName } from "../common/notation";
import { texts } from "../texts/analyse";

// Milliseconds from the last change to the request.
const PAUSE = 150;

/** What a click does: places a stone, erases one, or marks the last move. */
export type Tool = "X" | "O" | "." | "last";

export class PositionSetup {
  tool = $state<Tool>("X");
  cells = $state.raw("");
  last = $state<number | null>(null);
  /** The side that the user wants to move; null to let the stones decide. */
  #wanted = $state<Side | null>(null);
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
    this.message = this.#describe(from);
  }

  /** Whether a game can lead to these stones with this side to move.

      The first side to move has as many stones as the other, or one more. With the colours swapped that
      is true of the other side, and the rules treat both sides alike. */
  canMove(side: Side): boolean {
    const surplus = this.count("X") - this.count("O");
    return surplus === 0 || surplus === (side === 0 ? -1 : 1);
  }

  /** Who moves: as wanted, if the stones allow it; null if they fit no side. */
  get toMove(): Side | null {
    if (this.#wanted !== null && this.canMove(this.#wanted)) return this.#wanted;
    return this.canMove(0) ? 0 : this.canMove(1) ? 1 : null;
  }

  choose(side: Side): void {
    this.#wanted = side;
    this.#check();
  }

  /** Whether the colours are swapped in the position, as the first side to move always begins. */
  get swapped(): boolean {
    return this.position !== null && this.position.cells !== this.cells;
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

  #describe(position: Position): string {
    if (position.to_move === null || position.over) return position.status;
    const { cells } = position;
    const swapped = cells !== this.cells;
    // The side as it is called on the board now.
    const side = (swapped ? 1 - position.to_move : position.to_move) as Side;
    const text = texts.toMove(sideName(this.#info, side));
    return swapped ? `${text} ${texts.swapsColours(sideName(this.#info, 0))}` : text;
  }

  #check(): void {
    this.#cancel();
    this.position = null;
    this.message = this.toMove === null ? texts.unevenStones : "";
    if (this.toMove === null) return;
    this.#cancel = debounced((signal) => this.#ask(signal), PAUSE);
  }

  async #ask(signal: AbortSignal): Promise<void> {
    try {
      const position = await post("/api/setup", {
        body: {
          game: this.#info.spec,
          x: this.#stones("X"),
          o: this.#stones("O"),
          to_move: this.toMove,
          ...(this.last === null || !this.needsLast ? {} : { last: this.last }),
        },
        signal,
      });
      if (signal.aborted) return;
      this.position = position;
      this.message = this.#describe(position);
    } catch (error) {
      if (!signal.aborted) this.message = errorMessage(error);
    }
  }
}
