// Moves the build of Vite into the package: checks that the HTML obeys the server's
// Content-Security-Policy and that the first load is small, and compresses each file once, so that
// the server need not.
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { BUILT, OLD, PAGE } from "./places.mjs";
import { firstLoad, summary } from "./size.mjs";

// The files to compress; images and fonts are compressed already.
const TEXT = new Set([".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest"]);

/** Throws an error if the HTML contains what `default-src 'self'` forbids. */
function refuseInline(html) {
  const inline = html.match(
    /<script(?![^>]*\ssrc=)[^>]*>|<style[^>]*>|\sstyle="[^"]*"|\son[a-z]+="[^"]*"|="(?:https?:|data:|\/\/)[^"]*"/i,
  );
  if (inline) {
    throw new Error(
      `index.html holds what the page's Content-Security-Policy forbids: ${inline[0]}`,
    );
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

try {
  refuseInline(await readFile(join(BUILT, "index.html"), "utf8"));
  const load = await firstLoad(BUILT);
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
