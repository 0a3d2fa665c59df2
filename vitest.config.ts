import { defineConfig } from "vitest/config";

/** Workspace packages export their sources, so no build stands between an edit and its test. */
const project = (root: string) => ({
  extends: true as const,
  root,
  test: { name: root.replace(/^(packages|examples)\//, ""), include: ["**/*.test.ts"] },
});

const roots = ["packages/core-state", "packages/reducers", "examples/scheduler", "tests", "tooling", "benchmarks"];

export default defineConfig({
  test: {
    exclude: ["**/node_modules/**", "**/dist/**"],
    projects: roots.map(project),
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**", "examples/*/src/**"],
      reporter: ["text-summary", "json-summary"],
    },
  },
});
