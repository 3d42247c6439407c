// Runs tests/*.test.ts with Node's test runner. The bundler of the page removes the types, so that no
// other package is needed, and Node 20 is enough. Runes are compiled as for a server: state is plain.
import { spawnSync } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { transform } from "rolldown/utils";
import { compileModule } from "svelte/compiler";

const HERE = fileURLToPath(new URL("../tests/", import.meta.url));
const OUT = fileURLToPath(new URL("../../build/page-tests/", import.meta.url));

const runes = {
  name: "runes",
  transform: {
    filter: { id: /\.svelte\.ts$/ },
    async handler(code, id) {
      const plain = await transform(id, code, { lang: "ts" });
      if (plain.errors.length > 0) throw new Error(`${id}: ${plain.errors[0].message}`);
      const { js } = compileModule(plain.code, { filename: id, generate: "server" });
      return { code: js.code, map: js.map, moduleType: "js" };
    },
  },
};

const files = (await readdir(HERE)).filter((name) => name.endsWith(".test.ts"));
await rm(OUT, { recursive: true, force: true });
const bundle = await rolldown({
  input: files.map((name) => HERE + name),
  platform: "node",
  plugins: [runes],
});
const { output } = await bundle.write({ dir: OUT, entryFileNames: "[name].mjs" });
await bundle.close();
const tests = output.filter((part) => part.isEntry).map((part) => OUT + part.fileName);
const run = spawnSync(process.execPath, ["--test", ...tests], { stdio: "inherit" });
process.exit(run.status ?? 1);
