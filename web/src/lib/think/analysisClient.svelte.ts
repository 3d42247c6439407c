// The page's end of /api/analysis/live: one player or every player thinks, and threats are looked for.
import { SvelteMap } from "svelte/reactivity";
import { Live } from "../api/socket";
import type { AnalysisCommand, AnalysisEvent, Thought, ThreatMark, Victory } from "../api/types";
import { verdictOf, type Verdict } from "./evaluation";
import { lookAtEnd } from "./terminalLines.svelte";

/** The player whose opinion counts where many have one. */
export const STRONGEST = "engine";

/** A position: its game and the moves that lead to it. */
export interface Place {
  game: string;
  moves: readonly number[];
}

/** How a position is to be analysed. */
export interface Task {
  player: string;
  time: number;
  lines: number;
}

/** What one player answered when all were asked; what it thinks so far while `done` is not set. */
export interface Answer {
  player: string;
  thought: Thought | null;
  message: string;
  done: boolean;
}

export interface Threats {
  victories: Victory[];
  marks: ThreatMark[];
}

/** What is known about a position from an analysis that was made before. */
export interface Known extends Verdict {
  /** What should be played, and how it may go on. */
  pv: number[];
}

/** A word for a position, to compare positions by. */
export function placeKey({ game, moves }: Place): string {
  return `${game} ${moves.join(" ")}`;
}

interface Waiting {
  command: AnalysisCommand;
  key: string;
  event(event: AnalysisEvent): void;
  end(): void;
}

export class Analysis {
  /** The place that `thought` is about. */
  thoughtOf = $state("");
  thought = $state.raw<Thought | null>(null);
  /** Whether a player thinks. */
  running = $state(false);

  answersOf = $state("");
  answers = $state.raw<readonly Answer[]>([]);
  asking = $state(false);

  threatsOf = $state("");
  threats = $state.raw<Threats | null>(null);

  /** Whether there is no connection, and another one is tried. */
  lost = $state(false);
  /** Why the last request was refused. */
  problem = $state("");
  readonly known = new SvelteMap<string, Known>();

  #socket: Live<AnalysisCommand, AnalysisEvent> | null = null;
  #requests = 0;
  /** The one search that the server runs for this socket, and the one look for threats. */
  #search: Waiting | null = null;
  #look: Waiting | null = null;

  /** Let a player think and show what it thinks; what was running ends.
   *
   * Gives its last thought, null if it was broken off.
   */
  analyse(place: Place, task: Task): Promise<Thought | null> {
    this.stop();
    const key = placeKey(place);
    if (this.thoughtOf !== key || this.thought?.player !== task.player) this.thought = null;
    this.thoughtOf = key;
    this.running = true;
    return this.#think(place, task, (thought) => (this.thought = thought));
  }

  /** Let a player think, and keep only what comes of it. */
  consult(place: Place, task: Task): Promise<Thought | null> {
    this.stop();
    return this.#think(place, task, () => {});
  }

