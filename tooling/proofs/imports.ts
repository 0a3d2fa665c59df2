import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import type { Proof } from "./proof.ts";
import { imports } from "./tools.ts";

const library = (name: string): Readonly<Record<string, unknown>> => ({
  [`node_modules/${name}/package.json`]: { name, version: "1.0.0", type: "module", exports: "./dist/index.js" },
  // In dist on purpose: a rule that ignores every dist folder sees no library at all.
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

/** Each rule of the import checker with a file that breaks it. */
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
  "state-manager-stands-on-core-state": ["packages/state-manager/src/heavy.ts", from("node:fs")],
  "state-manager-does-not-look-up": ["packages/state-manager/src/upward.ts", from("../../agents/src/index.ts")],
  "state-manager-takes-documents-from-checkpoint": [
    "packages/state-manager/src/langgraph/store.ts",
    from("../../../checkpoint/src/sqlite.ts"),
  ],
  "checkpoint-does-not-look-up": ["packages/checkpoint/src/upward.ts", from("../../state-manager/src/index.ts")],
  "agents-stand-on-state-manager": ["packages/agents/src/heavy.ts", from("node:fs")],
  "agents-and-checkpoint-are-siblings": ["packages/checkpoint/src/sideways.ts", from("../../agents/src/index.ts")],
  "core-state-does-not-look-up": ["packages/core-state/src/upward.ts", from("../../state-manager/src/index.ts")],
  "imports-go-down": ["packages/reducers/src/testing/up.ts", from("../../../../examples/app/src/main.ts")],
  "one-door-to-langgraph": ["packages/core-state/src/back-door.ts", from("@langchain/langgraph")],
  "sources-do-not-know-the-door": ["packages/core-state/src/inside.ts", from("./langgraph.ts")],
  "test-code-stays-out-of-sources": ["packages/core-state/src/tested.ts", from("./testing/index.ts")],
  "testing-uses-fast-check-only": ["packages/core-state/src/testing/runner.ts", from("vitest")],
  "public-entries-only": ["examples/app/src/deep.ts", from("../../../packages/reducers/src/inner.ts")],
  "other-packages-by-name": ["examples/app/src/path.ts", from("../../../packages/reducers/src/index.ts")],
  "domain-knows-no-graph": ["examples/app/src/domain/graph.ts", from("@langchain/langgraph")],
};

/** The names of the rules that a planted fault stands for. */
export const provedRules: readonly string[] = Object.keys(planted);

/** Proof of the gate that checks directions, cycles and doors. */
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
      "packages/state-manager/src/langgraph.ts": 'export { copy } from "./langgraph/turn.ts";\n',
      "packages/state-manager/src/langgraph/turn.ts": from("@langchain/langgraph"),
      "packages/agents/package.json": manifest("@tidemark/agents", { dependencies: { "@tidemark/reducers": "1" } }),
      "packages/agents/src/index.ts": from("@tidemark/reducers"),
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
        },
        says: Object.entries(planted).map(
          // Of the two files of a cycle, the checker names the one it likes.
          ([rule, [file]]) => `error ${rule}: ${rule === "no-cycles" ? "packages/core-state/src/" : file}`,
        ),
      },
    },
  },
];
