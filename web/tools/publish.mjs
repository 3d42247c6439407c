// Moves the build of Vite into the package: checks that the HTML obeys the server's
// Content-Security-Policy and that the first load is small, tells the service worker which files
// there are, and compresses each file once, so that the server need not.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { BUILT, FONTS, OLD, PAGE } from "./places.mjs";
import { firstLoad, summary } from "./size.mjs";

// The files to compress; images and fonts are compressed already.
const TEXT = new Set([".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest"]);

/** Throws an error if the HTML contains what `default-src 'self'` forbids. */
function refuseInline(html) {
  const inline = html.match(
    /<script(?![^>]*\ssrc=)[^>]*>|<style[^>]*>|\sstyle="[^"]*"|\son[a-z]+="[^"]*"|="(?:https?:|data:|\/\/)[^"]*"/i,
  );
  if (inline) {
    throw new Error(`The page holds what the page's Content-Security-Policy forbids: ${inline[0]}`);
  }
}

/** Writes FILE.br and FILE.gz beside each text file. */
async function compress(folder) {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!TEXT.has(extname(name))) continue;
    const path = join(folder, name);
    const content = await readFile(path);
    const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
    await writeFile(`${path}.br`, brotliCompressSync(content, brotli));
    await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}

const PAGES = ["index.html", "offline.html"];
const WORKER = "service-worker.js";
/** The page that is shown without the server, and what it needs. */
const OFFLINE = ["offline.html", "offline.css", "offline.js", "theme.js", "icons/icon.svg"];

/** Writes the names of the files to keep into the service worker, and a version: a hash of all. */
async function fillWorker(folder) {
  const assets = (await readdir(join(folder, "assets"))).map((name) => `assets/${name}`);
  const kept = [...OFFLINE, ...assets.sort()];
  const hash = createHash("sha256");
  for (const name of kept) hash.update(name).update(await readFile(join(folder, name)));
  const files = kept.map((name) => `/${name}`);
  const path = join(folder, WORKER);
  const worker = (await readFile(path, "utf8"))
    .replace('"{{version}}"', JSON.stringify(hash.digest("hex").slice(0, 16)))
    .replace('["{{files}}"]', JSON.stringify(files));
  if (worker.includes("{{")) throw new Error(`${WORKER} has a place that nothing fills.`);
  await writeFile(path, worker);
}

/** The licences of the fonts go where the fonts go. */
async function copyLicences(folder) {
  for (const name of await readdir(FONTS)) {
    if (name.endsWith(".txt")) await copyFile(join(FONTS, name), join(folder, "assets", name));
  }
}

try {
  for (const page of PAGES) refuseInline(await readFile(join(BUILT, page), "utf8"));
  const load = await firstLoad(BUILT);
  await fillWorker(BUILT);
  await copyLicences(BUILT);
  await compress(BUILT);
  // By renames: if this is killed, there is a complete page or none.
  await rm(OLD, { recursive: true, force: true });
  if (existsSync(PAGE)) await rename(PAGE, OLD);
  await rename(BUILT, PAGE);
  await rm(OLD, { recursive: true, force: true });
  console.log(summary(load));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
