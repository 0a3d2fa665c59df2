import { checkApiReports } from "../api-reports.ts";
import type { Check } from "../check.ts";
import type { Files } from "../fixture.ts";
import { consumer } from "../gates/consumer.ts";
import { copiedExamples } from "../gates/copied-examples.ts";
import { packages } from "../gates/packages.ts";
import { surface } from "../gates/surface.ts";
import { packWorkspace } from "../tarballs.ts";
import type { Proof } from "./proof.ts";

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
    exports: {
      ".": {
        import: { types: "./dist/index.d.mts", default: "./dist/index.mjs" },
        require: { types: "./dist/index.d.cts", default: "./dist/index.cjs" },
      },
    },
  },
  engines: { node: ">=22.13" },
};

const declaration = "/** A leaf. */\nexport declare const leaf: number;\n";

/** A package as it is after its build. */
const built: Files = {
  "package.json": { name: "root", private: true },
  "packages/leaf/package.json": manifest,
  "packages/leaf/README.md": "# Leaf\n",
  "packages/leaf/LICENSE": "MIT\n",
  "packages/leaf/docs/README.md": "# Leaf\n",
  "packages/leaf/src/index.ts": "/** A leaf. */\nexport const leaf: number = 1;\n",
  "packages/leaf/dist/index.mjs": "export const leaf = 1;\n",
  "packages/leaf/dist/index.cjs": '"use strict";\nexports.leaf = 1;\n',
  "packages/leaf/dist/index.d.mts": declaration,
  "packages/leaf/dist/index.d.cts": declaration,
};

const example = (name: string): Files => ({
  [`examples/${name}/package.json`]: {
    name,
    private: true,
    type: "module",
    scripts: { start: "node main.js", typecheck: "node --check main.js" },
    dependencies: { "@tidemark/leaf": "^1.0.0" },
  },
  [`examples/${name}/README.md`]: "# Grower\n\n```text\n> how many?\n1 leaf\n```\n",
  [`examples/${name}/main.js`]: 'import { leaf } from "@tidemark/leaf";\n\nconsole.log(`${leaf} leaf`);\n',
});

const apiReports: Check = (root) => checkApiReports(root, { update: false });

/** Proofs of the gates that look at what is published. */
export const packageProofs: readonly Proof[] = [
  {
    gate: packages,
    clean: built,
    prepare: packWorkspace,
    prepareAgain: true,
    faults: {
      "sources in the tarball, a missing page, side effects and an old engine": {
        plant: {
          "packages/leaf/package.json": {
            ...manifest,
            files: ["dist", "src"],
            sideEffects: true,
            engines: { node: ">=18" },
          },
        },
        says: [
          "the tarball contains src/index.ts",
          "the tarball lacks docs/README.md",
          '"sideEffects" is not false',
          '"engines.node" is not',
        ],
      },
      "CommonJS types that are those of an ES module, and a missing file": {
        plant: {
          "packages/leaf/package.json": {
            ...manifest,
            publishConfig: {
              ...manifest.publishConfig,
              exports: { ".": { types: "./dist/index.d.mts", import: "./dist/gone.mjs", require: "./dist/index.cjs" } },
            },
          },
        },
        says: ["publint reports", "attw reports"],
      },
    },
  },
  {
    gate: copiedExamples,
    clean: { ...built, ...example("grower"), ...example("sower") },
    prepare: packWorkspace,
    faults: {
      "a manifest that only this workspace understands": {
        plant: { "examples/sower/package.json": { name: "sower", dependencies: { zod: "catalog:" } } },
        says: ["npm install of copies of the examples fails"],
      },
      "a version that the workspace has left behind, sources outside of the folder, and another answer": {
        plant: {
          "pnpm-workspace.yaml": 'catalog:\n  # why\n  "@tidemark/leaf": ^2.0.0\n',
          "examples/grower/main.js": 'import "../../packages/leaf/src/index.ts";\n',
          "examples/sower/main.js": 'console.log("2 leaves");\n',
        },
        says: [
          "examples/grower wants @tidemark/leaf ^1.0.0; the catalog has ^2.0.0.",
          'A copy of examples/grower does not answer "1 leaf"',
          'A copy of examples/sower does not answer "1 leaf"',
        ],
      },
    },
  },
  {
    gate: consumer,
    clean: {
      ...built,
      "tests/consumer/program.mts":
        'import { leaf } from "@tidemark/leaf";\n\nconst one: number = leaf;\nconsole.log(one === 1 ? "ok" : "broken");\n',
      "tests/consumer/program.cjs": 'console.log(require("@tidemark/leaf").leaf === 1 ? "ok" : "broken");\n',
    },
    prepare: packWorkspace,
    prepareAgain: true,
    faults: {
      "types that a user cannot compile against, and a program that does not work": {
        plant: {
          "packages/leaf/dist/index.d.mts": "/** A leaf. */\nexport declare const leaf: string;\n",
          "packages/leaf/dist/index.cjs": '"use strict";\nexports.leaf = 2;\n',
        },
        says: ["typescript-5.4, nodenext", "typescript, bundler", 'program.cjs does not print "ok"'],
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
            "interface Hidden {\n  readonly a: number;\n}\n/** A leaf. */\nexport declare const leaf: Hidden;\nexport {};\n",
        },
        says: ["packages/leaf/etc/leaf.api.md differs from the build", '"Hidden" needs to be exported'],
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
            ...Array.from({ length: 190 }, (_, at) => `export type Leaf${at} = ${at};`),
            ...Array.from({ length: 60 }, (_, at) => `export const leaf${at}: number;`),
          ].join("\n"),
          "packages/tidemark/etc/tidemark.api.md": [
            "export { grow }",
            "export { Leaf }",
            ...Array.from({ length: 60 }, (_, at) => `export { leaf${at} }`),
          ].join("\n"),
        },
        says: ["export 253 names; the limit is 250", "exports 61 values; the limit is 60"],
      },
      "reports that are missing": {
        plant: { "packages/leaf/etc/leaf.api.md": "", "packages/tidemark/etc/tidemark.api.md": "" },
        says: ["The API reports list no name"],
      },
    },
  },
];
