// A run on the server, kept up to date over its socket.
import { errorMessage, get } from "../api/client";
import { ReconnectingSocket, type Connection } from "../api/socket";
import type { LabEvent, RunView } from "../api/types";
import { announce } from "../common/announcer.svelte";
import { eloText } from "../common/numberFormat";
import { playerTitle } from "../common/spec";
import { texts } from "../texts/lab";

export class LiveRun {
  view = $state.raw<RunView>();
  connection = $state<Connection>("connecting");
  /** Why the run cannot be shown. */
  problem = $state("");
  #socket: ReconnectingSocket<never, LabEvent> | undefined;
  #closed = false;

  constructor(id: string) {
    void this.#open(id);
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  /** Fetch the run before the socket opens: it sets the cookie, and a wrong id fails at once. */
  async #open(id: string): Promise<void> {
    try {
      this.view = await get("/api/lab/runs/{id}", { path: { id } });
    } catch (error) {
      this.problem = errorMessage(error);
      return;
    }
    if (this.#closed) return;
    this.#socket = new ReconnectingSocket(`/api/lab/runs/${encodeURIComponent(id)}/live`, {
      onevent: (event) => this.#receive(event),
      onstate: (state) => (this.connection = state),
    });
  }

  #receive(event: LabEvent): void {
    if (event.type === "run") {
      const before = this.view?.run.state;
      this.view = event.run;
      if (before && before !== event.run.run.state) announce(changeText(event.run));
    } else if (event.error === "not-found") {
      this.problem = event.message;
      this.close();
    }
  }
}

/** The announcement when a run changes its state. */
function changeText(view: RunView): string {
  const { run, tournament } = view;
  const what = texts.changes[run.kind];
  switch (run.state) {
    case "finished": {
      const best = tournament?.table[0];
      if (tournament?.winner) return texts.changes.won(what, playerTitle(tournament.winner));
      return best
        ? texts.changes.leads(what, playerTitle(best.name), eloText(best.elo))
        : texts.changes.finished(what);
    }
    case "failed":
      return texts.changes.failed(what, run.message);
    case "stopped":
    case "waiting":
    case "running":
      return texts.changes[run.state](what);
  }
}
