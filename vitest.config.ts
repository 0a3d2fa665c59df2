import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";

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
  "packages/workers",
  "packages/inspect",
  "packages/tidemark",
  "packages/checkpoint",
  "packages/create-tidemark",
  "examples/scheduler",
  "examples/travel",
  "examples/research",
  "examples/web",
  "examples/terminal",
  "examples/front-ends",
  "tests",
  "tooling",
];

// Tests start many processes that load LangGraph and TypeScript sources: what Node compiles for one serves the next, until the run ends.
if (process.env["NODE_COMPILE_CACHE"] === undefined) {
  const compiled = mkdtempSync(path.join(tmpdir(), "tidemark-compiled-"));
  process.env["NODE_COMPILE_CACHE"] = compiled;
  process.once("exit", () => rmSync(compiled, { recursive: true, force: true }));
}

const report = process.env["TEST_REPORT"];

/**
 * Settings of a test run. The first tier is what everyone waits for. It leaves out files whose name ends in `.slow.test.ts`, which take
 * more than about three seconds: they start browsers, servers and other processes, or try thousands of cases.
 */
export const testRun = ({ slow }: { readonly slow: boolean }): ViteUserConfig =>
  defineConfig({
    test: {
      // Only what hangs reaches these limits: tests start processes and databases, and the machine may have other work.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      teardownTimeout: 60_000,
      // Templates bring tests for the runner of Node.
      exclude: ["**/node_modules/**", "**/dist/**", "**/templates/**", ...(slow ? [] : ["**/*.slow.test.ts"])],
      // A state that never comes ends a test; a slow machine does not.
      expect: { poll: { timeout: 120_000 } },
      setupFiles: ["clean-process.ts", "property-runs.ts"].map((file) =>
        path.join(import.meta.dirname, "tests", "setup", file),
      ),
      // Test files share a worker and the modules it loaded: to load LangGraph anew for each of them took two thirds of the run.
      isolate: false,
      // So no file may leave its process changed, which clean-process.ts checks; mocks and stubs are undone here.
      restoreMocks: true,
      unstubEnvs: true,
      unstubGlobals: true,
      // One worker per core; Vitest leaves one core free unless told.
      maxWorkers: "100%",
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

export default testRun({ slow: false });
