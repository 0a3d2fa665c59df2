import path from "node:path";
import { readBehaviors } from "./behaviors.ts";
import { listFiles } from "./source-files.ts";
import { type SyntaxNode, isNode, nameOf, nodesOf, parseFile, walk } from "./syntax.ts";

/** The acceptance cases of the page of behaviors, and the tests for them. */
export interface CaseCoverage {
  /** The ids of the page, in its order. */
  readonly listed: readonly string[];
  /** The files with a test for each id, listed or not. */
  readonly covered: ReadonlyMap<string, readonly string[]>;
  /** Listed ids without a test. */
  readonly untested: readonly string[];
  /** Ids of tests that the page does not list. */
  readonly unlisted: readonly string[];
  /** What is wrong with the page itself. */
  readonly problems: readonly string[];
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

/** True for `test.skip`, `describe.todo`, `test.skip.each(rows)` and their like. */
const isSkipped = (node: unknown): boolean => {
  if (!isNode(node)) return false;
  if (node.type === "CallExpression") return isSkipped(node["callee"]);
  if (node.type !== "MemberExpression") return false;
  return ["skip", "todo"].includes(nameOf(node["property"]) ?? "") || isSkipped(node["object"]);
};

/** The case ids with which the titles of a test file start; skipped tests do not count. */
export function caseIds(file: string): readonly string[] {
  const ids = new Set<string>();
  let skippedUntil = 0;
  walk(parseFile(file).program, (node) => {
    if (node.type !== "CallExpression" || node.start < skippedUntil) return;
    const callee = node["callee"];
    const name = calledName(callee) ?? "";
    if (name === "describe" && isSkipped(callee)) skippedUntil = node.end;
    if (!["test", "it"].includes(name) || isSkipped(callee)) return;
    for (const id of leadingIds.exec(titleOf(node))?.[0].match(/[A-Z]{2,3}-\d{2,3}/g) ?? []) ids.add(id);
  });
  return [...ids];
}

/** Compares the page of behaviors with the titles of the tests below `root`. */
export function readCaseCoverage(root: string): CaseCoverage {
  const { behaviors, problems } = readBehaviors(root);
  const listed = [...new Set(behaviors.map(({ id }) => id))];
  const covered = new Map<string, readonly string[]>();
  for (const file of listFiles(root, /^(packages|examples|tests)\/.*[.]test[.]ts$/)) {
    for (const id of caseIds(path.join(root, file))) covered.set(id, [...(covered.get(id) ?? []), file]);
  }
  return {
    listed,
    covered,
    untested: listed.filter((id) => !covered.has(id)),
    unlisted: [...covered.keys()].filter((id) => !listed.includes(id)).toSorted(),
    problems,
  };
}

const print = (root: string): void => {
  const { listed, untested, unlisted } = readCaseCoverage(root);
  for (const group of new Set(listed.map((id) => id.split("-")[0] ?? ""))) {
    const ids = listed.filter((id) => id.startsWith(`${group}-`));
    const open = ids.filter((id) => untested.includes(id));
    const rest = open.length === 0 ? "" : `  without a test: ${open.join(" ")}`;
    process.stdout.write(`${group.padEnd(5)}${ids.length - open.length} of ${ids.length}${rest}\n`);
  }
  process.stdout.write(`ids of tests that are not listed: ${unlisted.length === 0 ? "none" : unlisted.join(" ")}\n`);
};

if (import.meta.main) print(path.dirname(import.meta.dirname));
