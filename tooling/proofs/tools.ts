import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Check } from "../check.ts";
import { runCommand, workspaceRoot } from "../command.ts";
import type { Proof } from "./proof.ts";

const asCheck =
  (command: string, args: (root: string) => readonly string[]): Check =>
  async (root) => {
    const { code, output } = await runCommand(command, args(root), { cwd: root });
    return { problems: code === 0 ? [] : [output], fact: command };
  };

/** The import checker with the rules of this workspace. */
export const imports: Check = asCheck("depcruise", (root) => [
  "--config",
  path.join(workspaceRoot, ".dependency-cruiser.mjs"),
  ...["packages", "examples", "tests", "benchmarks", "tooling"].filter((folder) => existsSync(path.join(root, folder))),
]);

const lint: Check = asCheck("oxlint", () => ["--type-aware", "--type-check", "--deny-warnings"]);

/** Proof that the configuration of the linter applies its own rules to the sources of packages. */
export const lintProof: Proof = {
  gate: lint,
  clean: {
    ".oxlintrc.json": readFileSync(path.join(workspaceRoot, ".oxlintrc.json"), "utf8"),
    "tsconfig.json": { compilerOptions: { strict: true, noEmit: true, types: [] }, include: ["packages"] },
    "packages/leaf/src/leaf.ts": "export const leaf = (): number => 1;\n",
  },
  faults: {
    "what the compiler refuses, and what a package may not do": {
      plant: {
        "packages/leaf/src/wrong.ts": 'export const wrong: number = "1";\n',
        "packages/leaf/src/expected.ts": "// @ts-expect-error text is not a number\nexport const expected: number = 1;\n",
        "packages/leaf/src/cast.ts": "export const cast = (value: unknown): string => value as string;\n",
        "packages/leaf/src/later.ts": "// TODO: finish\nexport const later = 1;\n",
        "packages/leaf/src/long.ts": "export {};\n".repeat(301),
        "packages/leaf/src/stamp.ts": "export const now = (): number => new Date().getTime();\n",
        "packages/leaf/src/chance.ts": "export const chance = (): number => Math.random();\n",
        "packages/leaf/src/one.ts": "export default 1;\n",
        "packages/leaf/src/MyLeaf.ts": "export const two = 2;\n",
      },
      says: [
        "TS2322",
        "TS2578",
        "no-unsafe-type-assertion",
        "no-warning-comments",
        "max-lines",
        "no-restricted-globals",
        "no-restricted-properties",
        "no-default-export",
        "filename-case",
      ],
    },
  },
};
