// The folders of a build.
import { fileURLToPath } from "node:url";

/** Where Vite writes (vite.config.ts says the same). */
export const BUILT = fileURLToPath(new URL("../../build/page", import.meta.url));
/** Where the package looks for the page. */
export const PAGE = fileURLToPath(new URL("../../src/inarow/server/page", import.meta.url));
/** Where the page of before is put away. */
export const OLD = `${BUILT}.old`;
