import assert from "node:assert/strict";
import { test } from "node:test";
import { findFaults, importsOf } from "../tools/importOrder.mjs";

const faultsOf = (files: Record<string, string>): string[] =>
  findFaults(new Map(Object.entries(files)));

test("imports of all kinds are found, those in comments are not", () => {
  const text = `<!-- import "./no" -->
    // import a from "./neither";
    import { a } from "./a";
    import type {
      B,
    } from "../b";
    export type * from './c';
    import "./d.css";
    import svelte from "svelte";
    const later = import("./e.svelte");`;
  assert.deepEqual(importsOf(text), ["./a", "../b", "./c", "./d.css", "./e.svelte"]);
});

test("imports from lower folders are no faults", () => {
  const faults = faultsOf({
    "App.svelte": 'import Page from "./lib/play/Page.svelte";',
    "lib/play/Page.svelte": 'import { a } from "../common/a"; import { b } from "./b.svelte";',
    "lib/play/b.svelte.ts": 'import { a } from "../common/forms/c";',
    "lib/common/forms/c.ts": 'import { a } from "../a";',
    "lib/common/a.ts": 'import type { T } from "../api/types";',
    "lib/api/types.ts": "",
  });
  assert.deepEqual(faults, []);
});

test("a cycle between files is a fault, also by types and late imports", () => {
  const faults = faultsOf({
    "lib/play/a.ts": 'import type { B } from "./b";',
    "lib/play/b.ts": 'const c = import("./c");',
    "lib/play/c.ts": 'import { a } from "./a";',
    "lib/play/d.ts": 'import { a } from "./a";',
  });
  assert.deepEqual(faults, [
    "These files import each other: lib/play/a.ts → lib/play/b.ts → lib/play/c.ts → lib/play/a.ts.",
  ]);
});

test("a cycle between folders is a fault, although no file is in one", () => {
  const faults = faultsOf({
    "lib/common/a.ts": 'import { b } from "./forms/b";',
    "lib/common/forms/b.ts": "",
    "lib/common/forms/c.ts": 'import { d } from "../d";',
    "lib/common/d.ts": "",
  });
  assert.deepEqual(faults, [
    "These folders import each other: lib/common → lib/common/forms → lib/common.",
  ]);
});

test("an import of a higher or a neighbouring folder is a fault", () => {
  const faults = faultsOf({
    "lib/board/Board.svelte": 'import { a } from "../think/a";',
    "lib/think/a.ts": "",
    "lib/lab/Lab.svelte": 'import Game from "../play/Game.svelte";',
    "lib/play/Game.svelte": "",
  });
  assert.deepEqual(faults, [
    "lib/board/Board.svelte imports lib/think/a.ts, but think is above board.",
    "lib/lab/Lab.svelte imports lib/play/Game.svelte, but lab and play must not import each other.",
  ]);
});

test("a missing file and an unknown folder are faults", () => {
  const faults = faultsOf({
    "lib/play/a.ts": 'import { b } from "./b";',
    "lib/other/c.ts": "",
  });
  assert.deepEqual(faults, [
    "lib/play/a.ts imports ./b, and there is no such file.",
    "lib/other/c.ts is in no folder of ORDER in tools/importOrder.mjs.",
  ]);
});
