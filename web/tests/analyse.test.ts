import assert from "node:assert/strict";
import { test } from "node:test";
import { findStored } from "../src/lib/analyse/analysisStore";
import { plainColour } from "../src/lib/analyse/boardImage";
import { analysisUrl, parseMoves, readAnalysisUrl } from "../src/lib/common/analysisUrl";

test("an address holds a game and the position that is looked at, and is read back", () => {
  const address = analysisUrl("gomoku:size=19,rule=standard", [0, 180, 360], 2, 19);
  assert.equal(address, "/analyse?game=gomoku:size%3D19,rule%3Dstandard&moves=a1j10s19&ply=2");
  const wanted = readAnalysisUrl(new URL(address, "http://127.0.0.1").searchParams);
  assert.deepEqual(wanted, {
    game: "gomoku:size=19,rule=standard",
    moves: "a1j10s19",
    ply: 2,
  });
  assert.deepEqual(parseMoves(wanted.moves, 19, 19), [0, 180, 360]);
  assert.equal(analysisUrl("tictactoe", [], 0, 3), "/analyse?game=tictactoe");
});

test("what an address leaves out, or says wrongly, is the usual", () => {
  assert.deepEqual(readAnalysisUrl(new URLSearchParams("ply=x")), {
    game: "gomoku",
    moves: "",
    ply: null,
  });
});

test("moves are read with and without spaces; what is none is named", () => {
  assert.deepEqual(parseMoves("B2 a1, c3", 3, 3), [4, 0, 8]);
  assert.throws(() => parseMoves("b2d1", 3, 3), /d1 is not on a board of 3 × 3/);
  assert.throws(() => parseMoves("b2!", 3, 3), /written like h8i9g7, and "!" is none/);
});

test("colours of pictures are those that every program knows", () => {
  assert.deepEqual(plainColour("color(srgb 1 0.5 0 / 0.25)"), {
    colour: "rgb(255, 128, 0)",
    opacity: 0.25,
  });
  assert.deepEqual(plainColour("rgba(1, 2, 3, 0.5)"), { colour: "rgb(1, 2, 3)", opacity: 0.5 });
  assert.deepEqual(plainColour("rgb(1, 2, 3)"), { colour: "rgb(1, 2, 3)", opacity: 1 });
});

test("a line that begins many games opens none of them, unless the history says which", () => {
  const stored = (
    id: string,
    moves: number[],
    variations: { after: number; moves: number[] }[],
  ) => ({
    id,
    game: "gomoku",
    players: ["Ann", "Bob"] as const,
    updated: 0,
    moves,
    values: moves.map(() => null),
    comments: {},
    variations,
  });
  const analyses = [
    stored("long", [1, 2, 3], [{ after: 1, moves: [4] }]),
    stored("short", [7], []),
  ];
  const find = (moves: number[], id = "", game = "gomoku") =>
    findStored(analyses, game, moves, id)?.id;
  assert.equal(find([1, 2]), undefined);
  assert.equal(find([1, 4]), undefined);
  assert.equal(find([1, 2, 3]), "long");
  assert.equal(find([1, 2], "long"), "long"); // a reload
  assert.equal(find([1, 4], "long"), "long");
  assert.equal(find([], "long"), "long");
  assert.equal(find([1, 5], "long"), undefined); // changed in another tab
  assert.equal(find([7], "long"), "short");
  assert.equal(find([1, 2, 3], "long", "ultimate"), undefined);
  assert.equal(find([]), undefined);
});
