// A game on the server, kept up to date over its socket, which also sends the commands.
import { errorMessage, get } from "../api/client";
import { ReconnectingSocket, type Connection } from "../api/socket";
import type { ErrorEvent, GameCommand, GameView, LiveEvent, Offer, Thought } from "../api/types";
import { announce, notify } from "../common/announcer.svelte";
import { texts } from "../texts/play";
import { changeText, type You } from "./messages";
import { offerText, opponentSide } from "./opponents";
import { loadOwnName } from "./ownName";
import { fetchThought } from "./thoughts";

const { connection: connectionTexts, offers } = texts.friends;

const CONFIRM_WITHIN = 3_000; // milliseconds, after which a move says that it is not confirmed

interface Handlers {
  /** The server refused a command, for this reason. */
  onrefused: (message: string) => void;
  /** A stone was placed. */
  onmove?: () => void;
  /** Our opponent has accepted a rematch, or we have. */
  onrematch?: (id: string) => void;
}

/** A move that the server has not confirmed yet. */
interface PendingMove {
  ply: number;
  cell: number;
  /** The moves on the board when it was made. */
  before: readonly number[];
  /** Whether it was sent again after the connection was lost; that is done once. */
  resent: boolean;
}

export class LiveGame {
  view = $state.raw<GameView>();
  you = $state.raw<You>({ seats: [], owner: false });
  /** Whether the server has sent our part in the game, or cannot be reached. */
  identified = $state(false);
  /** What the machine to move reports, or reported for its last move. */
  thought = $state.raw<Thought | null>(null);
  connection = $state<Connection>("connecting");
  pending = $state.raw<PendingMove | null>(null);
  /** Whether the server should have confirmed the pending move by now. */
  unconfirmed = $state(false);
  /** Why the game cannot be shown. */
  problem = $state("");
  #socket: ReconnectingSocket<GameCommand, LiveEvent> | undefined;
  #closed = false;
  #confirmTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the next view is the first of a connection. */
  #reconnected = false;
  /** The move that was sent again: if the first one has arrived, too, this one is refused. */
  #resent: PendingMove | null = null;
  readonly #handlers: Handlers;

  constructor(id: string, handlers: Handlers) {
    this.#handlers = handlers;
    void this.#open(id);
  }

  /** Send a command; without a connection it counts as refused. */
  send(command: GameCommand): boolean {
    const sent = this.#socket?.send(command) ?? false;
    if (!sent) this.#handlers.onrefused(connectionTexts.none);
    return sent;
  }

  /** Send a move, and expect that the server confirms it. */
  play(cell: number): void {
    const { ply, position } = this.view!;
    if (!this.send({ type: "move", action: cell, ply })) return;
    this.#settle();
    this.pending = { ply, cell, before: position.moves, resent: false };
    this.#confirmTimer = setTimeout(() => {
      this.unconfirmed = true;
      announce(connectionTexts.unconfirmed);
    }, CONFIRM_WITHIN);
  }

  close(): void {
    this.#closed = true;
    this.#settle();
    this.#socket?.close();
  }

  /** Fetch the game before the socket opens: it sets the cookie, and a wrong id fails at once. */
  async #open(id: string): Promise<void> {
    try {
      this.view = await get("/api/games/{id}", { path: { id } });
    } catch (error) {
      this.problem = errorMessage(error);
      return;
    }
    if (this.#closed) return;
    void this.#recallThought(this.view);
    this.#socket = new ReconnectingSocket(`/api/games/${encodeURIComponent(id)}/live`, {
      onevent: (event) => this.#receive(event),
      onstate: (state) => {
        this.connection = state;
        if (state === "lost") this.identified = true;
        if (state === "open") this.#reconnected = true;
      },
    });
  }

  /** Fetch what the machine reported for the last move: the socket sends only what comes later. */
  async #recallThought(view: GameView): Promise<void> {
    const thought = await fetchThought(view, view.ply - 1);
    if (this.view?.ply === view.ply) this.thought ??= thought;
  }

  #receive(event: LiveEvent): void {
    switch (event.type) {
      case "game":
        this.#update(event.game);
        this.#checkPending(event.game);
        break;
      case "you":
        this.you = { seats: event.seats, owner: event.owner };
        this.identified = true;
        this.#introduce();
        break;
      case "progress":
      case "answer":
        this.thought = event.thought;
        break;
      case "declined":
        if (this.#isOurs(event.offer)) notify(offers.declined[event.offer.kind]);
        break;
      case "error":
        this.#refused(event);
    }
  }

  #update(now: GameView): void {
    const before = this.view;
    this.view = now;
    if (!before || before.version === now.version) return;
    if (now.ply < before.ply) this.thought = null; // it was about a position that is taken back
    const change = changeText(before, now);
    if (change) announce(change);
    if (now.ply > before.ply) this.#handlers.onmove?.();
    if (opponentSide(now, this.you) === null) return;
    const { offer } = now;
    const isNew = offer && (offer.kind !== before.offer?.kind || offer.by !== before.offer.by);
    if (isNew && !this.#isOurs(offer)) announce(offerText(now, offer));
    if (now.rematch && !before.rematch) this.#handlers.onrematch?.(now.rematch);
  }

  #isOurs(offer: Offer): boolean {
    return this.you.seats.includes(offer.by);
  }

  /** Give our seat the name that this browser has, if it has none yet. */
  #introduce(): void {
    const [seat, second] = this.you.seats;
    const name = loadOwnName();
    if (seat === undefined || second !== undefined || !name) return;
    if (!this.view?.seats[seat].name) this.#socket?.send({ type: "name", seat, name });
  }

  /** See in the game whether the pending move was made; after a loss of the connection, send it again. */
  #checkPending(now: GameView): void {
    const reconnected = this.#reconnected;
    this.#reconnected = false;
    const move = this.pending;
    if (!move) return;
    const { moves } = now.position;
    const samePosition =
      moves.length === move.before.length && moves.every((made, at) => made === move.before[at]);
    if (!samePosition || now.result) {
      this.#settle();
    } else if (reconnected && move.resent) {
      this.#settle();
      this.#handlers.onrefused(connectionTexts.notArrived);
    } else if (reconnected) {
      this.pending = this.#resent = { ...move, resent: true };
      this.#socket?.send({ type: "move", action: move.cell, ply: move.ply });
    }
  }

  #settle(): void {
    clearTimeout(this.#confirmTimer);
    this.pending = null;
    this.unconfirmed = false;
  }

  #refused(event: ErrorEvent): void {
    const resent = this.#resent;
    this.#resent = null;
    // Both arrived: the server has made the first, and the page shows it.
    if (resent && event.error === "not-now" && this.view?.moves[resent.ply] === resent.cell) return;
    this.#settle();
    this.#handlers.onrefused(event.message);
  }
}
