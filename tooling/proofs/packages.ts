import { checkApiReports } from "../api-reports.ts";
import { runCommand } from "../command.ts";
import type { Files } from "../fixture.ts";
import { apiReports } from "../gates/api-reports.ts";
import { build } from "../gates/build.ts";
import { bytes } from "../gates/bytes.ts";
import { changesets } from "../gates/changesets.ts";
import { consumer } from "../gates/consumer.ts";
import { copiedExamples } from "../gates/copied-examples.ts";
import { packages } from "../gates/packages.ts";
import type { Proof } from "./proof.ts";

const manifest = {
  name: "@tidemark/leaf",
  version: "1.0.0",
  license: "MIT",
  repository: { type: "git", url: "git+https://github.com/tidemark-js/tidemark.git" },
  files: ["dist", "docs"],
  type: "module",
  sideEffects: false,
  exports: { ".": "./src/index.ts" },
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

const git = async (root: string, ...args: readonly string[]): Promise<void> => {
  const identity = ["-c", "user.name=gate", "-c", "user.email=gate@example.com", "-c", "commit.gpgsign=false"];
  const { code, output } = await runCommand("git", [...identity, ...args], { cwd: root });
  if (code !== 0) throw new Error(output);
};

/** An example that stands on the package. */
const example: Files = {
  "examples/grower/package.json": {
    name: "grower",
    private: true,
    type: "module",
    scripts: { start: "node main.js", typecheck: "node --check main.js" },
    dependencies: { "@tidemark/leaf": "^1.0.0" },
  },
  "examples/grower/README.md": "# Grower\n\n```text\n> how many?\n1 leaf\n```\n",
  "examples/grower/main.js": 'import { leaf } from "@tidemark/leaf";\n\nconsole.log(`${leaf} leaf`);\n',
};

/** Proofs of the gates that look at what is published. */
export const packageProofs: readonly Proof[] = [
  {
    gate: build,
    clean: {
      "package.json": { name: "root", private: true, type: "module", scripts: { build: "node build.mjs" } },
      "packages/leaf/package.json": { name: "leaf", publishConfig: { exports: { ".": "./dist/index.mjs" } } },
      "build.mjs":
        'import { mkdirSync, writeFileSync } from "node:fs";\nmkdirSync("packages/leaf/dist");\nwriteFileSync("packages/leaf/dist/index.mjs", "");\n',
    },
    faults: {
      "a build that fails": { plant: { "build.mjs": 'throw new Error("no leaf");\n' }, says: ["no leaf"] },
      "a published file that the build does not make": {
        plant: {
          "packages/leaf/package.json": { name: "leaf", publishConfig: { exports: { ".": "./dist/leaf.mjs" } } },
        },
        says: ["packages/leaf/dist/leaf.mjs is named"],
      },
    },
  },
  {
    gate: packages,
    clean: { ...built, "package.json": { name: "root", private: true } },
    faults: {
      "sources in the tarball, a missing README, side effects and an old engine": {
        plant: {
          "packages/leaf/package.json": {
            ...manifest,
            files: ["dist", "src"],
            sideEffects: true,
            engines: { node: ">=18" },
          },
          "packages/leaf/notes.txt": "",
        },
        says: [
          "the tarball holds src/index.ts",
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
        says: ["publint says", "attw says"],
      },
    },
  },
  {
    gate: copiedExamples,
    clean: { ...built, ...example, "package.json": { name: "root", private: true } },
    faults: {
      "a manifest that only this workspace understands": {
        plant: {
          "examples/grower/package.json": { name: "grower", private: true, dependencies: { zod: "catalog:" } },
        },
        says: ["npm install in a copy of examples/grower"],
      },
      "a version that the workspace has left behind": {
        plant: {
          "pnpm-workspace.yaml": 'catalog:\n  # why\n  "@tidemark/leaf": ^2.0.0\n',
        },
        says: ["examples/grower wants @tidemark/leaf ^1.0.0; the catalog has ^2.0.0."],
      },
      "sources that reach out of the folder, and a README that says something else": {
        plant: {
          "examples/grower/main.js": 'import "../../packages/leaf/src/index.ts";\nconsole.log("2 leaves");\n',
        },
        says: ['A copy of examples/grower does not say "1 leaf"'],
      },
    },
  },
  {
    gate: consumer,
    clean: {
      ...built,
      "package.json": { name: "root", private: true },
      "tests/consumer/program.mts":
        'import { leaf } from "@tidemark/leaf";\n\nconst one: number = leaf;\nconsole.log(one === 1 ? "ok" : "broken");\n',
      "tests/consumer/program.cjs": 'console.log(require("@tidemark/leaf").leaf === 1 ? "ok" : "broken");\n',
    },
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
    async prepare(root) {
      checkApiReports(root, { update: true });
      await Promise.resolve();
    },
    faults: {
      "an API that changed without its report, and a type that cannot be named": {
        plant: {
          "packages/leaf/dist/index.d.mts":
            "interface Hidden {\n  readonly a: number;\n}\n/** A leaf. */\nexport declare const leaf: Hidden;\nexport {};\n",
        },
        says: ["packages/leaf/etc/leaf.api.md is not what the build declares", '"Hidden" needs to be exported'],
      },
    },
  },
  {
    gate: bytes,
    clean: {
      ...built,
      "tooling/budgets.json": [
        { name: "leaf", code: "export * from '@tidemark/leaf';", limit: 200, external: ["zod"] },
      ],
    },
    faults: {
      "a bundle over its budget": {
        plant: {
          "packages/leaf/dist/index.mjs": `export const leaf = "${Array.from({ length: 200 }, (_, at) => at * 7919).join()}";\n`,
        },
        says: ["its budget is 200"],
      },
      "an import that no browser has": {
        plant: {
          "packages/leaf/dist/index.mjs":
            'import { readFileSync } from "node:fs";\nexport const leaf = readFileSync;\n',
        },
        says: ["leaf imports node:fs"],
      },
    },
  },
  {
    gate: changesets,
    clean: {
      "package.json": { name: "root", private: true },
      "pnpm-workspace.yaml": "packages:\n  - packages/*\n",
      "packages/leaf/package.json": { name: "@tidemark/leaf", version: "1.0.0" },
      "packages/leaf/src/index.ts": "export const leaf = 1;\n",
      ".changeset/config.json": { baseBranch: "main", access: "public", commit: false, changelog: false },
      ".changeset/new-leaf.md": '---\n"@tidemark/leaf": minor\n---\n\nLeaves have a number.\n',
    },
    async prepare(root) {
      await git(root, "init", "--quiet", "--initial-branch", "main");
      await git(root, "add", "--all");
      await git(root, "commit", "--quiet", "--message", "Grow a leaf");
    },
    faults: {
      "an entry that says nothing and an entry for a package that does not exist": {
        plant: {
          ".changeset/empty.md": '---\n"@tidemark/leaf": patch\n---\n',
          ".changeset/stranger.md": '---\n"@tidemark/tree": patch\n---\n\nTrees.\n',
        },
        says: ["empty.md says nothing", "stranger.md names @tidemark/tree"],
      },
      "a configuration that changesets refuses": {
        plant: { ".changeset/config.json": { baseBranch: "main", access: "everybody" } },
        says: ["access"],
      },
      "a change that no entry names": {
        plant: {
          ".changeset/new-leaf.md": "---\n---\n\nNothing.\n",
          "packages/leaf/src/index.ts": "export const leaf = 2;\n",
        },
        says: ["@tidemark/leaf changed, but no changeset names it", "new-leaf.md names no package"],
      },
    },
  },
];
