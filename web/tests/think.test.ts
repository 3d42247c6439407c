import assert from "node:assert/strict";
import { test } from "node:test";
import type { Thought } from "../src/lib/api/types";
import {
  formatChance,
  formatChances,
  formatSeconds,
  formatShortCount,
} from "../src/lib/common/numberFormat";
import { groupByMove, groupHeat, sortAnswers } from "../src/lib/think/agreement";
import { ghostsOf, heatOf, labelsOf, marksOf, readableMarks } from "../src/lib/think/boardOverlay";
import { candidatesOf } from "../src/lib/think/candidates";
import { evaluationOf, evaluationOfResult, evaluationText } from "../src/lib/think/evaluation";
import { explainThought, hintText } from "../src/lib/think/explainThought";
import { texts } from "../src/lib/texts/think";
import { findMistakes } from "../src/lib/think/mistakes";

const GOMOKU = { rows: 15, columns: 15, block: null, in_a_row: 5 };
const ULTIMATE = { rows: 9, columns: 9, block: 3, in_a_row: null };

const nameOf = (cell: number) => `c${cell}`;

/** An empty thought with some fields changed. */
function thought(change: Partial<Thought> = {}): Thought {
  return {
    player: "engine",
    ply: 0,
    depth: 0,
    selective_depth: 0,
    nodes: 0,
    sims: 0,
    seconds: 0,
    speed: 0,
    pv: [],
    lines: [],
    candidates: [],
    ...change,
  };
}

test("the bar shows the first side's chance, whoever moves", () => {
  assert.equal(evaluationOf(thought({ ply: 4, win: 0.7 }))?.first, 0.7);
  assert.ok(Math.abs(evaluationOf(thought({ ply: 5, win: 0.7 }))!.first - 0.3) < 1e-9);
  assert.deepEqual(evaluationOf(thought({ ply: 1, proven: "win" })), { first: 0, proven: "loss" });
  const draw = { first: 0.5, proven: "draw" };
  assert.deepEqual(evaluationOf(thought({ ply: 1, proven: "draw" })), draw);
  assert.equal(evaluationOf(thought()), null);
});

test("what is not proven is not told as certain", () => {
  assert.equal(formatChance(0.99999), "> 99.9 %");
  assert.equal(formatChance(0.00001), "< 0.1 %");
  assert.equal(formatChance(1, true), "100 %");
  assert.equal(
    evaluationText(GOMOKU, { first: 0.62, proven: null }),
    "Black is a little better: Black 62.0 %, White 38.0 %",
  );
  assert.equal(evaluationText(ULTIMATE, { first: 0, proven: "loss" }), "O wins, proven");
  assert.equal(evaluationText(GOMOKU, evaluationOfResult(1)), "White has won");
  assert.equal(evaluationText(GOMOKU, evaluationOfResult(null)), "The game is a draw");
});

test("the chances of both sides add up to 100", () => {
  for (let first = 0.0005; first < 1; first += 0.00037) {
    const [one, other] = formatChances(first).map((text) => Number(text.replace(/[<> %]/g, "")));
    assert.ok(Math.abs(one! + other! - 100) < 1e-9, `${first}: ${one} + ${other}`);
  }
});

test("numbers are short and have no seam between units", () => {
  assert.deepEqual([0, 999, 1_000, 9_960, 99_900, 999_600, 12_300_000].map(formatShortCount), [
    "0",
    "999",
    "1.0 k",
    "10 k",
    "100 k",
    "1.0 M",
    "12 M",
  ]);
  assert.deepEqual([0, 0.0124, 0.1, 12.4].map(formatSeconds), ["0 ms", "12 ms", "0.1 s", "12 s"]);
});

test("a player says why in a sentence", () => {
  const tree = thought({
    action: 4,
    value: 0.2,
    win: 0.6,
    sims: 2000,
    candidates: [
      { action: 4, visits: 1240 },
      { action: 0, visits: 760 },
    ],
  });
  assert.equal(
    explainThought(tree, nameOf, "X"),
    "visited c4 in 62 % of 2,000 simulations and gives X 60.0 %",
  );
  assert.equal(
    explainThought(thought({ depth: 6, win: 0.58 }), nameOf, "Black"),
    "depth 6 gives Black 58.0 %",
  );
  assert.equal(
    explainThought(thought(), nameOf, "X", { summary: "any legal move" }),
    "any legal move",
  );
});

test("how far a win is, is told only where the line is known to end the game", () => {
  const win = thought({ proven: "win", pv: [1, 2, 3], action: 1 });
  assert.equal(explainThought(win, nameOf, "X"), "sees a forced win");
  assert.equal(explainThought(win, nameOf, "X", { ends: true }), "sees a forced win in 3");
  assert.equal(
    explainThought(thought({ proven: "win", pv: [1] }), nameOf, "X", { ends: true }),
    "wins at once",
  );
  assert.equal(hintText(win, nameOf, "X"), "Try c1: the engine sees a forced win.");
});

test("a hint says what it is worth to the one who asks", () => {
  const deep = thought({ action: 1, pv: [1], depth: 12, selective_depth: 20, win: 0.82 });
  assert.equal(hintText(deep, nameOf, "White"), "Try c1: the engine gives you (White) 82.0 %.");
  const tree = thought({ player: "mcts", action: 1, sims: 2000, value: 0 });
  assert.equal(hintText(tree, nameOf, "X"), "Try c1: MCTS gives you (X) 50.0 %.");
  assert.equal(
    hintText(thought({ action: 1 }), nameOf, "X"),
    "Try c1: the engine does not say why.",
  );
});

