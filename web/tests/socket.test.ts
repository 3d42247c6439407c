import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { ReconnectingSocket, type Connection } from "../src/lib/api/socket";

/** A connection that the test opens, and on which the test speaks. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = () => {};

  constructor() {
    FakeSocket.all.push(this);
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }
  say(type: string): void {
    this.onmessage({ data: JSON.stringify({ type }) });
  }
  /** As on a dead connection: there is no answer, and so no end. */
  close(): void {
    this.readyState = 2;
  }
}

function start() {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  FakeSocket.all = [];
  Object.assign(globalThis, {
    WebSocket: FakeSocket,
    window: Object.assign(new EventTarget(), { location: { href: "http://localhost/" } }),
    document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
  });
  const states: Connection[] = [];
  const events: string[] = [];
  const socket = new ReconnectingSocket<never, { type: string }>("/api/live", {
    onevent: ({ type }) => events.push(type),
    onstate: (state) => states.push(state),
  });
  return { socket, states, events };
}

/** Let time pass, with a ping of the server every four seconds. */
function pass(seconds: number, speaking?: FakeSocket): void {
  for (let second = 1; second <= seconds; second++) {
    mock.timers.tick(1000);
    if (second % 4 === 0) speaking?.say("ping");
  }
}

test("a connection with a heartbeat lives, and its pings stay inside", () => {
  const { socket, states, events } = start();
  const first = FakeSocket.all[0]!;
  first.open();
  pass(60, first);
  assert.deepEqual(states, ["open"]);
  first.say("game");
  assert.deepEqual(events, ["game"]);
  socket.close();
  mock.timers.reset();
});

test("a silent connection is dead after ten seconds, and another is made", () => {
  const { socket, states } = start();
  const first = FakeSocket.all[0]!;
  first.open();
  first.say("game");
  pass(10);
  assert.deepEqual(states, ["open"]);
  pass(1);
  assert.deepEqual(states, ["open", "lost"]);
  assert.equal(first.readyState, 2);
  pass(1);
  const second = FakeSocket.all[1]!;
  second.open();
  first.say("game"); // too late: nobody listens any more
  first.onclose();
  pass(60, second);
  assert.deepEqual(states, ["open", "lost", "open"]);
  assert.equal(FakeSocket.all.length, 2);
  socket.close();
  mock.timers.reset();
});

test("a connection that does not open in time is given up", () => {
  const { socket } = start();
  pass(12);
  assert.equal(FakeSocket.all.length, 2);
  socket.close();
  pass(60);
  assert.equal(FakeSocket.all.length, 2);
  mock.timers.reset();
});
