import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page is served under a strict content security policy: nothing may be inlined.
export default defineConfig({
  plugins: [svelte()],
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
