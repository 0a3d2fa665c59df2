import { globSync } from "node:fs";
import { defineConfig } from "vite";

export default defineConfig({
  root: `${import.meta.dirname}/page`,
  base: "./",
  logLevel: "error",
  build: {
    outDir: "../dist/page",
    emptyOutDir: true,
    // CopilotKit and assistant-ui are large, also without their components.
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: { input: globSync(`${import.meta.dirname}/page/*.html`) },
  },
});
