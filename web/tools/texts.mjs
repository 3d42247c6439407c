// Checks that components and modules hold no texts of their own: those are in src/lib/texts, so that
// languages can follow.
import { readdir, readFile } from "node:fs/promises";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { sentencesOf, textsOf } from "./componentTexts.mjs";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));
/** Where texts belong, and the types of the server, whose comments are made by a program. */
const TEXTS = /^lib\/texts\/|\.d\.ts$/;

let found = false;
for (const name of await readdir(SRC, { recursive: true })) {
  const file = name.split(sep).join("/");
  if (!/\.(svelte|ts)$/.test(file) || TEXTS.test(file)) continue;
  const code = await readFile(SRC + name, "utf8");
  const texts = file.endsWith(".svelte") ? textsOf(code) : [];
  for (const text of [...texts, ...sentencesOf(code)]) {
    found = true;
    console.error(`${file} has a text of its own: ${JSON.stringify(text)}.`);
  }
}
if (found) process.exit(1);
