import path from "node:path";
import { readJson } from "./manifest.ts";
import { listFiles } from "./source-files.ts";
import { type SyntaxNode, isNode, nameOf, nodesOf, parseFile, walk } from "./syntax.ts";

/** Which acceptance cases have a test, and which do not. */
export interface CaseCoverage {
  readonly required: readonly string[];
  /** The files that hold a test for each covered case, required or not. */
  readonly covered: ReadonlyMap<string, readonly string[]>;
  readonly missing: readonly string[];
}

const leadingIds = /^(?:[A-Z]{2,3}-\d{2,3}[a-z]?(?:,? and |, |\/| )?)+/;

/** `test`, `it` or `describe`, also as `test.each(rows)` or `test.skip`. */
const calledName = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === "MemberExpression") return calledName(node["object"]);
  if (node.type === "CallExpression") return calledName(node["callee"]);
  return nameOf(node);
};

const titleOf = (call: SyntaxNode): string => {
  const [first] = nodesOf(call["arguments"]);
  if (first === undefined) return "";
  if (first.type !== "TemplateLiteral") return nameOf(first) ?? "";
  const value = nodesOf(first["quasis"])[0]?.["value"];
  return typeof value === "object" && value !== null && "raw" in value ? String(value.raw) : "";
};

/** The case ids with which the titles of a test file start. */
export function caseIds(file: string): readonly string[] {
  const ids = new Set<string>();
  walk(parseFile(file).program, (node) => {
    if (node.type !== "CallExpression") return;
    const callee = isNode(node["callee"]) ? node["callee"] : undefined;
    const skipped = callee?.type === "MemberExpression" && ["skip", "todo"].includes(nameOf(callee["property"]) ?? "");
    if (skipped || !["test", "it"].includes(calledName(callee) ?? "")) return;
    for (const id of leadingIds.exec(titleOf(node))?.[0].match(/[A-Z]{2,3}-\d{2,3}/g) ?? []) ids.add(id);
  });
  return [...ids];
}

/** Compares the committed list of cases with the titles of the tests below `root`. */
export function readCaseCoverage(root: string): CaseCoverage {
  const required = readJson<readonly string[]>(path.join(root, "tooling", "cases.json"));
  const covered = new Map<string, readonly string[]>();
  for (const file of listFiles(root, /^(packages|examples|tests)\/.*[.]test[.]ts$/)) {
    for (const id of caseIds(path.join(root, file))) covered.set(id, [...(covered.get(id) ?? []), file]);
  }
  return { required, covered, missing: required.filter((id) => !covered.has(id)) };
}

const print = (root: string): void => {
  const { required, covered, missing } = readCaseCoverage(root);
  for (const group of new Set(required.map((id) => id.split("-")[0] ?? ""))) {
    const ids = required.filter((id) => id.startsWith(`${group}-`));
    const open = ids.filter((id) => missing.includes(id));
    const rest = open.length === 0 ? "" : `  without a test: ${open.join(" ")}`;
    process.stdout.write(`${group.padEnd(5)}${ids.length - open.length} of ${ids.length}${rest}\n`);
  }
  const further = [...covered.keys()].filter((id) => !required.includes(id)).toSorted();
  process.stdout.write(`further cases with a test: ${further.length === 0 ? "none" : further.join(" ")}\n`);
};

if (import.meta.main) print(path.dirname(import.meta.dirname));
