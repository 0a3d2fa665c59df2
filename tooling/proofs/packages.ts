import { checkApiReports } from "../api-reports.ts";
import type { Check } from "../check.ts";
import { runPnpm } from "../command.ts";
import type { Files } from "../fixture.ts";
import { consumers } from "../gates/consumers.ts";
import { packages } from "../gates/packages.ts";
import { surface } from "../gates/surface.ts";
import type { Proof } from "./proof.ts";

const entry = (format: "c" | "m") => ({ types: `./dist/index.d.${format}ts`, default: `./dist/index.${format}js` });

const manifest = {
  name: "@tidemark/leaf",
  version: "1.0.0",
  license: "MIT",
  repository: { type: "git", url: "git+https://github.com/tidemark-js/tidemark.git" },
  files: ["dist", "docs"],
  type: "module",
  sideEffects: false,
  exports: { ".": "./src/index.ts", "./internal": "./src/internal.ts" },
  publishConfig: {
    main: "./dist/index.cjs",
    types: "./dist/index.d.cts",
    exports: { ".": { import: entry("m"), require: entry("c") } },
  },
  engines: { node: ">=22.13" },
};

const declaration = "/** A leaf. */\nexport declare const leaf: number;\n";

/** A built package. */
const built: Files = {
  "package.json": { name: "root", private: true },
  "pnpm-workspace.yaml": "packages:\n  - packages/*\n",
  "packages/leaf/package.json": manifest,
  "packages/leaf/README.md": "# Leaf\n",
  "packages/leaf/LICENSE": "MIT\n",
  "packages/leaf/docs/README.md": "# Leaf\n",
  "packages/leaf/src/index.ts": "/** A leaf. */\nexport const leaf: number = 1;\n",
  "packages/leaf/dist/index.mjs": "export const leaf = 1;\n",
  "packages/leaf/dist/index.cjs": '"use strict";\nexports.leaf = 1;\n',
  "packages/leaf/dist/index.d.mts": declaration,
  "packages/leaf/dist/index.d.cts": declaration,
  "packages/leaf/dist/internal.d.mts": "export interface Inside {}\n",
};

const compilerOptions = { module: "nodenext", target: "es2022", strict: true, noEmit: true, types: [] };
const dependencies = { "@tidemark/leaf": "^1.0.0" };
const scripts = {
  start: "node main.js",
  chat: "node main.js",
  typecheck: "node --check main.js",
  test: "node --test main.test.js",
};

/** Creates an application from an example, as `pnpm create-app` does. */
const createApp = `
import { execFileSync } from "node:child_process";
import { cpSync, globSync } from "node:fs";
import path from "node:path";

const [app, , template] = process.argv.slice(2);
const root = path.dirname(import.meta.dirname);
cpSync(path.join(root, "examples", template), app, { recursive: true });
const tarballs = globSync(path.join(root, ".tarballs", "*.tgz"));
execFileSync("npm", ["install", "--no-audit", "--no-fund", ...tarballs], { cwd: app, stdio: "inherit" });
`;

/** An example and the programs of a user that depend on the package. */
const users: Files = {
  "examples/grower/package.json": { name: "grower", type: "module", scripts, dependencies },
  "examples/grower/README.md":
    "# Grower\n\n```text\n> how many?\n1 leaf\n```\n\n```sh\npnpm create-app ../my-app --template grower\n```\n",
  "examples/grower/main.test.js": 'import "./main.js";\n',
  "tooling/create-app.ts": createApp,
  "examples/grower/main.js": 'import { leaf } from "@tidemark/leaf";\n\nconsole.log(`${leaf} leaf`);\n',
  "tests/consumer/package.json": { name: "consumer", dependencies },
  "tests/consumer/tsconfig.nodenext.json": { compilerOptions, include: ["*.mts"] },
  "tests/consumer/tsconfig.bundler.json": { compilerOptions, include: ["*.mts"] },
  "tests/consumer/program.mts":
    'import { leaf } from "@tidemark/leaf";\n\nconst one: number = leaf;\nconsole.log(one === 1 ? "ok" : "broken");\n',
  "tests/consumer/program.cjs": 'console.log(require("@tidemark/leaf").leaf === 1 ? "ok" : "broken");\n',
};

const numbers = (count: number): readonly number[] => [...Array(count).keys()];

const pack = (root: string): Promise<unknown> =>
  runPnpm(["--filter", "./packages/*", "pack", "--out", ".tarballs/%s.tgz"], { cwd: root });

const apiReports: Check = (root) => checkApiReports(root, { update: false });

