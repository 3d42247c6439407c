import assert from "node:assert/strict";
import { test } from "node:test";
import { buildUrl } from "../src/lib/api/client";
import { retryDelay } from "../src/lib/api/socket";
import { relativeTime } from "../src/lib/common/relativeTime";

test("addresses are filled and quoted", () => {
  assert.equal(buildUrl("/api/games/{id}", { id: "a/b" }), "/api/games/a%2Fb");
  assert.equal(
    buildUrl("/api/games/info", {}, { game: "gomoku:size=19", more: undefined }),
    "/api/games/info?game=gomoku%3Asize%3D19",
  );
});

test("tries to connect again come soon at first, and never long after each other", () => {
  const most = (tries: number) => retryDelay(tries, () => 1);
  assert.ok(most(0) <= 250);
  assert.ok(most(2) > most(1));
  assert.equal(most(100), most(50));
  assert.ok(most(100) <= 5000);
  assert.ok(retryDelay(5, () => 0) < retryDelay(5, () => 1));
});

test("how long ago is told in the largest unit", () => {
  const now = Date.parse("2026-11-16T12:00:00Z");
  assert.equal(relativeTime("2026-11-16T11:59:30Z", now), "just now");
  assert.equal(relativeTime("2026-11-16T11:57:00Z", now), "3 minutes ago");
  assert.equal(relativeTime("2026-11-15T11:00:00Z", now), "yesterday");
  assert.equal(relativeTime("nonsense", now), "");
});
