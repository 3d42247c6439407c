import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameSummary, GameView } from "../src/lib/api/types";
import {
  changeText,
  listedOutcome,
  listedPlayers,
  mayAnalyse,
  moveRefusal,
  seatName,
  statusText,
} from "../src/lib/play/messages";

const human = { kind: "human", name: "", spec: null, level: null, open: false } as const;
const machine = { ...human, kind: "level", name: "Club player", level: "club" } as const;

/** A game of tic-tac-toe after b2. */
function game(change: Partial<GameView> = {}): GameView {
  return {
    id: "1",
    game: {
      spec: "tictactoe",
      name: "tictactoe",
      title: "Tic-tac-toe",
      rows: 3,
      columns: 3,
      block: null,
      in_a_row: 3,
      rule: null,
      players: [],
      threats: false,
    },
    seats: [human, machine],
    time: 1,
    opening: 0,
    moves: [4],
    names: ["b2"],
    values: [null],
    ply: 1,
    position: {
      game: "tictactoe",
      moves: [4],
      cells: "....X....",
      to_move: 1,
      legal: [0, 1, 2, 3, 5, 6, 7, 8],
      last: 4,
      winning_line: [],
      local_boards: null,
      forced_board: null,
      over: false,
      winner: null,
      status: "O to move",
    },
    result: null,
    running: true,
    thinking: true,
    delay: 0.5,
    watchers: 1,
    present: [true, false],
    offer: null,
    rematch: null,
    version: 1,
    ...change,
  };
}

const first = { seats: [0 as const], owner: true };
const second = { seats: [1 as const], owner: true };
const both = { seats: [0 as const, 1 as const], owner: true };
const nobody = { seats: [], owner: false };

test("a click is explained by what stands against it, the most general reason first", () => {
  const result = { winner: 0, end: "resign rule", text: "X wins: O resigned" } as const;
  assert.equal(moveRefusal(game({ result }), both, 0), "The game is over.");
  assert.match(moveRefusal(game(), nobody, 0)!, /watching/);
  assert.match(moveRefusal(game(), first, 0)!, /O's turn: wait for Club player/);
  assert.match(moveRefusal(game({ running: false, thinking: false }), first, 0)!, /press Start/);
  const people = game({ seats: [human, human], thinking: false });
  assert.match(moveRefusal(people, first, 0)!, /wait for your opponent/);
  assert.match(moveRefusal(people, second, 4)!, /b2 is taken by X/);
  assert.equal(moveRefusal(people, second, 0), null);
});

test("closed local boards are told from taken cells", () => {
  const { position } = game();
  const sent = { ...position, legal: [0], forced_board: 0, local_boards: "........." };
  assert.match(moveRefusal(game({ position: sent }), second, 8)!, /sent to the bottom left board/);
  const free = { ...sent, forced_board: null };
  assert.match(moveRefusal(game({ position: free }), second, 8)!, /its board is decided/);
});

test("people are called by what they are to the one who looks", () => {
  const people = game({ seats: [human, human] });
  assert.equal(seatName(people, 0, first), "You");
  assert.equal(seatName(people, 1, first), "Opponent");
  assert.equal(seatName(people, 1, both), "Player 2");
  assert.equal(seatName(people, 0, nobody), "Player 1");
  assert.equal(statusText(game(), first), "Club player is thinking …");
  assert.equal(statusText(people, second), "Your move");
  assert.equal(statusText(people, both), "O to move");
});

test("moves are announced with who is next, and how it ended", () => {
  const start = game({ ply: 0, moves: [], names: [] });
  assert.equal(changeText(start, game()), "X plays b2; O to move");
  assert.equal(changeText(game(), start), "Taken back to the start; O to move");
  const result = { winner: 0, end: "line", text: "X wins: three in a row" } as const;
  assert.equal(changeText(start, game({ result })), "X plays b2; X won – three in a row");
  assert.equal(changeText(game(), game({ watchers: 2 })), "");
});

test("machines are called by their method, and the winner among machines by its name", () => {
  const tree = {
    ...human,
    kind: "player",
    name: "mcts:sims=50,c=2",
    spec: "mcts:sims=50,c=2",
  } as const;
  const seats: GameView["seats"] = [tree, machine];
  assert.equal(seatName(game({ seats }), 0, nobody), "MCTS");
  const result = { winner: 0, end: "line", text: "X wins: three in a row" } as const;
  assert.equal(statusText(game({ seats, result }), nobody), "MCTS (X) won – three in a row");
  const paused = statusText(game({ seats, running: false, thinking: false }), nobody);
  assert.equal(paused, "Paused");
});

test("the end is told from the view of the one who looks", () => {
  const line = { winner: 0, end: "line", text: "" } as const;
  assert.equal(statusText(game({ result: line }), first), "You won – X has three in a row");
  assert.equal(statusText(game({ result: line }), second), "You lost – X has three in a row");
  const gone = { winner: 1, end: "resign rule", text: "" } as const;
  assert.equal(statusText(game({ result: gone }), first), "You resigned. O wins.");
  const drawn = { winner: null, end: "full board", text: "" } as const;
  assert.equal(statusText(game({ result: drawn }), first), "Draw – the board is full");
});

test("a game in a list tells how it ended for the one who looks", () => {
  const board = { rows: 15, columns: 15, block: null, in_a_row: 5 };
  const result = { winner: 1, end: "line", text: "" } as const;
  const listed = (change: Partial<GameSummary>): GameSummary => ({
    id: "1",
    game: "gomoku",
    title: "Gomoku 15 × 15",
    board,
    seats: [human, { ...human, name: "Bob" }],
    you: [0],
    plies: 9,
    result,
    created: "",
    updated: "",
    ...change,
  });
  assert.equal(listedPlayers(listed({})), "You – Bob");
  assert.equal(listedOutcome(listed({})), "You lost");
  assert.equal(listedOutcome(listed({ you: [1] })), "You won");
  assert.equal(listedOutcome(listed({ you: [0, 1] })), "White won");
  assert.equal(listedOutcome(listed({ you: [], seats: [machine, machine] })), "Club player won");
  assert.equal(listedOutcome(listed({ result: null })), "In progress");
});

test("people who play each other get no analysis until the end", () => {
  const people = game({ seats: [human, human] });
  assert.ok(!mayAnalyse(people));
  assert.ok(mayAnalyse({ ...people, result: { winner: 0, end: "line", text: "" } }));
  assert.ok(mayAnalyse(game()));
});