/** Proofs of the gates that check the published packages. */
export const packageProofs: readonly Proof[] = [
  {
    gate: packages,
    clean: built,
    prepare: pack,
    prepareAgain: true,
    faults: {
      "sources in the tarball, a missing page, side effects and an old engine": {
        plant: {
          "packages/leaf/package.json": { ...manifest, files: ["dist", "src"], sideEffects: true, engines: {} },
        },
        reports: [
          "tidemark-leaf.tgz contains src/index.ts",
          "tidemark-leaf.tgz lacks docs/README.md",
          'tidemark-leaf.tgz does not set "sideEffects": false',
          'tidemark-leaf.tgz does not set "engines.node"',
        ],
      },
      "CommonJS types that are those of an ES module, and a missing file": {
        plant: {
          "packages/leaf/package.json": {
            ...manifest,
            publishConfig: {
              ...manifest.publishConfig,
              exports: { ".": { types: "./dist/index.d.mts", import: "./dist/gone.mjs", require: entry("c").default } },
            },
          },
        },
        reports: ["tidemark-leaf.tgz does not pass publint", "tidemark-leaf.tgz does not pass attw"],
      },
    },
  },
  {
    gate: consumers,
    clean: { ...built, ...users },
    prepare: pack,
    prepareAgain: true,
    faults: {
      "a manifest that only this workspace understands": {
        plant: { "examples/grower/package.json": { name: "grower", scripts, dependencies: { zod: "catalog:" } } },
        reports: ["An application of the template grower cannot be created"],
      },
      "an old version, another answer, failing tests, a README without the command, wrong types, and a program that does not work":
        {
          plant: {
            "pnpm-workspace.yaml": 'packages:\n  - packages/*\ncatalog:\n  # why\n  "@tidemark/leaf": ^2.0.0\n',
            "examples/grower/main.js": 'console.log("2 leaves");\n',
            "examples/grower/main.test.js": 'throw new Error("broken");\n',
            "examples/grower/README.md": "# Grower\n\nCopy this folder.\n\n```text\n> how many?\n1 leaf\n```\n",
            "packages/leaf/dist/index.d.mts": "/** A leaf. */\nexport declare const leaf: string;\n",
            "packages/leaf/dist/index.cjs": '"use strict";\nexports.leaf = 2;\n',
          },
          reports: [
            "examples/grower requires @tidemark/leaf ^1.0.0; the catalog has ^2.0.0.",
            'An application of the template grower does not answer "1 leaf"',
            "An application of the template grower fails at npm run test",
            "An application of the template grower is not named in the README of its example",
            "typescript-5.4, nodenext",
            "typescript, bundler",
            'program.cjs does not print "ok"',
          ],
        },
    },
  },
  {
    gate: apiReports,
    clean: built,
    prepare: async (root) => await checkApiReports(root, { update: true }),
    faults: {
      "an API that changed without its report, and a type that cannot be named": {
        plant: {
          "packages/leaf/dist/index.d.mts":
            "interface Inside {}\ninterface Hidden {\n  readonly a: Inside;\n}\n/** A leaf. */\nexport declare const leaf: Hidden;\nexport {};\n",
        },
        reports: ["packages/leaf/etc/leaf.api.md differs from the build", '"Hidden" needs to be exported'],
      },
    },
  },
  {
    gate: surface,
    clean: {
      "packages/leaf/etc/leaf.api.md":
        "export function grow(): void;\n\nexport interface Leaf {\n}\n\n// (undocumented)\ntype Twig_2 = 1;\nexport { Twig_2 as Twig }\n",
      "packages/tidemark/etc/tidemark.api.md": "export { grow }\n\nexport { Leaf }\n\nexport { Twig }\n",
    },
    faults: {
      "too many names, and too many values in the package of applications": {
        plant: {
          "packages/leaf/etc/leaf-more.api.md": [
            ...numbers(237).map((at) => `export type Leaf${at} = ${at};`),
            ...numbers(30).map((at) => `export const leaf${at}: number;`),
          ].join("\n"),
          "packages/tidemark/etc/tidemark.api.md": ["grow", "Leaf", ...numbers(30).map((at) => `leaf${at}`)]
            .map((name) => `export { ${name} }`)
            .join("\n"),
        },
        reports: ["export 270 names; the limit is 245", "tidemark exports 31 values; the limit is 30"],
      },
      "too many names for workers": {
        plant: {
          "packages/workers/etc/workers.api.md": numbers(16)
            .map((at) => `export const work${at}: number;`)
            .join("\n"),
        },
        reports: ["The entries for workers export 16 names; the limit is 15"],
      },
    },
  },
];
