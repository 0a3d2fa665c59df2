import { docExamples } from "../doc-examples.ts";
import { cases } from "../gates/cases.ts";
import { commands } from "../gates/commands.ts";
import { links } from "../gates/links.ts";
import { phrases } from "../gates/phrases.ts";
import { folders } from "../gates/folders.ts";
import { generated, writePages } from "../generated-pages.ts";
import type { Proof } from "./proof.ts";

const fence = (code: string, info = "ts"): string => `\`\`\`${info}\n${code}\n\`\`\`\n`;

const behaviors = (...rows: readonly string[]): string =>
  ["# Behaviors", "", "| Id | Behavior |", "| -- | -------- |", ...rows, ""].join("\n");

/** Proofs of the gates that read documents, test titles and file names. */
export const documentProofs: readonly Proof[] = [
  {
    gate: docExamples,
    clean: {
      "README.md": [
        fence("const two: number = 1 + 1;\nconsole.log(two, [two]); // 2 [ 2 ]"),
        fence("console.log(two * two); // 4", "ts continues"),
        fence('const three: number = "3";', "ts does-not-compile"),
        fence("console.log(two + two); // 4", "ts continues"),
        fence('console.error("not run by itself");\nexport const five = 5;', "ts file=five.ts"),
        fence('import { five } from "./five.ts";\nconsole.log(five + two); // 7', "ts continues"),
        "<!-- not run: it shows what we do not do -->\n",
        fence("const four: any = 4;", "ts ignore"),
        "````md\n```ts\nthis is text\n```\n````\n",
      ].join("\n"),
      "packages/leaf/src/leaf.ts":
        '/**\n * ```ts\n * console.log("leaf"); // leaf\n * ```\n */\nexport const leaf = 1;\n',
    },
    faults: {
      "a wrong printed line, a wrong type, a throw, a silent print and wrong marks": {
        plant: {
          "README.md": [
            fence("console.log(1 + 1); // 3"),
            fence('const one: number = "1";'),
            fence('throw new Error("broken example");'),
            fence("console.log(1);"),
            fence("const one = 1;", "ts ignore"),
            fence("const one: number = 1;", "ts does-not-compile"),
            fence("const one = 1;"),
            fence("one = 2;", "ts does-not-compile"),
            fence("console.log(one); // 2", "ts continues"),
            fence("export const a = 1;", "ts file=a.ts"),
            fence("export const a = 2;", "ts file=a.ts"),
          ].join(""),
          "packages/leaf/src/leaf.ts": "/**\n * ```ts\n * console.log(1); // 2\n * ```\n */\nexport const leaf = 1;\n",
        },
        reports: [
          "README.md:2 should print\n3\nbut prints\n2",
          "README.md:5: error TS2322",
          "README.md:8 throws:",
          "README.md:11 prints, but does not say what",
          "README.md:14 is ignored without a reason",
          "README.md:17 is marked does-not-compile, but compiles",
          "README.md:20 should print\n2\nbut prints\n1",
          "README.md:32 writes a.ts, which another fence has written",
          "packages/leaf/src/leaf.ts:3 should print",
        ],
      },
    },
  },
  {
    gate: generated,
    clean: { "docs/concepts/fields.md": "# Fields\n" },
    prepare: (root) => Promise.resolve(writePages(root)),
    faults: {
      "an edited page": { plant: { "docs/concepts/errors.md": "# Errors\n" }, reports: ["docs/concepts/errors.md"] },
    },
  },
  {
    gate: commands,
    clean: {
      "package.json": { scripts: { check: "turbo run lint" } },
      "README.md": `# Leaf\n\n${fence("npx -y pnpm@12.21.0 test # quick", "sh")}\nThen \`pnpm lint\`, or \`pnpm bench\`.\n`,
      "docs/start.md": `<!-- not run: it needs a key -->\n\n${fence("node agent.ts", "sh")}`,
      ".ci/run": "#!/bin/sh\nnpx -y pnpm@12.21.0 test\n",
    },
    faults: {
      "a command in a fence, and one in prose": {
        plant: { "AGENTS.md": `${fence("pnpm dance", "sh")}\nOr \`pnpm sleep\`.\n` },
        reports: ["AGENTS.md names `pnpm dance`", "AGENTS.md names `pnpm sleep`"],
      },
    },
  },
  {
    gate: links,
    clean: {
      "README.md":
        "# Leaf\n\n[One](docs/one.md#a-stem), [below](#leaf), [LICENSE](LICENSE), [away](https://example.com), `[x](y)`\n",
      LICENSE: "MIT\n",
      "docs/one.md": "# One\n\n## A `stem`\n\n[API](./api/index.md) [for programs](/llms.txt) `docs/one.md`\n",
    },
    faults: {
      "a missing file, a missing heading and the name of a missing file": {
        plant: {
          "packages/leaf/README.md":
            "[Gone](../../docs/gone.md), [a root](../../docs/one.md#a-root), `tests/gone.test.ts`\n",
        },
        reports: [
          "packages/leaf/README.md links to docs/gone.md",
          "packages/leaf/README.md links to #a-root of docs/one.md",
          "packages/leaf/README.md names tests/gone.test.ts",
        ],
      },
    },
  },
  {
    gate: phrases,
    clean: {
      "tooling/words/phrases.json": { "\\bof one's own\\b": "custom" },
      "README.md": "A custom leaf.\n",
      "packages/leaf/src/leaf.ts": "/** Number of leaves. */\nexport const leaf = 1;\n",
    },
    faults: {
      "a phrase of the list, and doc comments that begin with a question word": {
        plant: {
          "README.md": "A leaf of one's own.\n", // cspell:disable-line -- planted
          "packages/leaf/src/leaf.ts": "/**\n * How many leaves.\n */\nexport const leaf = 1;\n",
        },
        reports: [
          'README.md:1 says "of one\'s own"; write: custom.',
          'packages/leaf/src/leaf.ts begins a doc comment with "How many leaves."',
          "100.0 % of 1 doc comments",
        ],
      },
    },
  },
  {
    gate: folders,
    clean: {
      "packages/leaf/src/leaf.ts":
        "// oxlint-disable-next-line no-console -- the leaf prints\n// @ts-expect-error no types\nexport const leaf = 1;\n",
    },
    faults: {
      "a crowded folder, a meaningless name, and rules disabled without a reason": {
        plant: {
          ...Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`packages/leaf/src/crowd/leaf-${at}.ts`, ""])),
          "packages/leaf/src/utils.ts": "",
          "tests/quiet.ts": "// oxlint-disable-next-line no-console\n/* @ts-ignore */\n// @ts-expect-error\n",
        },
        reports: [
          "packages/leaf/src/crowd has 26 files",
          "packages/leaf/src/utils.ts has a meaningless name",
          "tests/quiet.ts:1 disables",
          "tests/quiet.ts:2 hides",
          "tests/quiet.ts:3 hides",
        ],
      },
    },
  },
  {
    gate: cases,
    clean: {
      "docs/internals/behaviors.md": behaviors("| AB-01 | It grows. |", "| AB-02 | It takes `a \\| b`. |"),
      "packages/leaf/test/leaf.test.ts":
        'test("AB-01 grows", () => {});\ntest.each([1])("AB-02, AB-01 turns", () => {});\n',
    },
    faults: {
      "rows without a test, a test without a row, and rows that are wrong": {
        plant: {
          "docs/internals/behaviors.md": behaviors(
            ...["AB-01", "AB-02", "AB-03", "AB-01", "later"].map((id) => `| ${id} | It grows. |`),
            "| AB-07 | It turns |",
          ),
          "packages/leaf/test/leaf.test.ts": [
            '// test("AB-01 grows")',
            'describe("AB-02 grows", () => {});',
            'test("like AB-03", () => {});',
            'test.each([\n  (1),\n])(\n  "AB-04 stays", () => {});',
          ].join("\n"),
        },
        reports: [
          ...["01", "02", "03"].map((number) => `starts with AB-${number}`),
          "no row for AB-04 of packages/leaf/test/leaf.test.ts",
          "behaviors.md:8 lists AB-01 again, after line 5",
          'lists "later"',
          "no sentence for AB-07",
        ],
      },
    },
  },
];
