// The build of the page, and the development server of `npm run dev`.
//
// Versions in package.json: rolldown, Vite's bundler, is a binary for each platform; 1.2.14 is the
// newest version that we found for all of them, and Vite 8.3.5 the newest that accepts it. TypeScript
// is 5.9 because openapi-typescript requires ^5 (svelte-check accepts ^5 or ^6).
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The default address of `inarow serve`; `npm run dev` forwards API requests to it.
const SERVER = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  base: "/",
  build: {
    // Not in the package: tools/publish.mjs moves the complete build there.
    outDir: "../build/page",
    emptyOutDir: true,
    target: "baseline-widely-available",
    // The server's Content-Security-Policy is default-src 'self': no inline scripts, no data: URLs.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // tools/size.mjs reports the size.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
  server: {
    // The server refuses requests of other origins, so the proxy sets its own.
    proxy: {
      "/api": { target: SERVER, ws: true, changeOrigin: true, headers: { origin: SERVER } },
    },
  },
});
