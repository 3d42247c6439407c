import assert from "node:assert/strict";
import { test } from "node:test";
import type { AnalysisCommand, Thought } from "../src/lib/api/types";
import { positionKey } from "../src/lib/common/positions";
import { AnalysisClient } from "../src/lib/think/analysisClient.svelte";
import { knownEvaluation, rememberEvaluation } from "../src/lib/think/knownEvaluations.svelte";
import { ReferenceSearch } from "../src/lib/think/referenceSearch.svelte";

/** What the engine reports about a position with two moves. */
function report(change: Partial<Thought> = {}): Thought {
  return {
    player: "engine",
    ply: 2,
    win: 0.6,
    depth: 9,
    selective_depth: 9,
    nodes: 30_001,
    sims: 0,
    seconds: 0.1,
    speed: 0,
    pv: [7],
    lines: [],
    candidates: [],
    ...change,
  };
}

type Analysis = Extract<AnalysisCommand, { type: "analyse" }>;

/** The server's end of the connections; the test answers. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = FakeSocket.OPEN;
  sent: AnalysisCommand[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = () => {};

  constructor() {
    FakeSocket.all.push(this);
    queueMicrotask(() => this.onopen());
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as AnalysisCommand);
  }
  close(): void {}
  get analyses(): Analysis[] {
    return this.sent.filter((command) => command.type === "analyse");
  }
  say(type: "progress" | "answer" | "done", thought: Thought | null = null): void {
    const { request } = this.analyses.at(-1)!;
    this.onmessage({ data: JSON.stringify({ type, request, player: "engine", thought }) });
  }
}

Object.assign(globalThis, {
  WebSocket: FakeSocket,
  window: Object.assign(new EventTarget(), { location: { href: "http://localhost/" } }),
  document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
});

const soon = () => new Promise((resolve) => setTimeout(resolve));
let games = 0;
/** A position that no other test uses. */
const position = () => ({ game: `game${(games += 1)}`, moves: [1, 2] });

test("the first depths of a search are not kept, and what follows them is", () => {
  const progress = { final: false };
  rememberEvaluation("a", report({ depth: 1, nodes: 40, win: 0.99 }), progress);
  assert.equal(knownEvaluation("a"), undefined);
  rememberEvaluation("a", report({ nodes: 50, proven: "win" }), progress);
  assert.equal(knownEvaluation("a")?.proven, "win");
  rememberEvaluation("b", report({ nodes: 30_000 }), progress);
  assert.deepEqual([knownEvaluation("b")?.first, knownEvaluation("b")?.complete], [0.6, true]);
  // A short search says something, but is not the last word.
  rememberEvaluation("c", report({ nodes: 900 }), { final: true });
  assert.deepEqual([knownEvaluation("c")?.nodes, knownEvaluation("c")?.complete], [900, false]);
  // All that a busy server found in its time is not searched again.
  rememberEvaluation("c", report({ nodes: 700 }), { final: true, nodes: 30_000 });
  assert.deepEqual([knownEvaluation("c")?.nodes, knownEvaluation("c")?.complete], [900, true]);
});

test("a search that is stopped early leaves no evaluation, and its position is searched again", async () => {
  const where = position();
  const client = new AnalysisClient();
  const found = client.analyse(where, { player: "engine", time: 5, lines: 3 });
  await soon();
  const socket = FakeSocket.all.at(-1)!;
  socket.say("progress", report({ depth: 1, nodes: 40, win: 0.99 }));
  client.stop();
  assert.equal(await found, null);
  assert.equal(knownEvaluation(positionKey(where)), undefined);

  const search = new ReferenceSearch();
  search.follow([where]);
  await soon();
  const reference = FakeSocket.all.at(-1)!;
  assert.deepEqual(
    reference.analyses.map(({ moves, nodes }) => [moves, nodes]),
    [[[1, 2], 30_000]],
  );
  reference.say("answer", report({ win: 0.52 }));
  reference.say("done");
  await soon();
  assert.equal(knownEvaluation(positionKey(where))?.first, 0.52);
  search.follow([where]); // it is known now
  await soon();
  assert.equal(reference.analyses.length, 1);
  search.close();
  client.close();
});

test("an endless search that ended with little is no evaluation", async () => {
  const where = position();
  const client = new AnalysisClient();
  const found = client.analyse(where, { player: "engine", time: null, lines: 1 });
  await soon();
  const socket = FakeSocket.all.at(-1)!;
  socket.say("answer", report({ nodes: 300 }));
  socket.say("done");
  assert.equal((await found)?.nodes, 300);
  assert.equal(knownEvaluation(positionKey(where)), undefined);
  client.close();
});

test("an answer that came early, as somebody pressed Stop asking, is no evaluation", async () => {
  const where = position();
  const client = new AnalysisClient();
  const asked = client.ask(where, ["engine"], 1);
  await soon();
  const socket = FakeSocket.all.at(-1)!;
  client.answerNow();
  const { request } = socket.sent[0] as Analysis;
  const say = (event: object) =>
    socket.onmessage({ data: JSON.stringify({ request, player: "engine", ...event }) });
  say({ type: "answer", thought: report({ nodes: 300 }) });
  say({ type: "done" });
  await asked;
  assert.equal(client.answers[0]?.done, true);
  assert.equal(knownEvaluation(positionKey(where)), undefined);
  client.close();
});