test("what is not certain is not written as 0 or 100 on a cell", () => {
  const sure = thought({ candidates: [{ action: 1, value: 0.999 }] });
  assert.equal(heatOf(sure, "value", "value")[0]!.label, ">99.9");
  const atOnce = thought({ candidates: [{ action: 1, value: 1, visits: 0 }] });
  assert.equal(heatOf(atOnce, "value", "share")[0]!.label, ">99.9"); // not "0"
});

test("the heat map follows visits, or values where there are none", () => {
  const visits = thought({
    candidates: [
      { action: 4, visits: 900, value: 0.1 },
      { action: 0, visits: 90, value: 0.5 },
      { action: 8, visits: 10, value: -1 },
    ],
  });
  const [first, second, ...others] = heatOf(visits, "share", "share");
  assert.deepEqual(first, { cell: 4, weight: 1, label: "900" });
  assert.deepEqual([second?.cell, second?.label], [0, "90"]);
  assert.ok(Math.abs(second!.weight - 0.1) < 1e-9);
  assert.equal(others.length, 0); // Too cold to be shown.
  assert.equal(heatOf(visits, "value", "none")[0]!.cell, 0);
  const lines = thought({
    lines: [
      { value: 0.2, pv: [7, 1], depth: 9, selective_depth: 12, proven: null },
      { value: 0.1, pv: [3], depth: 9, selective_depth: 12, proven: null },
    ],
  });
  const heat = heatOf(lines, "share", "share");
  assert.deepEqual(
    heat.map(({ cell, label }) => [cell, label]),
    [
      [7, "60.0%"],
      [3, "55.0%"],
    ],
  );
  assert.ok(heat[1]!.weight < 1);
  assert.equal(candidatesOf(thought()).length, 0);
  assert.deepEqual(
    [visits, lines, thought()].map((found) => labelsOf(found, "share")),
    ["visits", "chance", null],
  );
  assert.equal(labelsOf(visits, "value"), "chance");
  assert.equal(labelsOf(visits, "none"), null);
  assert.equal(labelsOf(thought({ candidates: [{ action: 1, share: 0.5 }] }), "share"), "share");
});

test("a cell shows its strongest threat of each side; threes give way to fours and to numbers", () => {
  const three = { kind: "three", player: 0, cell: 1, stones: [2, 3] } as const;
  const open = { kind: "open four", player: 0, cell: 1, stones: [2, 3, 4] } as const;
  assert.deepEqual(
    marksOf([{ ...three }, { ...three, player: 1 }]).map(({ kind, player }) => [kind, player]),
    [
      ["three", 0],
      ["three", 1],
    ],
  );
  assert.deepEqual(
    marksOf([
      { ...three, stones: [] },
      { ...open, stones: [] },
    ]),
    [{ cell: 1, kind: "four", player: 0 }],
  );
  const marks = [{ cell: 1, kind: "three" as const }];
  assert.equal(readableMarks(marks, [{ cell: 1, weight: 1, label: "9" }]).length, 0);
  assert.equal(readableMarks(marks, [{ cell: 1, weight: 1 }]).length, 1);
});

test("ghosts take turns and keep off stones", () => {
  assert.deepEqual(ghostsOf({ cells: [0, 1, 2], first: 1 }, ".X."), [
    { cell: 0, player: 1, number: 1 },
    { cell: 2, player: 1, number: 3 },
  ]);
});

test("players that agree are put together", () => {
  const answer = (player: string, action: number | null, change: Partial<Thought> = {}) => ({
    player,
    message: "",
    done: action !== null,
    thought: action === null ? null : thought({ player, action, ...change }),
  });
  const answers = [
    answer("random", 3),
    answer("mcts", 7, { win: 0.6 }),
    answer("engine", 7, { proven: "win" }),
    answer("slow", null),
  ];
  const camps = groupByMove(answers);
  assert.deepEqual(camps, [
    { cell: 7, players: ["mcts", "engine"] },
    { cell: 3, players: ["random"] },
  ]);
  assert.deepEqual(groupHeat(camps)[1], { cell: 3, weight: 0.5, label: "1" });
  const order = (by: "move" | "chance", down: boolean) =>
    sortAnswers(answers, by, down, camps).map(({ player }) => player);
  assert.deepEqual(order("move", false), ["mcts", "engine", "random", "slow"]);
  assert.deepEqual(order("chance", true), ["engine", "mcts", "random", "slow"]);
  assert.deepEqual(order("chance", false), ["mcts", "engine", "random", "slow"]);
});

test("mistakes are moves that lose much of their maker's own chance", () => {
  const known = [0.5, 0.5, 0.9, 0.85, 0.4].map((first, ply) => ({
    first,
    proven: null,
    pv: [100 + ply],
  }));
  const found = findMistakes([100, 1, 2, 3], (ply) => known[ply] ?? null);
  // Move 2, by O, gave X 40 %; move 4, by O, took 45 % from X, so it is no mistake.
  assert.deepEqual(
    found.map(({ index, side, kind, better }) => [index, side, kind, better[0]]),
    [[1, 1, "blunder", 101]],
  );
  assert.deepEqual(
    findMistakes([100, 1], () => null),
    [],
  );
});

test("one node is one node", () => {
  assert.equal(texts.nodeCount("1", 1), "1 node");
  assert.equal(texts.nodeCount("48 k", 48_000), "48 k nodes");
});
