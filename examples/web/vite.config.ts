import { defineConfig } from "vite";

export default defineConfig({
  root: `${import.meta.dirname}/page`,
  base: "./",
  logLevel: "error",
  build: { outDir: "../dist/page", emptyOutDir: true },
});
