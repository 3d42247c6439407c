// From thoughts and threats to what the board shows over its cells.
import type { Thought, ThreatMark } from "../api/types";
import type { Ghost, Heat, Mark } from "../board/overlay";
import { sideToMove } from "../common/notation";
import { formatShortCount, formatShortPercent } from "../common/numberFormat";
import type { HeatBy, LabelBy } from "./analysisSettings.svelte";
import { candidatesOf, type CandidateRow } from "./candidates";
import type { PlayLine } from "./linePreview.svelte";

// Cells whose part of the heat is smaller than this are left plain: they only blur the picture.
const LEAST_WEIGHT = 0.04;
// How many cells get a label; more are too small to be read.
const MOST_LABELS = 12;
// More ghosts than this hide the position that they are about.
const MOST_GHOSTS = 24;
// A candidate whose chance is this much below the best one's is cold.
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

/** What is written on a cell: room is for four characters. */
function labelOf(candidate: CandidateRow, by: LabelBy): string | undefined {
  if (by === "none") return undefined;
  if (by === "share") {
    if (candidate.visits != null) return formatShortCount(candidate.visits).replace(" ", "");
    if (candidate.share != null) return `${Math.round(candidate.share * 100)}%`;
  }
  if (candidate.proven === "win") return "win";
  if (candidate.proven === "loss") return "loss";
  if (candidate.chance === null) return undefined;
  return formatShortPercent(candidate.chance);
}

/** The heat map of a thought's candidates. */
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

// The strongest row that a cell makes is the one that is shown.
const STRENGTH: Record<ThreatMark["kind"], number> = { five: 3, "open four": 2, four: 1, three: 0 };

/** The threats that matter: where somebody can make a four or a five, threes are no news. */
export function urgentThreats(threats: readonly ThreatMark[]): ThreatMark[] {
  const more = threats.filter(({ kind }) => kind !== "three");
  return more.length > 0 ? more : [...threats];
}

/** One mark a cell and side: the strongest of its threats. */
export function marksOf(threats: readonly ThreatMark[]): Mark[] {
  const strongest = new Map<string, ThreatMark>();
  for (const threat of urgentThreats(threats)) {
    const place = `${threat.cell} ${threat.player}`;
    const other = strongest.get(place);
    if (!other || STRENGTH[threat.kind] > STRENGTH[other.kind]) strongest.set(place, threat);
  }
  return [...strongest.values()].map(({ kind, player, cell }) => ({
    cell,
    player,
    kind: kind === "open four" ? "four" : kind,
  }));
}

/** The marks that leave the numbers of the heat map readable: threes stand back for them. */
export function readableMarks(marks: readonly Mark[], heat: readonly Heat[]): Mark[] {
  const numbered = new Set(heat.filter(({ label }) => label).map(({ cell }) => cell));
  return marks.filter(({ kind, cell }) => kind !== "three" || !numbered.has(cell));
}

/** The ghosts of a line; cells that are taken on the board get none. */
export function ghostsOf(line: PlayLine, cells: string): Ghost[] {
  return line.cells
    .slice(0, MOST_GHOSTS)
    .map((cell, i) => ({ cell, player: sideToMove(line.first + i), number: i + 1 }))
    .filter(({ cell }) => cells[cell] === ".");
}
