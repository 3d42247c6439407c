// Overlays of the board from the results of searches: heat map, threat marks, ghost stones.
import type { Thought, ThreatView } from "../api/types";
import type { Ghost, Heat, Mark } from "../board/overlay";
import { sideToMove } from "../common/notation";
import { formatShortCount, formatShortPercent } from "../common/numberFormat";
import type { HeatBy, LabelBy } from "./analysisSettings.svelte";
import { candidatesOf, type CandidateRow } from "./candidates";
import type { PlayLine } from "./linePreview.svelte";

// Cells with a smaller weight are left out of the heat map: they only blur it.
const LEAST_WEIGHT = 0.04;
// The number of cells with a label; more are hard to read.
const MOST_LABELS = 12;
// More ghosts than this hide the position.
const MOST_GHOSTS = 24;
// A candidate whose win probability is this much below the best one's has weight 0.
const COLD = 0.25;

function weights(candidates: readonly CandidateRow[], by: HeatBy): (number | null)[] {
  const shares = candidates.map(({ share }) => share ?? null);
  if (by === "share" && shares.some((share) => share !== null)) {
    const most = Math.max(...shares.map((share) => share ?? 0), 1e-9);
    return shares.map((share) => (share === null ? null : share / most));
  }
  const chances = candidates.map(({ chance }) => chance);
  const best = Math.max(...chances.map((chance) => chance ?? 0));
  return chances.map((chance) =>
    chance === null ? null : Math.max(0, 1 - (best - chance) / COLD),
  );
}

/** What the number on a cell is. */
export type LabelKind = "visits" | "share" | "chance";

function labelKind(candidate: CandidateRow, by: LabelBy): LabelKind | null {
  if (by === "none") return null;
  // A move that was proven at once has no visits.
  if (by === "share" && candidate.visits) return "visits";
  if (by === "share" && candidate.share) return "share";
  return candidate.proven || candidate.chance !== null ? "chance" : null;
}

/** The label of a cell, at most five characters. */
function labelOf(candidate: CandidateRow, by: LabelBy): string | undefined {
  const kind = labelKind(candidate, by);
  if (kind === "visits") return formatShortCount(candidate.visits!).replace(" ", "");
  if (kind === "share") return formatShortPercent(candidate.share!);
  if (kind === null) return undefined;
  if (candidate.proven === "win" || candidate.proven === "loss") return candidate.proven;
  return candidate.chance === null ? undefined : formatShortPercent(candidate.chance);
}

/** What the numbers on the board are; null if there are none. */
export function labelsOf(thought: Thought, by: LabelBy): LabelKind | null {
  const kinds = candidatesOf(thought).map((candidate) => labelKind(candidate, by));
  return kinds.find((kind) => kind !== null) ?? null;
}

/** The heat map of a search's candidates. */
export function heatOf(thought: Thought, by: HeatBy, labels: LabelBy): Heat[] {
  const candidates = candidatesOf(thought);
  const weighed = weights(candidates, by);
  return candidates
    .map((candidate, i) => ({ candidate, weight: weighed[i] ?? 0 }))
    .filter(({ weight }) => weight >= LEAST_WEIGHT)
    .sort((a, b) => b.weight - a.weight)
    .map(({ candidate, weight }, i) => {
      const label = i < MOST_LABELS ? labelOf(candidate, labels) : undefined;
      return { cell: candidate.action, weight, ...(label === undefined ? {} : { label }) };
    });
}

// Of the rows that a cell makes, the strongest one is shown.
const STRENGTH: Record<ThreatView["kind"], number> = { five: 3, "open four": 2, four: 1, three: 0 };

/** The threats that matter: where there are fours or fives, threes are left out. */
export function urgentThreats(threats: readonly ThreatView[]): ThreatView[] {
  const more = threats.filter(({ kind }) => kind !== "three");
  return more.length > 0 ? more : [...threats];
}

/** One mark per cell and side: the strongest of its threats. */
export function marksOf(threats: readonly ThreatView[]): Mark[] {
  const strongest = new Map<string, ThreatView>();
  for (const threat of urgentThreats(threats)) {
    const key = `${threat.cell} ${threat.player}`;
    const other = strongest.get(key);
    if (!other || STRENGTH[threat.kind] > STRENGTH[other.kind]) strongest.set(key, threat);
  }
  return [...strongest.values()].map(({ kind, player, cell }) => ({
    cell,
    player,
    kind: kind === "open four" ? "four" : kind,
  }));
}

/** The marks without threes on cells where the heat map has a number. */
export function readableMarks(marks: readonly Mark[], heat: readonly Heat[]): Mark[] {
  const numbered = new Set(heat.filter(({ label }) => label).map(({ cell }) => cell));
  return marks.filter(({ kind, cell }) => kind !== "three" || !numbered.has(cell));
}

/** The ghost stones of a line, except on occupied cells. */
export function ghostsOf(line: PlayLine, cells: string): Ghost[] {
  return line.cells
    .slice(0, MOST_GHOSTS)
    .map((cell, i) => ({ cell, player: sideToMove(line.first + i), number: i + 1 }))
    .filter(({ cell }) => cells[cell] === ".");
}
