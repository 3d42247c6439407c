// The curves of a training run as series of a chart.
import type { TrainingView } from "../api/types";
import { texts } from "../texts/lab";
import type { Series } from "./series";

/** What a curve is drawn over: games, or time in a unit. */
export type Axis = "games" | { unit: string; seconds: number };

const UNITS = [
  { unit: texts.units.hours, seconds: 3600 },
  { unit: texts.units.minutes, seconds: 60 },
];

/** The unit of time for a run that took so many seconds. */
export function timeAxis(seconds: number): Axis {
  return (
    UNITS.find((one) => seconds >= 2 * one.seconds) ?? { unit: texts.units.seconds, seconds: 1 }
  );
}

function place(axis: Axis, games: number, seconds: number): number {
  return axis === "games" ? games : seconds / axis.seconds;
}

/** Points per side with their intervals, by opponent. */
export function evaluationSeries(
  evaluations: TrainingView["evaluations"],
  axis: Axis,
): { opponent: string; series: Series[] }[] {
  return Object.entries(evaluations).map(([opponent, points]) => ({
    opponent,
    series: (["first", "second"] as const).map((side) => ({
      name: texts.training[side],
      points: points.map((one) => ({
        x: place(axis, one.games, one.seconds),
        y: one[`${side}_points`],
        low: one[`${side}_low`],
        high: one[`${side}_high`],
      })),
    })),
  }));
}

/** The ratings of the checkpoints, if there are any. */
export function ladderSeries(ladder: TrainingView["ladder"], axis: Axis): Series[] {
  if (!ladder?.checkpoints.length) return [];
  const points = ladder.checkpoints.map(({ games, seconds, elo, low, high }) => ({
    x: place(axis, games, seconds),
    y: elo,
    low,
    high,
  }));
  return [{ name: texts.training.ladderName, points }];
}

/** A chart of figures that belong together. */
export interface FigureChart {
  title: string;
  series: Series[];
  /** Whether they are shares of their sum, from 0 to 1. */
  shares: boolean;
  /** A sentence below it. */
  note: string;
}

const RESULTS = ["first_wins", "draws", "second_wins"];
const GATE = ["gate_wins", "gate_draws", "gate_losses"];
const ACCEPTED = "accepted";
const LOSS = "loss";

type Figures = TrainingView["figures"];

/** The charts of a learner's figures: results of self-play, losses, gates, then one for each other. */
export function figureCharts(figures: Figures, axis: Axis): FigureChart[] {
  const left = Object.keys(figures.values).filter((name) => hasValues(figures, name));
  const take = (wanted: (name: string) => boolean): string[] => {
    const taken = left.filter(wanted);
    for (const name of taken) left.splice(left.indexOf(name), 1);
    return taken;
  };
  const series = (name: string): Series => seriesOf(figures, name, axis);
  const charts: FigureChart[] = [];
  for (const [names, title] of [
    [RESULTS, texts.training.results],
    [GATE, texts.training.gate],
  ] as const) {
    if (!names.every((name) => left.includes(name))) continue;
    const shares = asShares(take((name) => names.includes(name)).map(series));
    const note =
      names === GATE
        ? acceptedText(
            figures,
            take((name) => name === ACCEPTED),
          )
        : "";
    charts.push({ title, series: shares, shares: true, note });
  }
  const losses = take((name) => name === LOSS || name.endsWith(`_${LOSS}`));
  if (losses.length) {
    const title = texts.training.losses;
    charts.splice(1, 0, { title, series: losses.map(series), shares: false, note: "" });
  }
  for (const name of left) {
    charts.push({ title: figureText(name), series: [series(name)], shares: false, note: "" });
  }
  return charts;
}

function hasValues(figures: Figures, name: string): boolean {
  return figures.values[name]!.some((value) => value !== null);
}

function seriesOf(figures: Figures, name: string, axis: Axis): Series {
  const points = figures.values[name]!.flatMap((y, at) => {
    if (y === null) return [];
    return [{ x: place(axis, figures.games[at]!, figures.seconds[at]!), y }];
  });
  return { name: figureText(name), points };
}

/** Each value as its share of the sum of all series at the same place. */
function asShares(series: Series[]): Series[] {
  const sums = new Map<number, number>();
  for (const { points } of series) {
    for (const { x, y } of points) sums.set(x, (sums.get(x) ?? 0) + y);
  }
  return series.map(({ name, points }) => ({
    name,
    points: points.map(({ x, y }) => ({ x, y: y / (sums.get(x) || 1) })),
  }));
}

/** How many new networks were accepted. */
function acceptedText(figures: Figures, names: string[]): string {
  const all = names.flatMap((name) => figures.values[name]!.filter((value) => value !== null));
  if (!all.length) return "";
  return texts.training.accepted(String(all.filter(Boolean).length), String(all.length));
}

/** The name of a figure for people: "Value depth" of value_depth, if the page has no better one. */
export function figureText(name: string): string {
  const words = name.replaceAll("_", " ");
  return texts.training.figures[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
