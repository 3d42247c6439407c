// Runs tests/*.test.ts with Node's test runner. The bundler of the page removes the types, so that no
// other package is needed, and Node 20 is enough.
import { spawnSync } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const HERE = fileURLToPath(new URL("../tests/", import.meta.url));
const OUT = fileURLToPath(new URL("../../build/page-tests/", import.meta.url));

const files = (await readdir(HERE)).filter((name) => name.endsWith(".test.ts"));
await rm(OUT, { recursive: true, force: true });
const bundle = await rolldown({
  input: files.map((name) => HERE + name),
  platform: "node",
});
const { output } = await bundle.write({ dir: OUT, entryFileNames: "[name].mjs" });
await bundle.close();
const tests = output.filter((part) => part.isEntry).map((part) => OUT + part.fileName);
const run = spawnSync(process.execPath, ["--test", ...tests], { stdio: "inherit" });
process.exit(run.status ?? 1);
