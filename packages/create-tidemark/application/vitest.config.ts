import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Test files share a process: to load LangGraph for each of them takes most of the time.
    isolate: false,
    // Some tests start processes, which take long on a machine that has other work.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
