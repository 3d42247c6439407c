// The folders of a build.
import { fileURLToPath } from "node:url";

/** The output of Vite (the same as in vite.config.ts). */
export const BUILT = fileURLToPath(new URL("../../build/page", import.meta.url));
/** Fonts, with their licences. */
export const FONTS = fileURLToPath(new URL("../src/fonts", import.meta.url));
/** The page in the package. */
export const PAGE = fileURLToPath(new URL("../../src/inarow/server/page", import.meta.url));
/** The previous page, while it is replaced. */
export const OLD = `${BUILT}.old`;
