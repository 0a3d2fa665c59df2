// Directions, cycles and doors, as rules. Every one is proved by a planted fault in tooling/gate.test.ts.

const entry = "(index|internal|langgraph|ag-ui|hono|sqlite|postgres|testing/index)[.]ts$";
const door = "langgraph([.]ts$|/)";
const langchain = "node_modules/@langchain/";
const fastCheck = "node_modules/fast-check/";
const mutative = "node_modules/mutative/";
const nobleHashes = "node_modules/@noble/hashes/";
const zod = "node_modules/zod/";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-cycles",
      comment: "A cycle, types included, means that two files are one concept.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "every-import-resolves",
      comment: "An import that does not resolve is invisible to every rule below.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "every-import-is-declared",
      comment: "A package that the manifest does not name works here by accident only.",
      severity: "error",
      from: { path: "^(packages|examples|tests|benchmarks|tooling)/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "no-dev-dependency-in-sources",
      comment: "Users do not install development dependencies.",
      severity: "error",
      from: { path: "^packages/[^/]+/src/" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm", "npm-peer", "npm-optional"] },
    },
    {
      name: "reducers-import-nothing",
      comment: "@tidemark/reducers is the leaf: it runs anywhere, alone.",
      severity: "error",
      from: { path: "^packages/reducers/src/", pathNot: "^packages/reducers/src/testing/" },
      to: { pathNot: "^packages/reducers/src/" },
    },
    {
      name: "core-state-imports-reducers-and-zod",
      comment: "The entry of @tidemark/core-state runs in a browser: reducers and Zod, nothing else.",
      severity: "error",
      from: { path: "^packages/core-state/src/", pathNot: "^packages/core-state/src/(testing/|langgraph[.]ts$)" },
      to: { pathNot: ["^packages/core-state/src/", "^packages/reducers/src/index[.]ts$", zod] },
    },
    {
      name: "state-manager-stands-on-core-state",
      comment:
        "The entry of @tidemark/state-manager knows core-state, reducers and the recorder of edits, and no host.",
      severity: "error",
      from: { path: "^packages/state-manager/src/", pathNot: `^packages/state-manager/src/(testing/|${door})` },
      to: {
        pathNot: [
          "^packages/state-manager/src/",
          "^packages/(core-state|reducers)/src/index[.]ts$",
          // Locks and their contract, and nothing that imports LangGraph.
          "^packages/checkpoint/src/internal[.]ts$",
          mutative,
          nobleHashes,
          zod,
        ],
      },
    },
    {
      name: "agents-stand-on-state-manager",
      comment:
        "The entry of @tidemark/agents knows the packages below and Zod, and no host; AG-UI and hono have entries of their own.",
      severity: "error",
      from: {
        path: "^packages/agents/src/",
        pathNot: `^packages/agents/src/(testing/|(ag-ui|hono)([.]ts$|/)|${door})`,
      },
      to: {
        pathNot: [
          "^packages/agents/src/(?!testing/|ag-ui|hono|langgraph)",
          "^packages/(core-state|reducers|state-manager)/src/index[.]ts$",
          zod,
        ],
      },
    },
    {
      name: "agents-and-checkpoint-are-siblings",
      comment: "Neither imports the other: an application chooses each by itself.",
      severity: "error",
      from: { path: "^packages/(agents|checkpoint)/" },
      to: { path: "^packages/(agents|checkpoint)/", pathNot: "^packages/$1/" },
    },
    {
      name: "core-state-does-not-look-up",
      comment: "What lies below knows nothing of what stands on it.",
      severity: "error",
      from: { path: "^packages/(core-state|reducers)/" },
      to: { path: "^packages/(state-manager|agents|checkpoint)/" },
    },
    {
      name: "state-manager-does-not-look-up",
      comment: "What lies below knows nothing of what stands on it.",
      severity: "error",
      from: { path: "^packages/state-manager/" },
      to: { path: "^packages/agents/" },
    },
    {
      name: "state-manager-takes-documents-from-checkpoint",
      comment:
        "state-manager imports the root entry of checkpoint, and the internal one for locks. Neither needs a Node built-in; its tests import the savers.",
      severity: "error",
      from: { path: "^packages/state-manager/src/" },
      to: { path: "^packages/checkpoint/", pathNot: "^packages/checkpoint/src/(index|internal)[.]ts$" },
    },
    {
      name: "checkpoint-does-not-look-up",
      comment: "checkpoint knows the contract of savers and core-state; state-manager stands on it.",
      severity: "error",
      from: { path: "^packages/checkpoint/" },
      to: { path: "^packages/(state-manager|agents)/" },
    },
    {
      name: "imports-go-down",
      comment: "core-state stands on reducers, never the other way round; no package stands on an example.",
      severity: "error",
      from: { path: "^packages/([^/]+)/" },
      to: { path: "^(examples|tests|benchmarks|tooling|docs)/" },
    },
    {
      name: "one-door-to-langgraph",
      comment: "In a package only the door may import @langchain/*: src/langgraph.ts, and what lies in src/langgraph.",
      severity: "error",
      // A saver is the host's own kind of thing, and a scripted model, too.
      from: {
        path: "^packages/[^/]+/src/",
        pathNot: [
          `^packages/[^/]+/src/${door}`,
          "^packages/checkpoint/src/",
          "^packages/agents/src/(testing|ag-ui|hono)",
        ],
      },
      to: { path: langchain },
    },
    {
      name: "sources-do-not-know-the-door",
      comment: "Whatever the entry imports must stay free of LangGraph, so nothing in src imports the door.",
      severity: "error",
      from: {
        path: "^packages/[^/]+/src/",
        pathNot: [`^packages/[^/]+/src/${door}`, "^packages/agents/src/(testing|ag-ui|hono)"],
      },
      to: { path: `^packages/[^/]+/src/${door}` },
    },
    {
      name: "test-code-stays-out-of-sources",
      comment: "src imports neither test nor testing; only testing may import testing.",
      severity: "error",
      from: { path: "^(packages|examples)/[^/]+/src/", pathNot: "^packages/[^/]+/src/testing/" },
      to: { path: ["^(packages|examples)/[^/]+/test/", "^packages/[^/]+/src/testing/"] },
    },
    {
      name: "testing-uses-fast-check-only",
      comment: "A ./testing entry works with any test runner: fast-check and our own sources, nothing else.",
      severity: "error",
      from: { path: "^packages/[^/]+/src/testing/", pathNot: "^packages/agents/" },
      to: { pathNot: ["^packages/[^/]+/src/", fastCheck, zod] },
    },
    {
      name: "public-entries-only",
      comment: "Another package is reached through what it publishes.",
      severity: "error",
      from: { path: "^(packages|examples|tests|benchmarks|tooling|docs)/([^/]+)/" },
      to: { path: "^packages/[^/]+/", pathNot: ["^$1/$2/", `^packages/[^/]+/src/${entry}`] },
    },
    {
      name: "other-packages-by-name",
      comment: "Another package is imported by its name, not by a path into it.",
      severity: "error",
      from: { path: "^(packages|examples|tests|benchmarks|tooling|docs)/([^/]+)/" },
      to: { path: "^packages/", pathNot: "^$1/$2/", dependencyTypes: ["local"] },
    },
    {
      name: "domain-knows-no-graph",
      comment: "The domain of an example is plain functions over plain values.",
      severity: "error",
      from: { path: "^examples/[^/]+/src/domain/" },
      to: { path: langchain },
    },
  ],
  options: {
    // Only our own build output: a looser pattern would hide node_modules/*/dist and with it the doors.
    exclude: { path: "^packages/[^/]+/dist/|^docs/[.]vitepress/|[.]config([.]base)?[.]ts$" },
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "types", "default"],
      extensions: [".ts", ".mjs", ".js", ".d.ts"],
    },
  },
};
