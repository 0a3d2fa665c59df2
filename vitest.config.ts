import path from "node:path";
import { defineConfig } from "vitest/config";

/** Workspace packages export their sources, so no build stands between an edit and its test. */
const project = (root: string) => ({
  extends: true as const,
  root,
  test: { name: root.replace(/^(packages|examples)\//, ""), include: ["**/*.test.ts"] },
});

const roots = [
  "packages/core-state",
  "packages/reducers",
  "packages/state-manager",
  "packages/agents",
  "packages/stream",
  "packages/checkpoint",
  "examples/scheduler",
  "examples/travel",
  "examples/research",
  "examples/web",
  "tests",
  "tooling",
];

const report = process.env["TEST_REPORT"];

export default defineConfig({
  test: {
    // Only what hangs reaches these limits: tests start processes and databases, and the machine may have other work.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
    exclude: ["**/node_modules/**", "**/dist/**"],
    setupFiles: [path.join(import.meta.dirname, "tooling", "property-runs.ts")],
    projects: roots.map(project),
    // CI names a file for the totals; everyone else reads the terminal.
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**", "examples/*/src/**"],
      reporter: ["text-summary", "json-summary"],
    },
  },
});
