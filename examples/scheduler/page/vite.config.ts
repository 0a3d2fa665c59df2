import { defineConfig } from "vite";

/** Builds the calendar page as one module and one stylesheet, which the server of the page serves. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: "error",
  // A library keeps it, and browsers do not have it.
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    lib: { entry: "view.tsx", formats: ["es"], fileName: "view", cssFileName: "view" },
  },
});
