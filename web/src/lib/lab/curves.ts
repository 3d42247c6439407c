// The curves of a training run as series of a chart.
import type { TrainingView } from "../api/types";
import type { Series } from "./series";

/** What a curve is drawn over: games, or time in a unit. */
export type Axis = "games" | { unit: string; seconds: number };

const UNITS = [
  { unit: "h", seconds: 3600 },
  { unit: "min", seconds: 60 },
];

/** The unit of time for a run that took so many seconds. */
export function timeAxis(seconds: number): Axis {
  return UNITS.find((one) => seconds >= 2 * one.seconds) ?? { unit: "s", seconds: 1 };
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
    series: [
      {
        name: "moving first",
        points: points.map((one) => ({
          x: place(axis, one.games, one.seconds),
          y: one.first_points,
          low: one.first_low,
          high: one.first_high,
        })),
      },
      {
        name: "moving second",
        points: points.map((one) => ({
          x: place(axis, one.games, one.seconds),
          y: one.second_points,
          low: one.second_low,
          high: one.second_high,
        })),
      },
    ],
  }));
}

/** A series for each figure that has values. */
export function figureSeries(figures: TrainingView["figures"], axis: Axis): Series[] {
  return Object.entries(figures.values)
    .map(([name, values]) => ({
      name,
      points: values.flatMap((y, at) => {
        if (y === null) return [];
        return [{ x: place(axis, figures.games[at]!, figures.seconds[at]!), y }];
      }),
    }))
    .filter(({ points }) => points.length > 0);
}

/** The name of a figure for people: "First wins" of first_wins. */
export function figureText(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
