// Who may import whom in src/. `imports.mjs` checks it; README.md explains it.
import { posix } from "node:path";

/** The folders of src/lib, lowest first. A folder imports from lower rows only; folders of one row do
    not import each other. The files of src itself (App.svelte, main.ts) may import all of them. */
export const ORDER = [
  ["texts"],
  ["api"],
  ["common"],
  ["board"],
  ["think"],
  ["play", "analyse", "methods", "lab", "shell"],
];

const LIB = "lib/";
const ENDINGS = ["", ".ts", ".svelte", ".d.ts"];
const COMMENTS = /\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|^\s*\/\/.*$/gm;
// `import … from "x"`, `export … from "x"`, `import "x"` and `import("x")`, for types too.
const IMPORTS = /\bfrom\s*(["'])(\.{1,2}\/.*?)\1|\bimport\s*\(?\s*(["'])(\.{1,2}\/.*?)\3/g;

/** The relative imports of a file's text. */
export function importsOf(text) {
  const found = text.replace(COMMENTS, "").matchAll(IMPORTS);
  return [...new Set([...found].map((match) => match[2] ?? match[4]))];
}

/** The faults of a tree, a sentence each; `files` has the texts by their paths in src. */
export function findFaults(files) {
  const faults = [];
  const graph = new Map();
  for (const [file, text] of files) {
    const targets = new Set();
    for (const wanted of importsOf(text)) {
      const path = posix.join(posix.dirname(file), wanted);
      const target = ENDINGS.map((ending) => path + ending).find((name) => files.has(name));
      if (target) targets.add(target);
      else faults.push(`${file} imports ${wanted}, and there is no such file.`);
    }
    graph.set(file, targets);
    if (rowOf(file) < 0) faults.push(`${file} is in no folder of ORDER in tools/importOrder.mjs.`);
  }
  for (const [file, targets] of graph) {
    for (const target of targets) {
      const fault = against(file, target);
      if (fault) faults.push(`${file} imports ${target}, but ${fault}.`);
    }
  }
  for (const cycle of cycles(graph))
    faults.push(`These files import each other: ${written(cycle)}.`);
  for (const cycle of cycles(byFolder(graph))) {
    faults.push(`These folders import each other: ${written(cycle)}.`);
  }
  return faults;
}

/** The first folder of a file below src/lib; "" for the files of src itself. */
function folderOf(file) {
  return file.startsWith(LIB) ? file.slice(LIB.length).split("/")[0] : "";
}

function rowOf(file) {
  const folder = folderOf(file);
  return folder === "" ? ORDER.length : ORDER.findIndex((row) => row.includes(folder));
}

/** Why an import is against the order, or null. */
function against(file, target) {
  const [from, to] = [folderOf(file), folderOf(target)];
  if (from === to || rowOf(file) > rowOf(target)) return null;
  if (rowOf(file) === rowOf(target)) return `${from} and ${to} must not import each other`;
  return `${to || "src"} is above ${from}`;
}

/** The imports between directories, at any depth. */
function byFolder(graph) {
  const folders = new Map();
  for (const [file, targets] of graph) {
    const from = posix.dirname(file);
    if (!folders.has(from)) folders.set(from, new Set());
    for (const target of targets) {
      const to = posix.dirname(target);
      if (to !== from) folders.get(from).add(to);
    }
  }
  return folders;
}

/** One cycle of each group of nodes that reach each other: depth-first search, Tarjan (1972). */
function cycles(graph) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== index.get(node)) return;
    const group = new Set(stack.splice(stack.indexOf(node)));
    if (group.size > 1 || graph.get(node)?.has(node)) found.push(shortest(graph, group, node));
  };
  for (const node of [...graph.keys()].sort()) if (!index.has(node)) visit(node);
  return found;
}

/** The shortest way within a group from a node back to itself. */
function shortest(graph, group, start) {
  const ways = [[start]];
  const seen = new Set();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1)) ?? []) {
      if (next === start) return [...way, start];
      if (!group.has(next) || seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return [start];
}

function written(cycle) {
  return cycle.join(" → ");
}
