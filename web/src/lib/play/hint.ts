// Asks the strongest player what it would do.
import { ReconnectingSocket } from "../api/socket";
import type { AnalysisCommand, AnalysisEvent, Thought } from "../api/types";

const HINT_TIME = 1; // seconds of thinking
const PATIENCE = 20; // seconds for the answer, with others waiting too

/** What the engine would play; rejects with a sentence if it cannot say. */
export function askForHint(game: string, moves: number[]): Promise<Thought> {
  return new Promise((resolve, reject) => {
    let asked = false;
    const finish = (done: () => void) => {
      clearTimeout(timer);
      socket.close();
      done();
    };
    const timer = setTimeout(() => {
      finish(() => reject(new Error("No hint came: the server has much to do. Try again later.")));
    }, PATIENCE * 1000);
    const socket = new ReconnectingSocket<AnalysisCommand, AnalysisEvent>("/api/analysis/live", {
      onstate: (state) => {
        if (state === "open" && !asked) {
          asked = true;
          const question = { request: 1, player: "engine", time: HINT_TIME, lines: 1 };
          socket.send({ type: "analyse", game, moves, ...question });
        }
        if (state === "lost") finish(() => reject(new Error("The server cannot be reached.")));
      },
      onevent: (event) => {
        if (event.type === "error") finish(() => reject(new Error(event.message)));
        if (event.type !== "answer") return;
        const { thought, message } = event;
        finish(() => (thought ? resolve(thought) : reject(new Error(message))));
      },
    });
  });
}
