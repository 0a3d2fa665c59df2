import { defineConfig } from "vite";

/** Builds the view of the page: one ES module and its styles. */
export default defineConfig({
  root: `${import.meta.dirname}/page`,
  logLevel: "warn",
  // A library keeps it, and browsers do not have it.
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  build: {
    lib: { entry: "view.tsx", formats: ["es"], fileName: "view", cssFileName: "view" },
    outDir: "dist",
    emptyOutDir: true,
  },
});
