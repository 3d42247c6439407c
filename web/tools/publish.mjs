// Makes what Vite built ready to serve and puts it in its place: looks that the HTML keeps to the
// server's Content-Security-Policy and that the first load is small, and compresses each file
// once, so that the server need not.
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { BUILT, OLD, PAGE } from "./places.mjs";
import { firstLoad, told } from "./size.mjs";

// What is worth compressing; pictures and fonts are compressed already.
const TEXT = new Set([".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest"]);

/** An error if the HTML holds what `default-src 'self'` forbids. */
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

/** Writes FILE.br and FILE.gz beside each file of text. */
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
  // By renames: whenever this is killed, there is a whole page or none.
  await rm(OLD, { recursive: true, force: true });
  if (existsSync(PAGE)) await rename(PAGE, OLD);
  await rename(BUILT, PAGE);
  await rm(OLD, { recursive: true, force: true });
  console.log(told(load));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
