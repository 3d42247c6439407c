import assert from "node:assert/strict";
import { test } from "node:test";
import { geometryOf } from "../src/lib/board/geometry";
import { sideName, usesStones } from "../src/lib/common/notation";
import { keyboardTarget } from "../src/lib/board/keyboard";
import { cellName } from "../src/lib/common/notation";
import { sampleGame } from "../src/lib/play/sampleGames";

const GOMOKU = { rows: 15, columns: 15, block: null, in_a_row: 5 };
const ULTIMATE = { rows: 9, columns: 9, block: 3, in_a_row: 3 };
const WIDE = { rows: 6, columns: 7, block: null, in_a_row: 4 };

test("cells are named by column and row, row 1 at the bottom", () => {
  assert.equal(cellName(0, 15), "a1");
  assert.equal(cellName(112, 15), "h8");
  assert.equal(cellName(399, 20), "t20");
});

test("row 0 is drawn at the bottom, and read last", () => {
  const { cells, lines } = geometryOf(WIDE);
  assert.ok(cells[0]!.y > cells[7]!.y);
  assert.equal(lines[0]![0]!.name, "a6");
  assert.equal(lines.at(-1)!.at(-1)!.name, "g1");
});

test("every cell lies within the drawing, apart from all others", () => {
  for (const shape of [GOMOKU, ULTIMATE, WIDE]) {
    const { cells, width, height } = geometryOf(shape);
    assert.equal(cells.length, shape.rows * shape.columns);
    for (const { x, y } of cells) assert.ok(x >= 20 && y >= 20 && x <= width && y <= height);
    assert.equal(new Set(cells.map(({ x, y }) => `${x} ${y}`)).size, cells.length);
  }
});

test("local boards hold their nine cells", () => {
  const { blocks, cells } = geometryOf(ULTIMATE);
  assert.equal(blocks.length, 9);
  const centre = blocks[4]!;
  const inside = cells.filter(
    ({ x, y }) =>
      x > centre.x && x < centre.x + centre.side && y > centre.y && y < centre.y + centre.side,
  );
  assert.deepEqual(
    inside.map(({ cell }) => cell),
    [30, 31, 32, 39, 40, 41, 48, 49, 50],
  );
});

test("the same board is measured once", () => {
  assert.equal(geometryOf(GOMOKU), geometryOf({ ...GOMOKU }));
});

test("Gomoku of any size has stones on crossings, with dots for the eye", () => {
  assert.ok(usesStones(GOMOKU));
  assert.ok(usesStones({ ...GOMOKU, rows: 9, columns: 9 }));
  assert.ok(!usesStones(ULTIMATE));
  assert.ok(!usesStones({ ...GOMOKU, in_a_row: 6 }));
  assert.deepEqual([sideName(GOMOKU, 0), sideName(GOMOKU, 1)], ["Black", "White"]);
  assert.deepEqual([sideName(ULTIMATE, 0), sideName(ULTIMATE, 1)], ["X", "O"]);
  const names = (size: number) =>
    geometryOf({ ...GOMOKU, rows: size, columns: size }).dots.map(({ name }) => name);
  assert.deepEqual(names(15), ["d4", "l4", "h8", "d12", "l12"]);
  assert.deepEqual(names(9), ["c3", "g3", "e5", "c7", "g7"]);
  assert.deepEqual(names(5), ["c3"]);
  assert.equal(names(19).length, 9);
  assert.deepEqual(names(20), ["d4", "q4", "d17", "q17"]);
});

test("arrows stop at the edge", () => {
  assert.equal(keyboardTarget("ArrowUp", 0, 3, 3), 3);
  assert.equal(keyboardTarget("ArrowUp", 6, 3, 3), 6);
  assert.equal(keyboardTarget("ArrowLeft", 3, 3, 3), 3);
  assert.equal(keyboardTarget("End", 3, 3, 3), 5);
  assert.equal(keyboardTarget("PageUp", 1, 3, 3), 7);
  assert.equal(keyboardTarget("x", 1, 3, 3), null);
});

test("a sample game fits the board that it is shown on", () => {
  const boards: [columns: number, rows: number, row: number][] = [
    [15, 15, 5],
    [19, 19, 5],
    [10, 8, 5],
    [7, 6, 4],
    [7, 7, 5],
    [3, 3, 3],
    [3, 9, 3],
    [20, 20, 6],
  ];
  for (const [columns, rows, in_a_row] of boards) {
    const moves = sampleGame({ columns, rows, in_a_row, block: null });
    assert.ok(moves.length >= 7, `${columns} × ${rows}`);
    assert.equal(new Set(moves).size, moves.length);
    assert.ok(moves.every((cell) => cell >= 0 && cell < columns * rows));
  }
  assert.deepEqual(
    sampleGame({ columns: 3, rows: 3, in_a_row: 3, block: null }).slice(0, 2),
    [4, 1],
  );
  assert.deepEqual(sampleGame({ columns: 2, rows: 2, in_a_row: 2, block: null }), []);
});
