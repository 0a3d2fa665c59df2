import { defineConfig } from "vite";

/** Builds the view of the page: one ES module and its styles. */
export default defineConfig({
  root: `${import.meta.dirname}/page`,
  logLevel: "warn",
  build: {
    lib: { entry: "view.tsx", formats: ["es"], fileName: "view", cssFileName: "view" },
    outDir: "dist",
    emptyOutDir: true,
  },
});
