// The text format of the lab's numbers and states.
import type { GameInfo, RunSummary, TournamentView, TrainingView } from "../api/types";
import { formatCount, formatSeconds, plural } from "../common/numberFormat";
import { playerTitle } from "../common/spec";
import { texts as common } from "../texts/common";
import { texts } from "../texts/lab";
import { parameterText } from "../texts/parameters";

/** The players that a title names at most. */
const NAMED = 4;

/** Points, with a half if there is one: 3, 3½. */
export function pointsText(points: number): string {
  const whole = Math.floor(points);
  if (whole === points) return formatCount(whole);
  return `${whole === 0 ? "" : formatCount(whole)}½`;
}

export function stateText(run: RunSummary): string {
  return texts.states[run.state];
}

/** "12 of 60 games". */
export function progressText(run: RunSummary): string {
  if (!run.scheduled) return run.games ? plural(run.games, ...texts.game) : "";
  if (run.games === run.scheduled) return plural(run.games, ...texts.game);
  return texts.progress(formatCount(run.games), plural(run.scheduled, ...texts.game));
}

/** round-robin as "Round robin". */
export function formatText(format: string): string {
  return capitalised(format.replaceAll("-", " "));
}

/** What a run is about: "Gomoku 15 × 15: Random, Greedy and MCTS". */
export function runTitle({ kind, game, players }: RunSummary): string {
  const titles = players.map(playerTitle);
  if (kind === "training") return texts.runs.learns(titles.join(", "), game);
  const named = titles.length > NAMED ? titles.slice(0, NAMED - 1) : titles;
  const more = titles.length - named.length;
  return texts.runs.meet(game, more ? [...named, texts.runs.others(more)] : named);
}

/** Why a game ended: "five in a row" instead of the record's "line". */
export function endText({ in_a_row }: GameInfo, end: string): string {
  return end === "line" ? common.inARow(in_a_row) : end;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The limit of a move. */
export function limitText(limits: TournamentView["limits"]): string {
  const parts = [];
  if (limits.time !== undefined) parts.push(formatSeconds(limits.time));
  if (limits.nodes !== undefined) parts.push(texts.facts.positions(formatCount(limits.nodes)));
  return parts.length ? texts.facts.perMove(parts.join(", ")) : texts.facts.own;
}

/** What was chosen for a training, and how long it took so far. */
export function trainingFacts(training: TrainingView): string[] {
  const { learner, seed, settings, seconds, figures } = training;
  const steps = figures.steps.at(-1);
  return [
    playerTitle(learner),
    settingsText(settings),
    texts.facts.seed(seed),
    steps ? plural(steps, ...texts.iteration) : "",
    seconds ? durationText(seconds) : "",
  ].filter(Boolean);
}

/** Settings of a learner: "alpha 0.5, no look ahead". */
export function settingsText(settings: TrainingView["settings"]): string {
  return Object.entries(settings)
    .map(([name, value]) => parameterText(name, `${value}`))
    .join(", ");
}

/** The openings of a tournament. */
export function openingsText(openings: string): string {
  const plies = /^random:plies=(\d+)$/.exec(openings)?.[1];
  if (plies) return texts.facts.opening(plural(Number(plies), ...texts.randomMove));
  return openings === "none" ? "" : texts.facts.openings(openings);
}

/** A duration: 48 s, 12 min, 3.5 h. */
export function durationText(seconds: number): string {
  if (seconds < 60) return formatSeconds(seconds);
  if (seconds < 6000) return `${Math.round(seconds / 60)} ${texts.units.minutes}`;
  return `${(seconds / 3600).toFixed(1)} ${texts.units.hours}`;
}
