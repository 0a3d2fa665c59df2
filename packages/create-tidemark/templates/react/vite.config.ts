import { defineConfig } from "vite";

export default defineConfig({
  root: `${import.meta.dirname}/page`,
  logLevel: "error",
  build: { outDir: "../dist", emptyOutDir: true },
  // `npm run dev` serves the page from its sources; `npm start` has to run beside it.
  server: { proxy: { "/api": "http://127.0.0.1:4100" } },
});
