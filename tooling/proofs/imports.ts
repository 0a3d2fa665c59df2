import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import type { Proof } from "./proof.ts";
import { imports } from "./tools.ts";

const library = (name: string): Readonly<Record<string, unknown>> => ({
  [`node_modules/${name}/package.json`]: { name, version: "1.0.0", type: "module", exports: "./dist/index.js" },
  // In dist on purpose, because a rule that ignores every dist folder would see no library.
  [`node_modules/${name}/dist/index.js`]: "export const value = 1;\n",
});

const manifest = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  name,
  version: "1.0.0",
  type: "module",
  exports: { ".": "./src/index.ts", "./testing": "./src/testing/index.ts", "./langgraph": "./src/langgraph.ts" },
  ...more,
});

const from = (specifier: string): string => `import { value } from "${specifier}";\n\nexport const copy = value;\n`;

/** Rules of the import checker, each with a file that violates it. */
const planted: Readonly<Record<string, readonly [file: string, text: string]>> = {
  "no-cycles": [
    "packages/core-state/src/round.ts",
    'import type { Other } from "./other.ts";\n\nexport type Round = Other;\n',
  ],
  "every-import-resolves": ["packages/reducers/src/testing/lost.ts", from("./nowhere.ts")],
  "every-import-is-declared": ["examples/app/src/undeclared.ts", from("undeclared")],
  "no-dev-dependency-in-sources": ["packages/core-state/src/development.ts", from("dev-only")],
  "reducers-import-nothing": ["packages/reducers/src/heavy.ts", from("node:fs")],
  "core-state-imports-reducers-and-zod": ["packages/core-state/src/heavy.ts", from("node:path")],
  "pure-files-stay-pure": ["packages/agents/src/heavy.ts", from("node:fs")],
  "no-cycles-between-folders": [
    "packages/agents/src/plans/round.ts",
    'export { value as planned } from "../limits/limit.ts";\n',
  ],
  "packages-import-down": ["packages/reducers/src/testing/upward.ts", from("../../../core-state/src/index.ts")],
  "core-state-imports-down": ["packages/core-state/src/upward.ts", from("../../state-manager/src/index.ts")],
  "state-manager-imports-down": ["packages/state-manager/src/upward.ts", from("../../agents/src/index.ts")],
  "agents-imports-down": ["packages/agents/src/sideways.ts", from("../../checkpoint/src/index.ts")],
  "stream-imports-down": ["packages/stream/src/sideways.ts", from("../../checkpoint/src/index.ts")],
  "state-manager-imports-no-database": [
    "packages/state-manager/src/turns/store.graph.ts",
    from("../../../checkpoint/src/sqlite.ts"),
  ],
  "checkpoint-imports-down": ["packages/checkpoint/src/upward.ts", from("../../state-manager/src/index.ts")],
  "packages-import-no-application": [
    "packages/reducers/src/testing/up.ts",
    from("../../../../examples/app/src/main.ts"),
  ],
  "package-tests-import-fixtures-only": [
    "packages/reducers/test/up.test.ts",
    from("../../../examples/app/src/main.ts"),
  ],
  "langgraph-in-graph-files": ["packages/core-state/src/bypass.ts", from("@langchain/langgraph")],
  "graph-files-from-graph-files": ["packages/state-manager/src/turns/pure.ts", from("./turn.graph.ts")],
  "test-code-stays-out-of-sources": ["packages/core-state/src/tested.ts", from("./testing/index.ts")],
  "testing-uses-fast-check-only": ["packages/core-state/src/testing/runner.ts", from("vitest")],
  "public-entries-only": ["examples/app/src/deep.ts", from("../../../packages/reducers/src/inner.ts")],
  "internal-entries-are-ours": ["examples/app/src/inside.ts", from("../../../packages/reducers/src/internal.ts")],
  "other-packages-by-name": ["examples/app/src/path.ts", from("../../../packages/reducers/src/index.ts")],
  "domain-knows-no-graph": ["examples/app/src/domain/graph.ts", from("@langchain/langgraph")],
};

const placeOf: Readonly<Record<string, string>> = {
  "no-cycles": "packages/core-state/src/",
  "no-cycles-between-folders": "packages/agents/src/",
};

