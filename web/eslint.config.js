import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

// Rules that need types run over the TypeScript alone: in templates svelte-check knows more than
// the linter, which sees `any` there and takes three times as long.
const typed = ts.configs.recommendedTypeChecked.map((part) => ({
  ...part,
  files: ["src/**/*.ts", "vite.config.ts"],
}));

export default [
  { ignores: ["dist/", "node_modules/", "src/lib/interface.ts"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...typed,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      // `{#each rows as _, i}` counts.
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_$", argsIgnorePattern: "^_" }],
      // State here is replaced, never changed in place: maps and sets are made anew with it.
      "svelte/prefer-svelte-reactivity": "off",
      // svelte-check fails on the warnings themselves.
      "svelte/no-unused-svelte-ignore": "off",
    },
  },
  {
    files: ["src/**/*.ts", "vite.config.ts"],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
];
