// The size of the first load of the page: index.html and every file that it references, with the font.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { PAGE } from "./places.mjs";

// Bytes after gzip: browsers accept brotli over https only. A larger page is slow on a phone.
const LIMIT = 120_000;

/** The files that the HTML references, as paths in the page's folder; without the icon that phones
    fetch when somebody installs the page. */
export function references(html) {
  return [...html.matchAll(/<(?:script|link)\s[^>]*?(?:src|href)="\/([^"]+)"[^>]*>/g)]
    .filter(([tag]) => !tag.includes("apple-touch-icon"))
    .map(([, path]) => path);
}

/** The compressed size of each file of the first load; throws an error if the total is too large. */
export async function firstLoad(folder) {
  const html = await readFile(join(folder, "index.html"), "utf8");
  const sizes = [];
  for (const path of ["index.html", ...references(html)]) {
    sizes.push({ path, bytes: gzipSync(await readFile(join(folder, path)), { level: 9 }).length });
  }
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > LIMIT) {
    const listed = sizes.map(({ path, bytes }) => `${path} ${bytes}`).join(", ");
    throw new Error(`The first load is ${total} bytes of gzip, more than ${LIMIT}: ${listed}.`);
  }
  return { sizes, total };
}

/** The size in one line. */
export function summary({ sizes, total }) {
  const kilobytes = (total / 1000).toFixed(1);
  return `first load: ${kilobytes} kB of ${LIMIT / 1000} kB, compressed, in ${sizes.length} files`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    console.log(summary(await firstLoad(PAGE)));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
