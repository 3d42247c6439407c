// A game as it is on the server, kept up to date over its socket; commands go the same way.
import { errorMessage, get } from "../api/client";
import { ReconnectingSocket, type Connection } from "../api/socket";
import type { GameCommand, GameView, LiveEvent, Thought } from "../api/types";
import { announce } from "../common/announcer.svelte";
import { changeText, type You } from "./messages";
import { fetchThought } from "./thoughts";

const NO_CONNECTION = "There is no connection to the server just now: try again in a moment.";

interface Handlers {
  /** Something was refused: a sentence. */
  onrefused: (message: string) => void;
  /** A stone was placed. */
  onmove?: () => void;
}

export class LiveGame {
  view = $state.raw<GameView>();
  you = $state.raw<You>({ seats: [], owner: false });
  /** Whether the server has said who we are to this game, or cannot be asked just now. */
  identified = $state(false);
  /** What the machine that moves thinks, or thought when it last moved. */
  thought = $state.raw<Thought | null>(null);
  connection = $state<Connection>("connecting");
  /** The game in which this one goes on. */
  rematch = $state<string | null>(null);
  /** Why there is nothing to show. */
  problem = $state("");
  #socket: ReconnectingSocket<GameCommand, LiveEvent> | undefined;
  #closed = false;
  readonly #handlers: Handlers;

  constructor(id: string, handlers: Handlers) {
    this.#handlers = handlers;
    void this.#open(id);
  }

  /** Tell the server; says so if there is no connection. */
  send(command: GameCommand): boolean {
    const sent = this.#socket?.send(command) ?? false;
    if (!sent) this.#handlers.onrefused(NO_CONNECTION);
    return sent;
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  /** First ask for the game: a wrong address is told at once, and we are known by our cookie. */
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
      },
    });
  }

  /** What the machine thought that moved last: the socket tells only what comes after. */
  async #recallThought(view: GameView): Promise<void> {
    const thought = await fetchThought(view, view.ply - 1);
    if (this.view?.ply === view.ply) this.thought ??= thought;
  }

  #receive(event: LiveEvent): void {
    switch (event.type) {
      case "game":
        this.#update(event.game);
        break;
      case "you":
        this.you = { seats: event.seats, owner: event.owner };
        this.identified = true;
        break;
      case "thinking":
        this.thought = event.thought;
        break;
      case "rematch":
        this.rematch = event.id;
        break;
      case "error":
        this.#handlers.onrefused(event.message);
    }
  }

  #update(now: GameView): void {
    const before = this.view;
    this.view = now;
    if (!before || before.version === now.version) return;
    if (now.ply < before.ply) this.thought = null; // of a position that was taken back
    const change = changeText(before, now);
    if (change) announce(change);
    if (now.ply > before.ply) this.#handlers.onmove?.();
  }
}
