// The analyses of this browser, with their variations and comments, in local storage.
import { loadStored, store } from "../common/storage";
import { follow, treeOf, type RecordedTree } from "./moveTree";

const NAME = "analyses";
const MOST = 12;

export interface StoredAnalysis extends Required<RecordedTree> {
  id: string;
  game: string;
  players: readonly [string, string];
  /** Milliseconds since 1970. */
  updated: number;
}

/** The stored analyses, the last changed first; what cannot be read is left out. */
export function loadAnalyses(): StoredAnalysis[] {
  const { analyses } = loadStored<{ analyses: unknown }>(NAME, { analyses: [] });
  return Array.isArray(analyses) ? analyses.filter(isAnalysis) : [];
}

/** The stored analysis of a line of moves: the one with this id, if it still has the line, else one that
    has no other game. A line may begin many games, and each is its own analysis. */
export function findStored(
  analyses: readonly StoredAnalysis[],
  game: string,
  moves: readonly number[],
  id: string,
): StoredAnalysis | undefined {
  const ofGame = analyses.filter((one) => one.game === game);
  const same = ofGame.find((one) => one.id === id && follow(treeOf(one), moves) !== null);
  if (same || moves.length === 0) return same;
  return ofGame.find((one) => one.moves.join() === moves.join());
}

/** Store an analysis in place of its earlier state, before all others. */
export function saveAnalysis(analysis: StoredAnalysis): void {
  // Read again: another tab may have stored something.
  const others = loadAnalyses().filter(({ id }) => id !== analysis.id);
  store(NAME, { analyses: [analysis, ...others].slice(0, MOST) });
}

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((entry) => Number.isInteger(entry) && entry >= 0);

function isAnalysis(value: unknown): value is StoredAnalysis {
  if (!value || typeof value !== "object") return false;
  const { id, game, players, updated, moves, values, comments, variations } =
    value as StoredAnalysis;
  return (
    [id, game, ...(Array.isArray(players) ? players : [null])].every(
      (text) => typeof text === "string",
    ) &&
    players.length === 2 &&
    typeof updated === "number" &&
    isNumbers(moves) &&
    Array.isArray(values) &&
    values.every((entry) => entry === null || typeof entry === "number") &&
    !!comments &&
    Object.values(comments).every((text) => typeof text === "string") &&
    Array.isArray(variations) &&
    variations.every((line) => isNumbers([line?.after]) && isNumbers(line.moves))
  );
}
