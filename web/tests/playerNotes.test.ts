import assert from "node:assert/strict";
import { test } from "node:test";
import { noteLines, noteOf } from "../src/lib/common/playerNotes";

const NOTE = "Plays 9x9x5 with weights learned on 10x10x5.";

test("a player has its note with any parameters", () => {
  const info = { notes: { "td-mcts": NOTE } };
  assert.equal(noteOf(info, "td-mcts"), NOTE);
  assert.equal(noteOf(info, "td-mcts:sims=50,c=2"), NOTE);
  assert.equal(noteOf(info, "td"), "");
  assert.equal(noteOf(info, null), "");
});

test("players with the same note share a line", () => {
  const players = [
    { name: "td", note: NOTE },
    { name: "greedy", note: "" },
    { name: "td-mcts", note: NOTE },
    { name: "other", note: "Guesses." },
  ];
  assert.deepEqual(noteLines(players), [`TD, TD MCTS: ${NOTE}`, "Other: Guesses."]);
  assert.deepEqual(noteLines([]), []);
});
