import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsOf } from "../src/lib/analyse/moveRows";
import {
  addMove,
  countFrom,
  deleteFrom,
  EMPTY,
  follow,
  isOnMainLine,
  lineThrough,
  makeMainLine,
  nodeOf,
  pathTo,
  promote,
  recordOf,
  ROOT,
  setComment,
  treeOf,
  type MoveTree,
} from "../src/lib/analyse/moveTree";

/** 10 11 12 13, with 21 22 instead of 11 12, 32 instead of 22, and 40 instead of 10. */
const RECORD = {
  moves: [10, 11, 12, 13],
  values: [null, 0.5, null, null],
  comments: { "0": "start", "6": "why" },
  variations: [
    { after: 1, moves: [21, 22] },
    { after: 5, moves: [32] },
    { after: 0, moves: [40] },
  ],
};
const TREE = treeOf(RECORD);
const cells = (tree: MoveTree, ids: readonly number[]) => ids.map((id) => nodeOf(tree, id).cell);
const at = (tree: MoveTree, ...path: number[]) => follow(tree, path)!.at(-1) ?? ROOT;
const mainLine = (tree: MoveTree) => cells(tree, lineThrough(tree, ROOT));

test("a tree is read from a record and written as it was", () => {
  assert.deepEqual(recordOf(TREE), RECORD);
  assert.deepEqual(mainLine(TREE), [10, 11, 12, 13]);
  assert.deepEqual(cells(TREE, lineThrough(TREE, at(TREE, 10, 21))), [10, 21, 22]);
  assert.equal(nodeOf(TREE, at(TREE, 10, 21, 22)).comment, "why");
  assert.deepEqual(recordOf(EMPTY), { moves: [], values: [], comments: {}, variations: [] });
});

test("another move begins a variation and changes nothing else; a known move is not added twice", () => {
  const [tree, id] = addMove(TREE, at(TREE, 10, 11), 52);
  assert.deepEqual(mainLine(tree), [10, 11, 12, 13]);
  assert.deepEqual(cells(tree, pathTo(tree, id)), [10, 11, 52]);
  assert.ok(!isOnMainLine(tree, id));
  assert.deepEqual(recordOf(TREE), RECORD); // the tree before is as it was
  const [same, known] = addMove(tree, at(tree, 10, 11), 12);
  assert.equal(same, tree);
  assert.equal(known, at(tree, 10, 11, 12));
});

test("deleting takes all that follows, and only that", () => {
  const tree = deleteFrom(TREE, at(TREE, 10, 21));
  assert.equal(countFrom(TREE, at(TREE, 10, 21)), 3);
  assert.equal(tree.nodes.size, TREE.nodes.size - 3);
  assert.deepEqual(recordOf(tree).variations, [{ after: 0, moves: [40] }]);
  const shorter = deleteFrom(TREE, at(TREE, 10, 11));
  assert.deepEqual(mainLine(shorter), [10, 21, 22]); // the variation is all that is left
  assert.equal(deleteFrom(TREE, ROOT), TREE);
  const [more, id] = addMove(tree, ROOT, 60);
  assert.ok(!TREE.nodes.has(id)); // ids are not used again
  assert.ok(more.nodes.has(id));
});

test("a variation is promoted by one step, or becomes the main line", () => {
  const deep = at(TREE, 10, 21, 32);
  const once = promote(TREE, deep);
  assert.deepEqual(mainLine(once), [10, 11, 12, 13]);
  assert.deepEqual(cells(once, lineThrough(once, at(once, 10, 21))), [10, 21, 32]);
  assert.deepEqual(mainLine(promote(once, deep)), [10, 21, 32]);
  const main = makeMainLine(TREE, deep);
  assert.deepEqual(mainLine(main), [10, 21, 32]);
  assert.ok(isOnMainLine(main, deep));
  assert.equal(main.nodes.size, TREE.nodes.size);
  assert.equal(promote(main, deep), main);
  assert.equal(makeMainLine(main, deep), main);
});

test("comments are set and removed", () => {
  const id = at(TREE, 10, 11);
  const tree = setComment(TREE, id, "good");
  assert.deepEqual(recordOf(tree).comments, { ...RECORD.comments, "2": "good" });
  assert.equal(setComment(tree, id, "good"), tree);
  assert.deepEqual(recordOf(setComment(tree, id, "")).comments, RECORD.comments);
});

test("a move that a file has twice becomes one, with all that follows", () => {
  const tree = treeOf({
    moves: [1, 2, 3],
    comments: { "2": "one", "4": "two" },
    variations: [{ after: 1, moves: [2, 4] }],
  });
  assert.deepEqual(recordOf(tree), {
    moves: [1, 2, 3],
    values: [null, null, null],
    comments: { "2": "one\ntwo" },
    variations: [{ after: 2, moves: [4] }],
  });
});

test("trees as deep and as wide as files may be take no recursion", () => {
  const nested = treeOf({
    moves: [0, 0, 0],
    // Each leaves the one before it, after its first move.
    variations: Array.from({ length: 2_000 }, (_, i) => ({
      after: i ? 2 * i + 2 : 1,
      moves: [1, 0],
    })),
  });
  assert.equal(treeOf(recordOf(nested)).nodes.size, nested.nodes.size);
  assert.equal(nested.nodes.size, 4_004);
  const deepest = rowsOf(nested).reduce(
    (most, row) => Math.max(most, "depth" in row ? row.depth : 0),
    0,
  );
  assert.equal(deepest, 2_000);
});

test("the list has the main line in pairs and variations below the move that they replace", () => {
  const written = rowsOf(TREE).map((row) => {
    const name = (id: number | null) => (id === null ? "…" : String(nodeOf(TREE, id).cell));
    if (row.kind === "comment") return `{${nodeOf(TREE, row.id).comment}}`;
    if (row.kind === "pair")
      return `${row.ply}. ${name(row.first)}${row.second === null ? "" : ` ${name(row.second)}`}`;
    const moves = row.moves.map(({ id, ply }) => `${ply}.${name(id)}`).join(" ");
    return `${">".repeat(row.depth)} ${row.begins ? "(" : ""}${moves}${row.ends ? ")" : ""}`;
  });
  assert.deepEqual(written, [
    "{start}",
    "1. 10",
    "> (1.40)",
    "1. … 11",
    "> (2.21 3.22)",
    ">> (3.32)",
    "3. 12 13",
  ]);
});
