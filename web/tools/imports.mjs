// Checks the imports of src/: no cycles, and none against the order of importOrder.mjs.
import { readdir, readFile } from "node:fs/promises";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { findFaults } from "./importOrder.mjs";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));

const files = new Map();
for (const name of await readdir(SRC, { recursive: true })) {
  if (!/\.(ts|svelte|css|svg)$/.test(name)) continue;
  const code = /\.(ts|svelte)$/.test(name);
  files.set(name.split(sep).join("/"), code ? await readFile(SRC + name, "utf8") : "");
}
const faults = findFaults(files);
for (const fault of faults) console.error(fault);
if (faults.length) process.exit(1);
