import assert from "node:assert/strict";
import { test } from "node:test";
import { evaluationSeries, figureSeries, figureText, timeAxis } from "../src/lib/lab/curves";
import { settingsText } from "../src/lib/lab/format";
import { bandPath, linePath } from "../src/lib/lab/series";
import { ticks } from "../src/lib/lab/ticks";

const FIGURES = {
  games: [100, 200, 300],
  seconds: [60, 120, 180],
  values: { loss: [0.5, null, 0.25], never: [null, null, null] },
};

test("a figure has a curve over games or time, without its gaps", () => {
  assert.deepEqual(figureSeries(FIGURES, "games"), [
    {
      name: "loss",
      points: [
        { x: 100, y: 0.5 },
        { x: 300, y: 0.25 },
      ],
    },
  ]);
  const xs = figureSeries(FIGURES, timeAxis(180))[0]!.points.map(({ x }) => x);
  assert.deepEqual(xs, [1, 3]);
});

test("points against an opponent have a curve and an interval for each side", () => {
  const point = {
    games: 5,
    seconds: 1,
    first_points: 0.9,
    first_low: 0.8,
    first_high: 0.95,
    second_points: 0.5,
    second_low: 0.4,
    second_high: 0.6,
  };
  const [against] = evaluationSeries({ random: [point] }, "games");
  assert.equal(against!.opponent, "random");
  assert.deepEqual(
    against!.series.map(({ points }) => points),
    [[{ x: 5, y: 0.9, low: 0.8, high: 0.95 }], [{ x: 5, y: 0.5, low: 0.4, high: 0.6 }]],
  );
});

test("the unit of time fits the run", () => {
  const units = [5, 90, 600, 8000].map((seconds) => timeAxis(seconds));
  assert.deepEqual(
    units.map((axis) => axis !== "games" && axis.unit),
    ["s", "s", "min", "h"],
  );
});

test("a band goes along the upper ends and back along the lower ones", () => {
  const same = (value: number) => value;
  const points = [
    { x: 0, y: 5, low: 4, high: 7 },
    { x: 2, y: 6, low: 5, high: 8 },
  ];
  assert.equal(bandPath(points, same, same), "M0.0 7.0L2.0 8.0L2.0 5.0L0.0 4.0Z");
  assert.equal(linePath(points, same, same), "M0.0 5.0L2.0 6.0");
  assert.equal(bandPath([], same, same), "");
});

test("names and settings of learners are written for people", () => {
  assert.equal(figureText("first_wins"), "First wins");
  assert.equal(settingsText({ alpha: 0.5, look_ahead: false }), "alpha 0.5, look ahead false");
});

test("ticks are round, and whole where values are", () => {
  assert.deepEqual(ticks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks(1, 3, 7, 1), [1, 2, 3]);
  assert.deepEqual(ticks(50_000, 50_000, 5, 1), [50_000]);
});
