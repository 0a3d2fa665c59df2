import { existsSync } from "node:fs";
import path from "node:path";
import { measureBundle } from "../bundle-size.ts";
import { type Gate, fromProblems } from "../gate-contract.ts";
import { readJson } from "../manifest.ts";

interface Budget {
  readonly name: string;
  readonly code: string;
  /** Bytes, minified and gzipped. */
  readonly limit: number;
  /** Packages that stay outside of the bundle, and the only ones that it may import. */
  readonly external: readonly string[];
}

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** Browser bundles of the published entries stay within their budgets and import nothing they should not. */
export const bytes: Gate = {
  name: "bytes",
  holds: "browser bundles of the built entries stay within tooling/budgets.json, min+gzip, and import what it allows",
  after: ["build"],
  async run(root) {
    const file = path.join(root, "tooling", "budgets.json");
    if (!existsSync(file)) return { ok: false, fact: "missing", output: "There is no tooling/budgets.json." };
    const budgets = readJson<readonly Budget[]>(file);
    const problems: string[] = [];
    const facts: string[] = [];
    for (const { name, code, limit, external } of budgets) {
      const bundle = await measureBundle(root, code, external);
      facts.push(`${name} ${bundle.bytes} of ${limit} B`);
      if (bundle.bytes > limit) problems.push(`${name} weighs ${bundle.bytes} bytes; its budget is ${limit}.`);
      for (const specifier of bundle.externals) {
        if (!external.includes(packageOf(specifier)))
          problems.push(`${name} imports ${specifier}, which a browser user would need too.`);
      }
    }
    return fromProblems(problems, facts.join(", "));
  },
};