/** Names of the rules that have a planted fault. */
export const provedRules: readonly string[] = Object.keys(planted);

/** Proof of the gate that checks directions, cycles, folders and the files that import LangGraph. */
export const importProofs: readonly Proof[] = [
  {
    gate: imports,
    clean: {
      ...library("zod"),
      ...library("fast-check"),
      ...library("vitest"),
      ...library("dev-only"),
      ...library("undeclared"),
      ...library("@langchain/langgraph"),
      "package.json": { name: "root", private: true },
      "packages/reducers/package.json": manifest("@tidemark/reducers", { peerDependencies: { "fast-check": "1" } }),
      "packages/reducers/src/index.ts": 'export { value } from "./inner.ts";\n',
      "packages/reducers/src/inner.ts": "export const value = 1;\n",
      "packages/reducers/src/internal.ts": "export const value = 1;\n",
      "packages/reducers/src/testing/index.ts": from("fast-check"),
      "packages/core-state/package.json": manifest("@tidemark/core-state", {
        dependencies: { "@tidemark/reducers": "1" },
        peerDependencies: { zod: "1", "@langchain/langgraph": "1" },
        devDependencies: { zod: "1", "@langchain/langgraph": "1", "dev-only": "1", vitest: "1" },
      }),
      "packages/core-state/src/index.ts": from("@tidemark/reducers"),
      "packages/core-state/src/schema.ts": from("zod"),
      "packages/core-state/src/langgraph.ts": from("@langchain/langgraph"),
      "packages/core-state/src/testing/index.ts": "export const value = 1;\n",
      "packages/core-state/test/schema.test.ts": from("vitest"),
      "packages/state-manager/package.json": manifest("@tidemark/state-manager", {
        dependencies: { "@tidemark/reducers": "1" },
        peerDependencies: { "@langchain/langgraph": "1" },
        devDependencies: { "@langchain/langgraph": "1" },
      }),
      "packages/state-manager/src/index.ts": from("@tidemark/reducers"),
      "packages/state-manager/src/langgraph.ts": 'export { copy } from "./turns/turn.graph.ts";\n',
      "packages/state-manager/src/turns/turn.graph.ts": from("@langchain/langgraph"),
      "packages/agents/package.json": manifest("@tidemark/agents", { dependencies: { "@tidemark/reducers": "1" } }),
      "packages/agents/src/index.ts": from("@tidemark/reducers"),
      "packages/agents/src/limits/limit.ts": "export const value = 1;\n",
      "packages/stream/package.json": manifest("@tidemark/stream"),
      "packages/stream/src/index.ts": "export const value = 1;\n",
      "packages/checkpoint/package.json": manifest("@tidemark/checkpoint", {
        peerDependencies: { "@langchain/langgraph": "1" },
        devDependencies: { "@langchain/langgraph": "1" },
      }),
      "packages/checkpoint/src/index.ts": from("@langchain/langgraph"),
      "packages/checkpoint/src/sqlite.ts": "export const value = 1;\n",
      "examples/app/package.json": {
        name: "app",
        dependencies: { "@tidemark/reducers": "1", "@tidemark/core-state": "1", "@langchain/langgraph": "1" },
      },
      "examples/app/src/main.ts": from("@tidemark/reducers"),
    },
    prepare(root) {
      mkdirSync(path.join(root, "node_modules/@tidemark"));
      symlinkSync(path.join(root, "packages/reducers"), path.join(root, "node_modules/@tidemark/reducers"), "junction");
      return Promise.resolve();
    },
    faults: {
      "one fault of each rule": {
        plant: {
          ...Object.fromEntries(Object.values(planted)),
          "packages/core-state/src/other.ts":
            'import type { Round } from "./round.ts";\n\nexport type Other = Round;\n',
          "packages/agents/src/limits/up.ts": 'export { planned } from "../plans/round.ts";\n',
        },
        reports: Object.entries(planted).map(
          // A cycle is reported with one of its files, or one of its folders.
          ([rule, [file]]) => `error ${rule}: ${placeOf[rule] ?? file}`,
        ),
      },
    },
  },
];
