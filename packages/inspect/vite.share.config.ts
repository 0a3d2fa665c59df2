import { defineConfig } from "vite";

/** The page with the reader of threads in it, as one script: what `share` puts into a file with a thread. */
export default defineConfig({
  root: `${import.meta.dirname}/page`,
  logLevel: "warn",
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  build: {
    outDir: "../dist/page",
    emptyOutDir: false,
    lib: { entry: "share.tsx", formats: ["iife"], name: "inspector", fileName: () => "share.js" },
  },
});
