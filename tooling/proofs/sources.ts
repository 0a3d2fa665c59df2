import { readFileSync } from "node:fs";
import path from "node:path";
import { workspaceRoot } from "../command.ts";
import { casts } from "../gates/casts.ts";
import { cases } from "../gates/cases.ts";
import { deadCode } from "../gates/dead-code.ts";
import { docComments } from "../gates/doc-comments.ts";
import { format } from "../gates/format.ts";
import { lint } from "../gates/lint.ts";
import { manifests } from "../gates/manifests.ts";
import { mirror } from "../gates/mirror.ts";
import { names } from "../gates/names.ts";
import { typeBudgets } from "../gates/type-budgets.ts";
import { typecheck } from "../gates/typecheck.ts";
import type { Proof } from "./proof.ts";

const project = { compilerOptions: { strict: true, noEmit: true, types: [] }, include: ["src"] };
const source = "packages/leaf/src/leaf.ts";

const behaviors = (...rows: readonly string[]): string =>
  ["# Behaviors", "", "| Id | Behavior |", "| -- | -------- |", ...rows, ""].join("\n");

/** Proofs of the gates that read sources. */
export const sourceProofs: readonly Proof[] = [
  {
    gate: format,
    clean: { "a.ts": "export const a = 1;\n" },
    faults: { "a file that the formatter would change": { plant: { "b.ts": "export const b=1" }, says: ["b.ts"] } },
  },
  {
    gate: lint,
    clean: {
      ".oxlintrc.json": readFileSync(path.join(workspaceRoot, ".oxlintrc.json"), "utf8"),
      "tsconfig.json": { ...project, include: ["packages"] },
      [source]: "export const leaf = (): number => 1;\n",
    },
    faults: {
      "a promise nobody waits for, an any, a clock, chance and a default export": {
        plant: {
          "packages/leaf/src/wait.ts":
            "const late = async (): Promise<void> => {};\nexport const wait = (): void => {\n  late();\n};\n",
          "packages/leaf/src/loose.ts": "export const loose = (value: any): number => Number(value);\n",
          "packages/leaf/src/stamp.ts": "export const now = (): number => new Date().getTime();\n",
          "packages/leaf/src/chance.ts": "export const chance = (): number => Math.random();\n",
          "packages/leaf/src/one.ts": "export default 1;\n",
        },
        says: [
          "no-floating-promises",
          "no-explicit-any",
          "no-restricted-globals",
          "no-restricted-properties",
          "no-default-export",
        ],
      },
    },
  },
  {
    gate: typecheck,
    clean: {
      "packages/leaf/tsconfig.json": project,
      [source]: '// @ts-expect-error text is no number\nexport const leaf: number = "1";\n',
    },
    faults: {
      "a wrong type": { plant: { "packages/leaf/src/b.ts": 'export const b: number = "1";\n' }, says: ["TS2322"] },
      "a type test whose error went away": {
        plant: { "packages/leaf/src/b.ts": "// @ts-expect-error text is no number\nexport const b: number = 1;\n" },
        says: ["TS2578"],
      },
    },
  },
  {
    gate: deadCode,
    clean: {
      "package.json": { name: "app", private: true, type: "module", main: "src/index.ts" },
      "src/index.ts": 'import { used } from "./used.ts";\n\nexport const app = used;\n',
      "src/used.ts": "export const used = 1;\n",
    },
    faults: {
      "an unused file, an unused export and an undeclared dependency": {
        plant: {
          "src/forgotten.ts": "export const forgotten = 1;\n",
          "src/used.ts": 'import { z } from "zod";\n\nexport const used = z;\nexport const extra = 1;\n',
        },
        says: ["forgotten.ts", "extra", "zod"],
      },
    },
  },
  {
    gate: manifests,
    clean: {
      "pnpm-workspace.yaml": "packages:\n  - packages/*\n",
      "package.json": { name: "root", private: true, packageManager: "pnpm@12.21.0" },
      "packages/leaf/package.json": { name: "leaf", dependencies: { a: "1.0.0", b: "1.0.0" } },
    },
    faults: {
      "dependencies out of order": {
        plant: { "packages/leaf/package.json": { name: "leaf", dependencies: { b: "1.0.0", a: "1.0.0" } } },
        says: ["unordered-dependencies"],
      },
    },
  },
  {
    gate: casts,
    clean: {
      [source]: [
        "export const one = 1 as const;",
        "export const two = one as number; // the literal is too narrow for callers",
        "// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table holds every key",
        "export const three = {} as Record<string, number>;",
        "",
      ].join("\n"),
    },
    faults: {
      "a cast, a lint-disable, an expected error and a TODO without a reason": {
        plant: {
          "packages/leaf/src/cast.ts": "export const cast = 1 as number;\n",
          "packages/leaf/src/quiet.ts": "// oxlint-disable-next-line no-console\nexport const quiet = 1;\n",
          "packages/leaf/src/hidden.ts": "// @ts-expect-error\nexport const hidden: number = null;\n// @ts-ignore\n",
          "packages/leaf/src/later.ts": "// TODO: finish\nexport const later = 1;\n",
        },
        says: [
          "cast.ts:1 casts",
          "quiet.ts:1 silences lint",
          "hidden.ts:1 expects",
          "hidden.ts:3 silences",
          "later.ts:1 leaves",
        ],
      },
    },
  },
  {
    gate: names,
    clean: {
      "packages/leaf/src/index.ts": 'export { leaf } from "./leaf.ts";\n',
      [source]: "export const leaf = 1;\n",
    },
    faults: {
      "an empty name, capitals, a long file, an export * and an index with code": {
        plant: {
          "packages/leaf/src/utils.ts": "export const a = 1;\n",
          "packages/leaf/src/MyLeaf.ts": "export const b = 1;\n",
          "packages/leaf/src/long.ts": "// line\n".repeat(401),
          "packages/leaf/src/index.ts": 'export * from "./leaf.ts";\n',
          "packages/leaf/src/testing/index.ts": "export const c = 1;\n",
        },
        says: [
          "utils.ts is named for nothing",
          "MyLeaf.ts is not named",
          "long.ts has more",
          "an `export *`",
          "holds code",
        ],
      },
    },
  },
  {
    gate: mirror,
    clean: {
      [source]: "export const leaf = 1;\n",
      "packages/leaf/test/leaf.test.ts": "",
      "packages/leaf/src/shapes/round.ts": "export const round = 1;\n",
      "packages/leaf/test/shapes.test.ts": "",
      "packages/leaf/src/contract.ts": "export type Contract = number;\n",
    },
    faults: {
      "a source without a test": {
        plant: { "packages/leaf/src/bare.ts": "export const bare = 1;\n" },
        says: ["src/bare.ts"],
      },
    },
  },
  {
    gate: docComments,
    clean: {
      "packages/leaf/package.json": { name: "@tidemark/leaf", exports: { ".": "./src/index.ts" } },
      "packages/leaf/src/index.ts": 'export { leaf, type Shape } from "./leaf.ts";\n',
      [source]: "/** One leaf. */\nexport const leaf = 1;\n\n/** Its shape. */\nexport interface Shape {}\n",
      "packages/tree/package.json": { name: "@tidemark/tree", exports: { ".": "./src/index.ts" } },
      "packages/tree/src/index.ts": 'export { leaf as first } from "@tidemark/leaf";\n',
    },
    faults: {
      "an export without a comment, and one whose comment belongs to something else": {
        plant: {
          [source]: "/** One leaf. */\nconst hidden = 1;\nexport const leaf = hidden;\nexport interface Shape {}\n",
        },
        says: ["leaf.ts:3 leaf has no doc comment", "leaf.ts:4 Shape has no doc comment"],
      },
    },
  },
  {
    gate: cases,
    clean: {
      "docs/internals/behaviors.md": behaviors(
        "| AB-01 | It grows. |",
        "| AB-02 | It turns. |",
        "| AB-03 | It falls. |",
      ),
      "packages/leaf/test/leaf.test.ts":
        'test("AB-01, AB-02 grows", () => {});\ntest.each([1])("AB-03 turns %d", () => {});\n',
    },
    faults: {
      "a case without a test, also when one is skipped or only mentioned": {
        plant: {
          "packages/leaf/test/leaf.test.ts":
            '// AB-01\ntest.skip("AB-02 grows", () => {});\ntest("like AB-03", () => {});\n',
        },
        says: ["starts with AB-01", "starts with AB-02", "starts with AB-03"],
      },
      "a case whose only tests are skipped in a group or over rows": {
        plant: {
          "packages/leaf/test/leaf.test.ts":
            'describe.skip("leaf", () => {\n  test("AB-01 grows", () => {});\n});\ntest.skip.each([1])("AB-02 turns %d", () => {});\ntest("AB-03 falls", () => {});\n',
        },
        says: ["starts with AB-01", "starts with AB-02"],
      },
      "a test whose id has no row": {
        plant: { "examples/tree/test/tree.test.ts": 'test("AB-04 stands", () => {});\n' },
        says: ["no row for AB-04, with which examples/tree/test/tree.test.ts"],
      },
      "an id that is listed twice": {
        plant: {
          "docs/internals/behaviors.md": behaviors(
            "| AB-01 | It grows. |",
            "| AB-02 | It turns. |",
            "| AB-03 | It falls. |",
            "| AB-01 | It shrinks. |",
          ),
        },
        says: ["behaviors.md:8 lists AB-01 again, after line 5"],
      },
      "a row without a sentence, and one without an id": {
        plant: {
          "docs/internals/behaviors.md": behaviors(
            "| AB-01 | |",
            "| AB-02 | It turns |",
            "| AB-03 | It falls. |",
            "| later | It lands. |",
          ),
        },
        says: ["no sentence for AB-01", "no sentence for AB-02", 'lists "later"'],
      },
      "a page without a table": {
        plant: { "docs/internals/behaviors.md": "# Behaviors\n" },
        says: ["lists no behaviors", "no row for AB-01"],
      },
    },
  },
  {
    gate: typeBudgets,
    clean: { "benchmarks/types/run.ts": 'console.log("12 of 20 instantiations");\n' },
    faults: {
      "a budget that is exceeded": {
        plant: { "benchmarks/types/run.ts": 'console.log("30 of 20");\nprocess.exitCode = 1;\n' },
        says: ["30 of 20"],
      },
      "a budget that is not measured": {
        plant: { "benchmarks/types/run.ts": 'throw new Error("gone");\n' },
        says: ["gone"],
      },
    },
  },
];
