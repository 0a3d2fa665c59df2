// Rules for the direction of imports, cycles, folders and the files that can import LangGraph. A planted fault in tooling/gates.slow.test.ts tests each rule.

const entry =
  "(index|langgraph|internal|internal[.](graph|sqlite)|local|monitor|seeds|mcp|ag-ui|agent-protocol|ai-sdk|hono|otel|traces|sqlite|postgres|dbos|restate|testing/index)[.]ts$";
// Files that may import @langchain/*: "name.graph.ts" beside its concept, and the entries that export such files.
const graph = "[.]graph[.]ts$";
const graphEntry = "^packages/[^/]+/src/(langgraph|seeds|mcp|ag-ui|agent-protocol|ai-sdk|hono|testing/.*)([.]ts)?$";
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
      comment: "A cycle, also of types, means that two files are one concept.",
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
      comment: "A package that is not in the manifest works here only by accident.",
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
      comment: "@tidemark/reducers is the lowest package and runs in every runtime.",
      severity: "error",
      from: { path: "^packages/reducers/src/", pathNot: "^packages/reducers/src/testing/" },
      to: { pathNot: "^packages/reducers/src/" },
    },
    {
      name: "core-state-imports-reducers-and-zod",
      comment: "The root entry of @tidemark/core-state runs in a browser: it imports reducers and Zod only.",
      severity: "error",
      from: {
        path: "^packages/core-state/src/",
        pathNot: [graph, graphEntry, "^packages/core-state/src/testing/"],
      },
      to: { pathNot: ["^packages/core-state/src/", "^packages/reducers/src/(index|internal)[.]ts$", zod] },
    },
    {
      name: "pure-files-stay-pure",
      comment:
        "Files without LangGraph run in every runtime: they import only pure entries of lower packages, Zod, mutative and hashes.",
      severity: "error",
      from: {
        path: "^packages/(state-manager|agents|stream)/src/",
        pathNot: [
          graph,
          graphEntry,
          "^packages/agents/src/mcp/",
          "^packages/stream/src/(ag-ui|http)/",
          // Traces that leave the process: through OpenTelemetry, to a file, to the terminal.
          "^packages/stream/src/traces/(clock|console-view|trace-file|trace-to-otel|tracer-provider)[.]ts$",
        ],
      },
      to: { pathNot: ["^packages/[^/]+/src/", mutative, nobleHashes, zod] },
    },
    {
      name: "no-cycles-between-folders",
      comment: "A folder is a concept: folders depend on each other in one direction.",
      severity: "error",
      scope: "folder",
      from: { path: "^packages/[^/]+/(src|page)/." },
      to: { circular: true },
    },
    {
      name: "packages-import-down",
      comment:
        "reducers < core-state < checkpoint < state-manager < agents < stream < workers < tidemark; imports go down only.",
      severity: "error",
      from: { path: "^packages/reducers/" },
      to: { path: "^packages/(core-state|checkpoint|state-manager|agents|stream|workers|tidemark)/" },
    },
    {
      name: "core-state-imports-down",
      comment: "core-state is below every package but reducers.",
      severity: "error",
      from: { path: "^packages/core-state/" },
      to: { path: "^packages/(checkpoint|state-manager|agents|stream|workers|tidemark)/" },
    },
    {
      name: "state-manager-imports-down",
      comment: "state-manager is below agents, stream and tidemark.",
      severity: "error",
      from: { path: "^packages/state-manager/" },
      to: { path: "^packages/(agents|stream|workers|tidemark)/" },
    },
    {
      name: "agents-imports-down",
      comment: "agents is below stream and tidemark.",
      severity: "error",
      from: { path: "^packages/agents/" },
      to: { path: "^packages/(checkpoint|stream|workers|tidemark)/" },
    },
    {
      name: "stream-imports-down",
      comment: "stream is below tidemark, and imports no saver.",
      severity: "error",
      from: { path: "^packages/stream/" },
      to: { path: "^packages/(checkpoint|workers|tidemark)/" },
    },
    {
      name: "state-manager-imports-no-database",
      comment:
        "state-manager uses the root entry of checkpoint, which needs no Node built-in; its tests use the savers.",
      severity: "error",
      from: { path: "^packages/state-manager/src/" },
      to: { path: "^packages/checkpoint/", pathNot: "^packages/checkpoint/src/(index|internal)[.]ts$" },
    },
    {
      name: "checkpoint-imports-down",
      comment: "checkpoint imports LangGraph's interface of savers and core-state.",
      severity: "error",
      from: { path: "^packages/checkpoint/" },
      to: { path: "^packages/(state-manager|agents|stream|workers|tidemark)/" },
    },
    {
      name: "packages-import-no-application",
      comment: "No package depends on an example, a test or a tool. Its tests use the databases of tests/fixtures.",
      severity: "error",
      from: { path: "^packages/[^/]+/(?!test/)" },
      to: { path: "^(examples|tests|benchmarks|tooling|docs)/" },
    },
    {
      name: "package-tests-import-fixtures-only",
      comment: "The tests of a package use the databases of tests/fixtures, and no other part of the repository.",
      severity: "error",
      from: { path: "^packages/[^/]+/test/" },
      to: { path: "^(examples|tests|benchmarks|tooling|docs)/", pathNot: "^tests/fixtures/" },
    },
    {
      name: "langgraph-in-graph-files",
      comment:
        "Only files that end in .graph.ts import @langchain/*. Savers may too, because they implement a LangGraph interface.",
      severity: "error",
      from: { path: "^packages/[^/]+/src/", pathNot: [graph, graphEntry, "^packages/checkpoint/src/"] },
      to: { path: langchain },
    },
    {
      name: "graph-files-from-graph-files",
      comment: "A file without LangGraph imports no .graph.ts file and no entry that exports one.",
      severity: "error",
      from: {
        path: "^packages/[^/]+/src/",
        pathNot: [
          graph,
          graphEntry,
          "^packages/checkpoint/src/",
          "^packages/tidemark/src/",
          "^packages/stream/src/http/",
          "^packages/workers/src/[^/]+[.]ts$",
          "^packages/inspect/src/[^/]+[.]ts$",
        ],
      },
      to: { path: [graph, graphEntry] },
    },
    {
      name: "test-code-stays-out-of-sources",
      comment:
        "src imports neither test nor testing; only testing may import testing. The programs that show a recorded conversation replay its model.",
      severity: "error",
      from: {
        path: "^(packages|examples)/[^/]+/src/",
        pathNot: ["^packages/[^/]+/src/testing/", "^examples/(scheduler|travel)/src/recorded[.]ts$"],
      },
      to: { path: ["^(packages|examples)/[^/]+/test/", "^packages/[^/]+/src/testing/"] },
    },
    {
      name: "testing-uses-fast-check-only",
      comment: "A ./testing entry works with any test runner: fast-check and our own sources, nothing else.",
      severity: "error",
      from: { path: "^packages/[^/]+/src/testing/", pathNot: "^packages/(agents|checkpoint|workers)/" },
      to: { pathNot: ["^packages/[^/]+/src/", fastCheck, zod] },
    },
    {
      name: "public-entries-only",
      comment: "Other packages are imported through their published entries.",
      severity: "error",
      from: { path: "^(packages|examples|tests|benchmarks|tooling|docs)/([^/]+)/" },
      to: { path: "^packages/[^/]+/", pathNot: ["^$1/$2/", `^packages/[^/]+/src/${entry}`, "^packages/tidemark/src/"] },
    },
    {
      name: "internal-entries-are-ours",
      comment: "The ./internal entries are for the packages of this repository, not for applications.",
      severity: "error",
      from: { path: "^(examples|docs)/" },
      to: { path: "^packages/[^/]+/src/internal([.]graph)?[.]ts$" },
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
      comment: "The domain of an example consists of plain functions of plain values.",
      severity: "error",
      from: { path: "^examples/[^/]+/src/domain/" },
      to: { path: langchain },
    },
  ],
  options: {
    // Only our own build output: a looser pattern would hide node_modules/*/dist and with it LangGraph.
    exclude: { path: "(^|/)[.]next/|^(packages|examples)/[^/]+/dist/|^docs/[.]vitepress/|[.]config([.]base)?[.]ts$" },
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
