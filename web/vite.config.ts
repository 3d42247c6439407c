// How the page is built, and how `npm run dev` serves it while you change it.
//
// On versions in package.json: Vite's bundler, rolldown, comes compiled for each platform; 1.2.14 is
// the newest that we found for all of them, and Vite 8.3.5 the newest that takes it. TypeScript is
// at 5.9 because openapi-typescript wants ^5 (svelte-check takes ^5 or ^6).
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// Where `inarow serve` listens unless told otherwise; `npm run dev` sends it what is not the page.
const SERVER = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  base: "/",
  build: {
    // Aside: tools/publish.mjs moves it to its place once it is whole.
    outDir: "../build/page",
    emptyOutDir: true,
    target: "baseline-widely-available",
    // The server allows nothing but files of its own (Content-Security-Policy: default-src 'self'):
    // no script in the HTML, no data: addresses.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // tools/size.mjs tells the sizes that count.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
  server: {
    // The server refuses what comes from another site's page, so the page passes for its own.
    proxy: {
      "/api": { target: SERVER, ws: true, changeOrigin: true, headers: { origin: SERVER } },
    },
  },
});
