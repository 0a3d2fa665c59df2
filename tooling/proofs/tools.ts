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

const faults: Readonly<Record<string, readonly [file: string, text: string]>> = {
  TS2322: ["wrong.ts", 'export const wrong: number = "1";\n'],
  TS2578: ["expected.ts", "// @ts-expect-error text is not a number\nexport const expected: number = 1;\n"],
  "no-unsafe-type-assertion": ["cast.ts", "export const cast = (value: unknown): string => value as string;\n"],
  "no-warning-comments": ["later.ts", "// TODO: finish\nexport const later = 1;\n"],
  "max-lines": ["long.ts", "export {};\n".repeat(301)],
  "no-restricted-globals": ["stamp.ts", "export const now = (): number => new Date().getTime();\n"],
  "no-restricted-properties": ["chance.ts", "export const chance = (): number => Math.random();\n"],
  "no-default-export": ["one.ts", "export default 1;\n"],
  "no-disabled-tests": ["leaf.test.ts", 'import { test } from "vitest";\n\ntest.skip("AB-01 grows", () => {});\n'],
  "filename-case": ["MyLeaf.ts", "export const two = 2;\n"],
};

/** Proof that the linter's configuration applies to the sources of packages. */
export const lintProof: Proof = {
  gate: lint,
  clean: {
    ".oxlintrc.json": readFileSync(path.join(workspaceRoot, ".oxlintrc.json"), "utf8"),
    "tsconfig.json": { compilerOptions: { strict: true, noEmit: true, types: [] }, include: ["packages"] },
    "packages/leaf/src/leaf.ts": "export const leaf = (): number => 1;\n",
  },
  faults: {
    "what the compiler refuses, and what a package may not do": {
      plant: Object.fromEntries(Object.values(faults).map(([file, text]) => [`packages/leaf/src/${file}`, text])),
      reports: Object.keys(faults),
    },
  },
};
