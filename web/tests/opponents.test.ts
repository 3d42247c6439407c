import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameView } from "../src/lib/api/types";
import { isLoopback } from "../src/lib/play/loopback";
import { seatName } from "../src/lib/play/messages";
import { offerText, opponentSide, othersPlay } from "../src/lib/play/opponents";

const human = { kind: "human", name: "", spec: null, level: null, open: false } as const;
const open = { ...human, open: true };
const machine = { ...human, kind: "level", name: "Club player", level: "club" } as const;
const bob = { ...human, name: "Bob" };

const game = (...seats: GameView["seats"]) => ({ seats }) as GameView;

test("an opponent is another person in the other seat", () => {
  const first = { seats: [0 as const], owner: true };
  assert.equal(opponentSide(game(human, human), first), 1);
  assert.equal(opponentSide(game(human, human), { seats: [1], owner: false }), 0);
  assert.equal(opponentSide(game(human, open), first), null);
  assert.equal(opponentSide(game(human, machine), first), null);
  assert.equal(opponentSide(game(human, human), { seats: [0, 1], owner: true }), null);
  assert.equal(opponentSide(game(human, human), { seats: [], owner: true }), null);
});

test("who made a game but has no seat in it leaves it to the players", () => {
  const owner = { seats: [], owner: true };
  assert.ok(othersPlay(game(human, machine), owner));
  assert.ok(!othersPlay(game(machine, machine), owner));
  assert.ok(!othersPlay(game(open, machine), owner));
});

test("people are called by their names, if they have given them", () => {
  const view = game(human, bob);
  assert.equal(seatName(view, 1, { seats: [0], owner: true }), "Bob");
  assert.equal(seatName(view, 0, { seats: [0], owner: true }), "You");
  assert.equal(seatName(view, 0, { seats: [1], owner: true }), "Opponent");
  assert.equal(offerText(view, { kind: "draw", by: 1 }), "Bob offers a draw");
  assert.equal(offerText(view, { kind: "draw", by: 0 }), "Your opponent offers a draw");
});

test("the computer itself has several names", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) assert.ok(isLoopback(host));
  for (const host of ["192.168.0.7", "127.0.0.1.example", "games.example"])
    assert.ok(!isLoopback(host));
});
