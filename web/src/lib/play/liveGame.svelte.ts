// A game on the server, kept up to date over its socket, which also sends the commands.
import { errorMessage, get } from "../api/client";
import { ReconnectingSocket, type Connection } from "../api/socket";
import type { GameCommand, GameView, LiveEvent, Thought } from "../api/types";
import { announce } from "../common/announcer.svelte";
import { changeText, type You } from "./messages";
import { fetchThought } from "./thoughts";

const NO_CONNECTION = "There is no connection to the server just now: try again in a moment.";

interface Handlers {
  /** The server refused a command, for this reason. */
  onrefused: (message: string) => void;
  /** A stone was placed. */
  onmove?: () => void;
}

export class LiveGame {
  view = $state.raw<GameView>();
  you = $state.raw<You>({ seats: [], owner: false });
  /** Whether the server has sent our part in the game, or cannot be reached. */
  identified = $state(false);
  /** What the machine to move reports, or reported for its last move. */
  thought = $state.raw<Thought | null>(null);
  connection = $state<Connection>("connecting");
  /** The id of the rematch. */
  rematch = $state<string | null>(null);
  /** Why the game cannot be shown. */
  problem = $state("");
  #socket: ReconnectingSocket<GameCommand, LiveEvent> | undefined;
  #closed = false;
  readonly #handlers: Handlers;

  constructor(id: string, handlers: Handlers) {
    this.#handlers = handlers;
    void this.#open(id);
  }

  /** Send a command; without a connection it counts as refused. */
  send(command: GameCommand): boolean {
    const sent = this.#socket?.send(command) ?? false;
    if (!sent) this.#handlers.onrefused(NO_CONNECTION);
    return sent;
  }

  close(): void {
    this.#closed = true;
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
        break;
      case "you":
        this.you = { seats: event.seats, owner: event.owner };
        this.identified = true;
        break;
      case "progress":
      case "answer":
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
    if (now.ply < before.ply) this.thought = null; // it was about a position that is taken back
    const change = changeText(before, now);
    if (change) announce(change);
    if (now.ply > before.ply) this.#handlers.onmove?.();
  }
}
