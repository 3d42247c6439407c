import assert from "node:assert/strict";
import { test } from "node:test";
import { picturesOf } from "../src/lib/play/howToPlay";

test("the pictures are positions that a game can have", () => {
  for (const game of ["gomoku", "tictactoe", "mnk"]) {
    for (const { position, text } of picturesOf(game)) {
      const [first, second] = ["X", "O"].map((side) => position.cells.split(side).length - 1);
      // Who has won has moved last; else it is the turn of the side to move.
      const ahead = position.over ? 1 : position.to_move;
      assert.equal(first! - second!, ahead, text);
    }
  }
});
