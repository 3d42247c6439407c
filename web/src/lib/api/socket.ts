// A WebSocket that reconnects: it survives a restart of the server and a loss of the network.

// Milliseconds before a retry: short at first, for a restart, then longer, to spare the server.
const FIRST_WAIT = 250;
const LONGEST_WAIT = 3_000;
// Milliseconds after which a connection counts as good: the next retry is soon again.
const GOOD_CONNECTION = 2_000;
// Milliseconds of silence after which a connection is dead: the server sends a ping every four seconds,
// and a connection in a tunnel, or of a computer that slept, is not closed by anybody.
const LONGEST_SILENCE = 10_000;
const LISTEN_EVERY = 1_000;

export type Connection = "connecting" | "open" | "lost" | "closed";

interface Handlers<Event> {
  /** It does not get pings. */
  onevent: (event: Event) => void;
  onstate?: (state: Connection) => void;
}

/** Milliseconds before retry number `tries` (from 0), with jitter: half of the delay to all of it. */
export function retryDelay(tries: number, random: () => number = Math.random): number {
  const delay = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries);
  return delay * (0.5 + random() / 2);
}

/** Sends commands, passes on events, and reconnects until it is closed. */
export class ReconnectingSocket<Command, Event extends { type: string }> {
  state: Connection = "connecting";
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;
  #opened = 0;
  /** When the server was last heard, or the connection begun. */
  #heard = 0;
  readonly #listening: ReturnType<typeof setInterval>;
  readonly #path: string;
  readonly #handlers: Handlers<Event>;

  constructor(path: string, handlers: Handlers<Event>) {
    this.#path = path;
    this.#handlers = handlers;
    window.addEventListener("online", this.#reconnectNow);
    document.addEventListener("visibilitychange", this.#reconnectNow);
    this.#listening = setInterval(() => this.#listen(), LISTEN_EVERY);
    this.#connect();
  }

  /** Send a command; false if there is no connection and nothing was sent. */
  send(command: Command): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(command));
    return true;
  }

  /** Close it, without reconnecting. */
  close(): void {
    window.removeEventListener("online", this.#reconnectNow);
    document.removeEventListener("visibilitychange", this.#reconnectNow);
    clearTimeout(this.#timer);
    clearInterval(this.#listening);
    this.#setState("closed");
    this.#socket?.close();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    const url = new URL(this.#path, window.location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#opened = this.#heard = Date.now();
      this.#setState("open");
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      if (this.#socket !== socket) return;
      this.#heard = Date.now();
      const event = JSON.parse(message.data) as Event;
      if (event.type !== "ping") this.#handlers.onevent(event);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  /** Give up a connection on which nothing is heard; closing it properly would wait for an answer. */
  #listen(): void {
    if (!this.#socket || Date.now() - this.#heard <= LONGEST_SILENCE) return;
    const dead = this.#socket;
    this.#lost();
    dead.close();
  }

  #lost(): void {
    this.#socket = undefined;
    if (this.state === "closed") return;
    if (this.state === "open" && Date.now() - this.#opened > GOOD_CONNECTION) this.#tries = 0;
    this.#setState("lost");
    this.#timer = setTimeout(() => this.#connect(), retryDelay(this.#tries++));
  }

  /** The network is back, or the page is visible again: reconnect now. */
  readonly #reconnectNow = (): void => {
    if (this.state !== "lost" || document.visibilityState === "hidden") return;
    this.#tries = 0;
    this.#connect();
  };

  #setState(state: Connection): void {
    if (this.state === state || this.state === "closed") return;
    this.state = state;
    this.#handlers.onstate?.(state);
  }
}
