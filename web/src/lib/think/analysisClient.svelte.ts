// Client of the socket /api/analysis/live: analyses by one player, by every player, and of threats.
import { ReconnectingSocket } from "../api/socket";
import type {
  AnalysisCommand,
  AnalysisEvent,
  Thought,
  ThreatView,
  VictoryView,
} from "../api/types";
import { positionKey, type PositionRef } from "../common/positions";
import { rememberEvaluation } from "./knownEvaluations.svelte";
import { checkEndsGame } from "./terminalLines.svelte";

/** Who analyses, for how long (seconds; null: until it is stopped), for how many positions at most, and
    how many lines. */
export interface AnalysisTask {
  player: string;
  time: number | null;
  nodes?: number;
  lines: number;
}

/** The answer of one player when all are asked; while `done` is false, its progress. */
export interface PlayerAnswer {
  player: string;
  thought: Thought | null;
  message: string;
  done: boolean;
}

export interface Threats {
  victories: VictoryView[];
  marks: ThreatView[];
}

interface PendingRequest {
  command: AnalysisCommand;
  key: string;
  /** Whether it was told to answer early. */
  stopped: boolean;
  event(event: AnalysisEvent): void;
  end(): void;
}

export class AnalysisClient {
  /** The key of the position that `thought` is about. */
  thoughtKey = $state("");
  thought = $state.raw<Thought | null>(null);
  /** Whether an analysis is running. */
  running = $state(false);

  answersKey = $state("");
  answers = $state.raw<readonly PlayerAnswer[]>([]);
  asking = $state(false);

  threatsKey = $state("");
  threats = $state.raw<Threats | null>(null);

  /** Whether the connection is lost and being restored. */
  lost = $state(false);
  /** Why the last request failed. */
  problem = $state("");

  #socket: ReconnectingSocket<AnalysisCommand, AnalysisEvent> | null = null;
  #requests = 0;
  /** The server runs one search and one search for threats per socket. */
  #search: PendingRequest | null = null;
  #threatSearch: PendingRequest | null = null;

  /** Analyse a position and show the progress; a running search stops. Returns null if interrupted. */
  analyse(position: PositionRef, task: AnalysisTask): Promise<Thought | null> {
    this.stop();
    const key = positionKey(position);
    if (this.thoughtKey !== key || this.thought?.player !== task.player) this.thought = null;
    this.thoughtKey = key;
    this.running = true;
    return this.#run(position, task, (thought) => (this.thought = thought));
  }

  /** The same without showing it: only the evaluation is kept. */
  consult(position: PositionRef, task: AnalysisTask): Promise<Thought | null> {
    this.stop();
    return this.#run(position, task, () => {});
  }

  #run(
    position: PositionRef,
    task: AnalysisTask,
    show: (thought: Thought) => void,
  ): Promise<Thought | null> {
    const key = positionKey(position);
    return new Promise((resolve) => {
      let last: Thought | null = null;
      let complete = false;
      this.#start(
        { type: "analyse", request: 0, game: position.game, moves: [...position.moves], ...task },
        key,
        (event) => {
          if (event.type === "answer") {
            complete = event.thought !== null;
            if (!complete) this.problem = event.message;
          }
          if ((event.type === "progress" || event.type === "answer") && event.thought) {
            last = event.thought;
            show(last);
            // An endless analysis ends when it is stopped, or gives way to others.
            const final = event.type === "answer" && task.time !== null && !this.#stopped;
            rememberEvaluation(key, last, { final, nodes: task.nodes });
          }
        },
        () => {
          this.running = false;
          resolve(complete ? last : null);
        },
      );
    });
  }

  /** Ask every player that plays the game; `players` are those that will answer. */
  ask(position: PositionRef, players: readonly string[], time: number): Promise<void> {
    this.stop();
    const key = positionKey(position);
    this.answersKey = key;
    this.answers = players.map((player) => ({ player, thought: null, message: "", done: false }));
    this.asking = true;
    return new Promise((resolve) => {
      this.#start(
        { type: "ask", request: 0, game: position.game, moves: [...position.moves], time },
        key,
        (event) => this.#answered(position, event),
        () => {
          this.asking = false;
          resolve();
        },
      );
    });
  }

  forgetAnswers(): void {
    this.answers = [];
    this.answersKey = "";
  }

  /** Find threats and forced wins; replaces an earlier request. */
  findThreats(position: PositionRef): void {
    const key = positionKey(position);
    if (this.threatsKey === key && (this.threats || this.#threatSearch)) return;
    this.threatsKey = key;
    this.threats = null;
    const command = this.#numbered({
      type: "threats",
      request: 0,
      game: position.game,
      moves: [...position.moves],
    });
    this.#threatSearch = {
      command,
      key,
      stopped: false,
      event: (event) => {
        if (event.type !== "threats") return;
        this.threats = { victories: event.victories, marks: event.marks };
        this.#threatSearch = null;
      },
      end: () => (this.#threatSearch = null),
    };
    this.#send(command);
  }

  /** Stop the search and discard its result. */
  stop(): void {
    if (!this.#search) return;
    this.#endSearch();
    this.#socket?.send({ type: "stop" });
  }

  /** Stop the search and wait for its answer. */
  answerNow(): void {
    if (!this.#search) return;
    this.#search.stopped = true;
    if (!this.#socket?.send({ type: "stop" })) this.#endSearch();
  }

  get #stopped(): boolean {
    return this.#search?.stopped ?? false;
  }

  close(): void {
    this.#endSearch();
    this.#threatSearch = null;
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
    this.#search = { command: numbered, key, stopped: false, event, end };
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
      // The first request opens the socket.
      this.#socket = new ReconnectingSocket<AnalysisCommand, AnalysisEvent>("/api/analysis/live", {
        onevent: (event) => this.#receive(event),
        onstate: (state) => {
          this.lost = state === "lost";
          if (state === "open") this.#resend();
        },
      });
      return;
    }
    this.#socket.send(command);
  }

  /** Send again what is pending, after the connection was made or restored. */
  #resend(): void {
    if (this.#threatSearch) this.#socket?.send(this.#threatSearch.command);
    if (this.#search) this.#socket?.send(this.#search.command);
  }

  #receive(event: AnalysisEvent): void {
    if (event.type === "error") {
      // An error names no request: it belongs to the last one, which gets no other answer.
      this.problem = event.message;
      this.#endSearch();
      return;
    }
    const waiting = [this.#search, this.#threatSearch].find(
      (one) => one && "request" in one.command && one.command.request === event.request,
    );
    if (!waiting) return;
    if (event.type !== "done") waiting.event(event);
    else if (waiting === this.#search) this.#endSearch();
    else this.#threatSearch = null;
  }

  #answered(position: PositionRef, event: AnalysisEvent): void {
    if (event.type !== "progress" && event.type !== "answer") return;
    const player = event.type === "answer" ? event.player : event.thought.player;
    const answer: PlayerAnswer = {
      player,
      thought: event.thought,
      message: event.type === "answer" ? event.message : "",
      done: event.type === "answer",
    };
    if (answer.done && answer.thought) {
      rememberEvaluation(positionKey(position), answer.thought, { final: !this.#stopped });
      if (answer.thought.proven) void checkEndsGame(position, answer.thought.pv);
    }
    const at = this.answers.findIndex((other) => other.player === player);
    this.answers = at < 0 ? [...this.answers, answer] : this.answers.with(at, answer);
  }
}
