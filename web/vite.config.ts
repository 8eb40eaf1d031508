import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { ENGLISH } from "./src/lib/text";

/** The page's sentences by their keys, beside the page: `battlemat words` lists them. */
const words: Plugin = {
  name: "words",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "words.json", source: JSON.stringify(ENGLISH) });
  },
};

// The page is served under a strict content security policy: nothing may be inlined.
export default defineConfig({
  plugins: [svelte(), words],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  // Scripts and styles find files beside themselves, so that the page may live below any path; the
  // server puts that path into index.html.
  experimental: {
    renderBuiltUrl: (_file, { hostType }) => (hostType === "html" ? undefined : { relative: true }),
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
});
