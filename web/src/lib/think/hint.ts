// A hint: what the strongest player would play, and why. For the game page and the analysis board.
import type { GameInfo, Thought } from "../api/types";
import { cellName } from "../common/notation";
import type { PositionRef } from "../common/positions";
import { AnalysisClient, strongestPlayer } from "./analysisClient.svelte";
import { bestMove } from "./candidates";
import { hintText } from "./explainThought";
import { checkEndsGame, endsGame } from "./terminalLines.svelte";

const SEARCH_TIME = 1; // seconds
const TIMEOUT = 20; // seconds for the answer; the server may have a queue

export interface Hint {
  cell: number;
  text: string;
}

/** Ask for a hint; rejects with a message for people. `known` is used instead of a new search. */
export async function requestHint(
  client: AnalysisClient,
  info: GameInfo,
  position: PositionRef,
  known: Thought | null = null,
): Promise<Hint> {
  const thought = known ?? (await search(client, position, strongestPlayer(info.players)));
  const cell = bestMove(thought);
  if (cell === null) throw new Error("No hint was found: try again.");
  if (thought.proven) await checkEndsGame(position, thought.pv);
  const nameOf = (named: number) => cellName(named, info.columns);
  return { cell, text: hintText(thought, nameOf, endsGame(position, thought.pv)) };
}

/** The same over a connection that is opened for this hint only. */
export async function requestSingleHint(info: GameInfo, position: PositionRef): Promise<Hint> {
  const client = new AnalysisClient();
  try {
    return await requestHint(client, info, position);
  } finally {
    client.close();
  }
}

async function search(
  client: AnalysisClient,
  position: PositionRef,
  player: string,
): Promise<Thought> {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    client.stop();
  }, TIMEOUT * 1000);
  const thought = await client.consult(position, { player, time: SEARCH_TIME, lines: 1 });
  clearTimeout(timer);
  if (thought) return thought;
  if (late && client.lost) throw new Error("The server cannot be reached.");
  if (late) throw new Error("No hint came: the server has much to do. Try again later.");
  throw new Error(client.problem || "No hint was found: try again.");
}