  #think(place: Place, task: Task, show: (thought: Thought) => void): Promise<Thought | null> {
    const key = placeKey(place);
    return new Promise((resolve) => {
      let last: Thought | null = null;
      let whole = false;
      this.#start(
        { type: "analyse", request: 0, game: place.game, moves: [...place.moves], ...task },
        key,
        (event) => {
          if (event.type === "answer") {
            whole = event.thought !== null;
            if (!whole) this.problem = event.message;
          }
          if ((event.type === "progress" || event.type === "answer") && event.thought) {
            last = event.thought;
            show(last);
            this.#remember(key, last);
          }
        },
        () => {
          this.running = false;
          resolve(whole ? last : null);
        },
      );
    });
  }

  /** Ask every player that plays the game; `players` are those that answers are expected from. */
  ask(place: Place, players: readonly string[], time: number): Promise<void> {
    this.stop();
    const key = placeKey(place);
    this.answersOf = key;
    this.answers = players.map((player) => ({ player, thought: null, message: "", done: false }));
    this.asking = true;
    return new Promise((resolve) => {
      this.#start(
        { type: "ask", request: 0, game: place.game, moves: [...place.moves], time },
        key,
        (event) => this.#answered(place, event),
        () => {
          this.asking = false;
          resolve();
        },
      );
    });
  }

  forgetAnswers(): void {
    this.answers = [];
    this.answersOf = "";
  }

  /** Look for rows and forced wins; an earlier look is forgotten. */
  lookForThreats(place: Place): void {
    const key = placeKey(place);
    if (this.threatsOf === key && (this.threats || this.#look)) return;
    this.threatsOf = key;
    this.threats = null;
    const command = this.#numbered({
      type: "threats",
      request: 0,
      game: place.game,
      moves: [...place.moves],
    });
    this.#look = {
      command,
      key,
      event: (event) => {
        if (event.type !== "threats") return;
        this.threats = { victories: event.victories, marks: event.marks };
        this.#look = null;
      },
      end: () => (this.#look = null),
    };
    this.#send(command);
  }

  /** End what is running, whatever would still come of it. */
  stop(): void {
    if (!this.#search) return;
    this.#endSearch();
    this.#socket?.send({ type: "stop" });
  }

  /** Have those who think answer now, and ask no more. */
  hurry(): void {
    if (this.#search && !this.#socket?.send({ type: "stop" })) this.#endSearch();
  }

  close(): void {
    this.#endSearch();
    this.#look = null;
    this.#socket?.close();
    this.#socket = null;
  }

  #start(
    command: AnalysisCommand,
    key: string,
    event: (event: AnalysisEvent) => void,
    end: () => void,
  ): void {
    this.problem = "";
    const numbered = this.#numbered(command);
    this.#search = { command: numbered, key, event, end };
    this.#send(numbered);
  }

  #endSearch(): void {
    const search = this.#search;
    this.#search = null;
    search?.end();
  }

  #numbered(command: AnalysisCommand): AnalysisCommand {
    this.#requests += 1;
    return command.type === "stop" ? command : { ...command, request: this.#requests };
  }

  #send(command: AnalysisCommand): void {
    if (!this.#socket) {
      // Opened by the first question: a page that asks nothing needs no socket.
      this.#socket = new Live<AnalysisCommand, AnalysisEvent>("/api/analysis/live", {
        onevent: (event) => this.#heard(event),
        onstate: (state) => {
          this.lost = state === "lost";
          if (state === "open") this.#again();
        },
      });
      return;
    }
    this.#socket.send(command);
  }

  /** What was asked before the connection was made, or before it broke. */
  #again(): void {
    if (this.#look) this.#socket?.send(this.#look.command);
    if (this.#search) this.#socket?.send(this.#search.command);
  }

  #heard(event: AnalysisEvent): void {
    if (event.type === "error") {
      // An error names no request: it is about what was asked last, and that will get no answer.
      this.problem = event.message;
      this.#endSearch();
      return;
    }
    const waiting = [this.#search, this.#look].find(
      (one) => one && "request" in one.command && one.command.request === event.request,
    );
    if (!waiting) return;
    if (event.type !== "done") waiting.event(event);
    else if (waiting === this.#search) this.#endSearch();
    else this.#look = null;
  }

  #answered(place: Place, event: AnalysisEvent): void {
    if (event.type !== "progress" && event.type !== "answer") return;
    const player = event.type === "answer" ? event.player : event.thought.player;
    const answer: Answer = {
      player,
      thought: event.thought,
      message: event.type === "answer" ? event.message : "",
      done: event.type === "answer",
    };
    if (answer.done && answer.thought) {
      if (player === STRONGEST) this.#remember(placeKey(place), answer.thought);
      if (answer.thought.proven) void lookAtEnd(place, answer.thought.pv);
    }
    const at = this.answers.findIndex((other) => other.player === player);
    this.answers = at < 0 ? [...this.answers, answer] : this.answers.with(at, answer);
  }

  #remember(key: string, thought: Thought): void {
    const verdict = verdictOf(thought);
    if (verdict) this.known.set(key, { ...verdict, pv: thought.pv });
  }
}
