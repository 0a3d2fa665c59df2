import { docExamples } from "../gates/doc-examples.ts";
import { commands } from "../gates/commands.ts";
import { docsSite } from "../gates/docs-site.ts";
import { generated } from "../gates/generated.ts";
import { links } from "../gates/links.ts";
import { invariants } from "../gates/invariants.ts";
import { generatedPages, writePages } from "../generated-pages.ts";
import type { Proof } from "./proof.ts";

const fence = (code: string, info = "ts"): string => `\`\`\`${info}\n${code}\n\`\`\`\n`;

/** Proofs of the gates that read documents. */
export const documentProofs: readonly Proof[] = [
  {
    gate: docExamples,
    clean: {
      "README.md": [
        "# Leaf\n",
        fence("const two: number = 1 + 1;\nconsole.log(two, [two]); // 2 [ 2 ]"),
        fence("console.log(two * two); // 4", "ts continues"),
        fence('const three: number = "3";', "ts does-not-compile"),
        fence("console.log(two + two); // 4", "ts continues"),
        "<!-- not run: it shows what we do not do -->\n",
        fence("const four: any = 4;", "ts ignore"),
        "````md\n```ts\nthis is text\n```\n````\n",
      ].join("\n"),
      "packages/leaf/src/leaf.ts":
        '/**\n * A leaf.\n *\n * @example\n * ```ts\n * console.log("leaf"); // leaf\n * ```\n */\nexport const leaf = 1;\n',
    },
    faults: {
      "a wrong printed line, a wrong type, a throw, a silent print and wrong marks": {
        plant: {
          "docs/printed.md": fence("console.log(1 + 1); // 3"),
          "docs/compiled.md": fence('const one: number = "1";'),
          "docs/after.md": [
            fence("const one = 1;"),
            fence("one = 2;", "ts does-not-compile"),
            fence("console.log(one); // 2", "ts continues"),
          ].join("\n"),
          "docs/thrown.md": fence('throw new Error("broken example");'),
          "docs/silent.md": fence("console.log(1);"),
          "docs/ignored.md": fence("const one = 1;", "ts ignore"),
          "docs/marked.md": fence("const one: number = 1;", "ts does-not-compile"),
          "packages/leaf/src/leaf.ts": "/**\n * ```ts\n * console.log(1); // 2\n * ```\n */\nexport const leaf = 1;\n",
        },
        says: [
          "docs/printed.md:2 says it prints\n3\nbut prints\n2",
          "docs/compiled.md:2: error TS2322",
          "docs/after.md:2 says it prints\n2\nbut prints\n1",
          "docs/thrown.md:2 throws:",
          "docs/silent.md:2 prints, but does not say what",
          "docs/ignored.md:2 is ignored without a reason",
          "docs/marked.md:2 is marked does-not-compile, but compiles",
          "packages/leaf/src/leaf.ts:3 says it prints",
        ],
      },
    },
  },
  {
    gate: commands,
    clean: {
      "README.md": `# Leaf\n\n${fence("npx -y pnpm@12.21.0 test # quick", "sh")}\nThen \`pnpm run gate\` or \`pnpm start\`.\n`,
      ".ci/run": "#!/bin/sh\nnpx -y pnpm@12.21.0 test\n",
      ".github/workflows/ci.yml": "jobs:\n  a:\n    steps:\n      - run: pnpm gate\n",
      "tooling/commands.json": { "pnpm start": "It waits for a person." },
    },
    faults: {
      "a command that CI does not run, and a reason for one that nobody names": {
        plant: {
          "AGENTS.md": fence("pnpm dance", "sh"),
          "tooling/commands.json": { "pnpm start": "", "pnpm sleep": "It takes all night." },
        },
        says: ["AGENTS.md names `pnpm dance`", "lists `pnpm sleep`", "no reason for `pnpm start`"],
      },
    },
  },
  {
    gate: invariants,
    clean: {
      "ARCHITECTURE.md":
        "# Architecture\n\n- **INV-1** Leaves fall down. `test/leaf.test.ts`\n- **INV-2** Always. `test/leaf.test.ts`\n",
      "test/leaf.test.ts": "",
    },
    faults: {
      "an invariant whose test is gone, one without a test, and one out of order": {
        plant: {
          "ARCHITECTURE.md":
            "- **INV-1** Down. `test/gone.test.ts`\n- **INV-2** Up.\n- **INV-4** Round. `test/leaf.test.ts`\n",
        },
        says: ["INV-1 names test/gone.test.ts", "INV-2 names no test", "INV-4 stands where INV-3"],
      },
    },
  },
  {
    gate: links,
    clean: {
      "README.md":
        "# Leaf\n\n[One](docs/one.md#a-stem), [below](#leaf), [LICENSE](LICENSE), [away](https://example.com), `[x](y)`\n",
      LICENSE: "MIT\n",
      "docs/one.md": "# One\n\n## A `stem`\n\n[API](./api/index.md) [for programs](/llms.txt)\n",
    },
    faults: {
      "a file and a heading that are not there": {
        plant: { "packages/leaf/README.md": "[Gone](../../docs/gone.md), [a root](../../docs/one.md#a-root)\n" },
        says: [
          "packages/leaf/README.md links to docs/gone.md",
          "packages/leaf/README.md links to #a-root of docs/one.md",
        ],
      },
    },
  },
  {
    gate: generated,
    clean: { "docs/concepts/fields.md": "# Fields\n" },
    prepare: (root) => Promise.resolve(writePages(root, generatedPages)),
    faults: {
      "a page that was edited by hand": {
        plant: { "docs/concepts/errors.md": "# Errors\n" },
        says: ["docs/concepts/errors.md"],
      },
    },
  },
  {
    gate: docsSite,
    clean: {
      "docs/package.json": { name: "docs", private: true, type: "module" },
      "docs/tsconfig.json": { compilerOptions: { strict: true, types: [] }, include: ["leaf.ts"] },
      "docs/typedoc.json": {
        plugin: ["typedoc-plugin-markdown", "typedoc-vitepress-theme"],
        entryPoints: ["leaf.ts"],
        disableGit: true,
        disableSources: true,
        out: "api",
        docsRoot: ".",
        readme: "none",
        treatWarningsAsErrors: true,
      },
      "docs/leaf.ts": "/** A leaf. */\nexport const leaf = 1;\n",
      "docs/index.md": "# Leaf\n\nSee [the other page](./other.md).\n",
      "docs/other.md": "# Other\n",
    },
    // Pages compile to code that imports vue, which VitePress brings along.
    links: { "docs/node_modules": "docs/node_modules", "node_modules/vue": "node_modules/.pnpm/node_modules/vue" },
    faults: {
      "a link to a page that is not there": { plant: { "docs/other.md": "[gone](./gone.md)\n" }, says: ["dead link"] },
      "a link to a name that is not there": {
        plant: { "docs/leaf.ts": "/** Not a {@link Tree}. */\nexport const leaf = 1;\n" },
        says: ["Tree"],
      },
    },
  },
];
