import { defineConfig } from "vite";

export default defineConfig({
  root: `${import.meta.dirname}/page`,
  base: "./",
  logLevel: "warn",
  build: {
    outDir: "../dist/page",
    emptyOutDir: true,
    // The names stay the same, so that the server knows its files.
    rolldownOptions: {
      output: { entryFileNames: "page.js", chunkFileNames: "[name].js", assetFileNames: "page[extname]" },
    },
  },
});
