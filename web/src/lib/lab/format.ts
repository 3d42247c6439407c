// The text format of the lab's numbers and states.
import type { RunSummary, TournamentView, TrainingView } from "../api/types";
import { formatCount, formatSeconds, plural } from "../common/numberFormat";

const MINUS = "\u2212";

/** Elo with a sign: +12, −31. */
export function eloText(elo: number): string {
  const rounded = Math.round(elo);
  if (rounded === 0) return "0";
  return `${rounded > 0 ? "+" : MINUS}${formatCount(Math.abs(rounded))}`;
}

/** Points, with a half if there is one: 3, 3½. */
export function pointsText(points: number): string {
  const whole = Math.floor(points);
  if (whole === points) return formatCount(whole);
  return `${whole === 0 ? "" : formatCount(whole)}½`;
}

const STATES: Record<RunSummary["state"], string> = {
  waiting: "Waiting for its turn",
  running: "Running",
  stopped: "Stopped",
  finished: "Finished",
  failed: "Failed",
};

export function stateText(run: RunSummary): string {
  return STATES[run.state];
}

/** "12 of 60 games". */
export function progressText(run: RunSummary): string {
  if (!run.scheduled) return run.games ? plural(run.games, "game") : "";
  if (run.games === run.scheduled) return plural(run.games, "game");
  return `${formatCount(run.games)} of ${plural(run.scheduled, "game")}`;
}

/** round-robin as "round robin". */
export function formatText(format: string): string {
  return format === "swiss" ? "Swiss" : format.replaceAll("-", " ");
}

/** The limit of a move. */
export function limitText(limits: TournamentView["limits"]): string {
  const parts = [];
  if (limits.time !== undefined) parts.push(`${formatSeconds(limits.time)} a move`);
  if (limits.nodes !== undefined) parts.push(`${formatCount(limits.nodes)} positions a move`);
  return parts.join(", ") || "each player thinks as it is set";
}

/** What was chosen for a training, and how long it took so far. */
export function trainingFacts(training: TrainingView): string[] {
  const { learner, game, seed, settings, seconds } = training;
  const time = seconds ? durationText(seconds) : "";
  return [learner, game, settingsText(settings), `seed ${seed}`, time].filter(Boolean);
}

/** Settings of a learner: "alpha 0.5, fold false". */
export function settingsText(settings: TrainingView["settings"]): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`)
    .join(", ");
}

/** The time of a move; the fastest players need microseconds. */
export function moveTimeText(seconds: number): string {
  return seconds < 0.0005 ? "< 1 ms" : formatSeconds(seconds);
}

/** The openings of a tournament. */
export function openingsText(openings: string): string {
  const plies = /^random:plies=(\d+)$/.exec(openings)?.[1];
  if (plies) return `${plural(Number(plies), "random move")} at the start`;
  return openings === "none" ? "" : `${openings} openings`;
}

/** A duration: 48 s, 12 min, 3.5 h. */
export function durationText(seconds: number): string {
  if (seconds < 60) return formatSeconds(seconds);
  if (seconds < 6000) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
