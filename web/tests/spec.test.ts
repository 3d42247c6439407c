import assert from "node:assert/strict";
import { test } from "node:test";
import { gameTitle, joinSpec, playerTitle, splitSpec, valuesOf } from "../src/lib/common/spec";

const PARAMETERS = [
  { name: "sims", default: 2000 },
  { name: "c", default: 1.4 },
  { name: "table", default: true },
  { name: "file", default: "" },
];

test("a description has only what differs from the defaults", () => {
  assert.equal(joinSpec("mcts", PARAMETERS, { sims: 2000, c: 1.4 }), "mcts");
  assert.equal(
    joinSpec("mcts", PARAMETERS, { sims: 500, table: false }),
    "mcts:sims=500,table=false",
  );
});

test("descriptions are read as they are written", () => {
  for (const file of ["plain", "a,b", 'with "quotes"', "back\\slash", " spaced "]) {
    const values = { sims: 7, c: 0.5, table: false, file };
    const { name, given } = splitSpec(joinSpec("mcts", PARAMETERS, values));
    assert.equal(name, "mcts");
    assert.deepEqual(valuesOf(PARAMETERS, given), values);
  }
});

test("what is not given, or is no number, is the default", () => {
  assert.deepEqual(splitSpec("engine"), { name: "engine", given: {} });
  assert.deepEqual(valuesOf(PARAMETERS, { sims: "many" }), {
    sims: 2000,
    c: 1.4,
    table: true,
    file: "",
  });
});

test("players and games have names that people read", () => {
  assert.equal(playerTitle("engine"), "Engine");
  assert.equal(
    playerTitle("heuristic-mcts:sims=50,c=2"),
    "Heuristic MCTS (50 simulations, exploration 2)",
  );
  assert.equal(playerTitle("alphabeta:depth=6"), "Alpha-beta (depth 6)");
  assert.equal(playerTitle("td-alphabeta"), "TD alpha-beta");
  assert.equal(gameTitle("gomoku:size=19"), "Gomoku (size 19)");
  assert.equal(gameTitle("5x5x4"), "5x5x4");
});
