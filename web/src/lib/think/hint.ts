// A hint: what the strongest player would play, and why. For the game page and the analysis board.
import type { GameInfo, Thought } from "../api/types";
import { cellName, sideName, sideToMove } from "../common/notation";
import { positionKey, type PositionRef } from "../common/positions";
import { texts } from "../texts/think";
import { AnalysisClient } from "./analysisClient.svelte";
import { bestMove } from "./candidates";
import { hintText } from "./explainThought";
import { knownEvaluation } from "./knownEvaluations.svelte";
import { STRONGEST, strongestPlayer } from "./strongest";
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
  if (cell === null) throw new Error(texts.noHintFound);
  if (thought.proven) await checkEndsGame(position, thought.pv);
  const nameOf = (named: number) => cellName(named, info.columns);
  const side = sideName(info, sideToMove(position.moves.length));
  return { cell, text: hintText(thought, nameOf, side, endsGame(position, thought.pv)) };
}

/** A hint as the engine sees it by now: it says the same as the bar, which follows longer searches. */
export function followEngine(info: GameInfo, position: PositionRef, hint: Hint): Hint {
  const known = knownEvaluation(positionKey(position));
  const cell = known?.pv[0];
  if (!known || cell === undefined) return hint;
  const ply = position.moves.length;
  const mover = sideToMove(ply);
  const thought: Thought = {
    player: STRONGEST,
    ply,
    win: mover === 0 ? known.first : 1 - known.first,
    proven: known.proven && (mover === 0 ? known.proven : OPPOSITE[known.proven]),
    action: cell,
    pv: known.pv,
    depth: known.depth,
    selective_depth: known.depth,
    nodes: known.nodes,
    sims: 0,
    seconds: 0,
    speed: 0,
    lines: [],
    candidates: [],
  };
  const nameOf = (named: number) => cellName(named, info.columns);
  const ends = endsGame(position, known.pv);
  return { cell, text: hintText(thought, nameOf, sideName(info, mover), ends) };
}

const OPPOSITE = { win: "loss", loss: "win", draw: "draw" } as const;

/** A new hint over a connection that is opened for it only. */
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
  if (late && client.lost) throw new Error(texts.noServer);
  if (late) throw new Error(texts.noHintCame);
  throw new Error(client.problem || texts.noHintFound);
}
