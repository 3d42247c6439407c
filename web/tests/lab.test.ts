import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameInfo } from "../src/lib/api/types";
import {
  evaluationSeries,
  figureCharts,
  figureText,
  ladderSeries,
  timeAxis,
} from "../src/lib/lab/curves";
import { endText, formatText, runTitle, settingsText } from "../src/lib/lab/format";
import { bandPath, linePath } from "../src/lib/lab/series";
import { formatNumber, ticks } from "../src/lib/lab/ticks";

const FIGURES = {
  steps: [1, 2, 3],
  games: [100, 200, 300],
  seconds: [60, 120, 180],
  values: { loss: [0.5, null, 0.25], never: [null, null, null] },
};

test("a figure has a curve over games or time, without its gaps", () => {
  const charts = figureCharts(FIGURES, "games");
  assert.deepEqual(
    charts.map(({ series }) => series),
    [
      [
        {
          name: "Total",
          points: [
            { x: 100, y: 0.5 },
            { x: 300, y: 0.25 },
          ],
        },
      ],
    ],
  );
  const xs = figureCharts(FIGURES, timeAxis(180))[0]!.series[0]!.points.map(({ x }) => x);
  assert.deepEqual(xs, [1, 3]);
});

test("figures that belong together share a chart, and no figure is left out", () => {
  const values = {
    first_wins: [6, 2, 0],
    draws: [2, 2, 0],
    second_wins: [2, 0, 0],
    loss: [3, 2, 1],
    policy_loss: [2, 1, 0.5],
    gate_wins: [1, 3, 2],
    gate_draws: [1, 0, 0],
    gate_losses: [2, 1, 2],
    accepted: [0, 1, 1],
    own_figure: [7, 8, 9],
  };
  const charts = figureCharts({ ...FIGURES, values }, "games");
  assert.deepEqual(
    charts.map(({ title, series }) => [title, series.map(({ name }) => name)]),
    [
      ["Results of self-play", ["First player wins", "Draws", "Second player wins"]],
      ["Losses", ["Total", "Policy"]],
      ["New network against the last", ["Wins", "Draws", "Losses"]],
      ["Own figure", ["Own figure"]],
    ],
  );
  const [results, , gate] = charts;
  assert.deepEqual(
    results!.series.map(({ points }) => points.map(({ y }) => y)),
    [
      [0.6, 0.5, 0],
      [0.2, 0.5, 0],
      [0.2, 0, 0],
    ],
  );
  assert.equal(gate!.note, "2 of 3 accepted");
});

test("results without all three figures are drawn one by one", () => {
  const charts = figureCharts({ ...FIGURES, values: { draws: [1, 2, 3] } }, "games");
  assert.deepEqual(
    charts.map(({ title, shares }) => [title, shares]),
    [["Draws", false]],
  );
});

test("ratings of checkpoints have a curve with an interval", () => {
  const rung = { games: 50, seconds: 120, elo: 80, low: 20, high: 140 };
  const [curve] = ladderSeries({ checkpoints: [rung], anchors: { random: 0 } }, timeAxis(180));
  assert.deepEqual(curve!.points, [{ x: 2, y: 80, low: 20, high: 140 }]);
  assert.deepEqual(ladderSeries(null, "games"), []);
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
  assert.equal(figureText("first_wins"), "First player wins");
  assert.equal(figureText("value_depth"), "Value depth");
  assert.equal(settingsText({ alpha: 0.5, look_ahead: false }), "alpha 0.5, no look ahead");
});

test("ticks are round, and whole where values are", () => {
  assert.deepEqual(ticks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks(1, 3, 7, 1), [1, 2, 3]);
  assert.deepEqual(ticks(50_000, 50_000, 5, 1), [50_000]);
});

test("runs, formats and ends of games are told as people say them", () => {
  const run = {
    id: "1",
    title: "",
    state: "finished" as const,
    message: "",
    created: "",
    games: 1,
    scheduled: 1,
    mine: true,
    game: "Tic-tac-toe",
  };
  const players = ["random", "mcts:sims=5", "greedy", "engine"];
  const tournament = { ...run, kind: "tournament" as const };
  assert.equal(
    runTitle({ ...tournament, players }),
    "Tic-tac-toe: Random, MCTS (5 simulations), Greedy and Engine",
  );
  assert.equal(
    runTitle({ ...tournament, players: [...players, "td"] }),
    "Tic-tac-toe: Random, MCTS (5 simulations), Greedy and 2 more",
  );
  const training = { ...run, kind: "training" as const, players: ["td"] };
  assert.equal(runTitle(training), "TD learns Tic-tac-toe");
  assert.equal(formatText("round-robin"), "Round robin");
  const gomoku = { in_a_row: 5 } as GameInfo;
  assert.equal(endText(gomoku, "line"), "five in a row");
  assert.equal(endText(gomoku, "full board"), "full board");
});

test("large numbers of a chart are grouped, as everywhere", () => {
  assert.deepEqual([0.1234, 9, 214_600.4, 2e6].map(formatNumber), [
    "0.123",
    "9",
    "214,600",
    "2.0e+6",
  ]);
});
