import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Test files share a process: to load LangGraph for each of them takes most of the time.
    isolate: false,
    // Some tests start processes, which take long on a machine that has other work: only what hangs reaches these limits.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
