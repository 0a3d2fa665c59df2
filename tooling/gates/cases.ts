import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Check, runCheck } from "../check.ts";
import { listFiles } from "../source-files.ts";
import { type SyntaxNode, isNode, nameOf, nodesOf, parseFile, walk } from "../syntax.ts";

const page = "docs/internals/behaviors.md";
const row = /^\|\s*([^|]*?)\s*\|(.*)\|\s*$/;
const leadingIds = /^(?:[A-Z]{2,3}-\d{2,3}[a-z]?(?:,? and |, |\/| )?)+/;

/** The calls of `test.skip.each(rows)(…)` from the right: `each`, `skip`, `test`. */
const calledNames = (node: unknown): readonly string[] => {
  if (!isNode(node)) return [];
  if (node.type === "CallExpression") return calledNames(node["callee"]);
  if (node.type === "MemberExpression") return [nameOf(node["property"]) ?? "", ...calledNames(node["object"])];
  return [nameOf(node) ?? ""];
};

const titleOf = (call: SyntaxNode): string => {
  const [first] = nodesOf(call["arguments"]);
  if (first?.type !== "TemplateLiteral") return nameOf(first) ?? "";
  const value = nodesOf(first["quasis"])[0]?.["value"];
  return typeof value === "object" && value !== null && "raw" in value ? String(value.raw) : "";
};

/** The ids with which the titles of a test file start. Skipped tests do not count. */
const idsOf = (file: string): ReadonlySet<string> => {
  const ids = new Set<string>();
  let skippedUntil = 0;
  walk(parseFile(file).program, (node) => {
    if (node.type !== "CallExpression" || node.start < skippedUntil) return;
    const names = calledNames(node["callee"]);
    const isSkipped = names.includes("skip") || names.includes("todo");
    if (names.at(-1) === "describe" && isSkipped) skippedUntil = node.end;
    if (!["test", "it"].includes(names.at(-1) ?? "") || isSkipped) return;
    for (const id of leadingIds.exec(titleOf(node))?.[0].match(/[A-Z]{2,3}-\d{2,3}/g) ?? []) ids.add(id);
  });
  return ids;
};

/** Every row of the page of behaviors has a test whose title starts with its id, and every such test has a row. */
export const cases: Check = (root) => {
  const text = existsSync(path.join(root, page)) ? readFileSync(path.join(root, page), "utf8") : "";
  const lines = new Map<string, number>();
  const problems: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const [, id = "Id", sentence = ""] = row.exec(line) ?? [];
    if (id === "Id" || /^:?-+:?$/.test(id)) continue;
    const place = `${page}:${index + 1}`;
    if (!/^[A-Z]{2,3}-\d{2,3}$/.test(id)) problems.push(`${place} lists "${id}", which is not an id like AB-01.`);
    if (lines.has(id)) problems.push(`${place} lists ${id} again, after line ${lines.get(id)}.`);
    if (!/\w.*[.]$/.test(sentence.trim())) problems.push(`${place} has no sentence for ${id}.`);
    if (!lines.has(id)) lines.set(id, index + 1);
  }
  if (lines.size === 0) problems.push(`${page} lists no behaviors.`);
  const tested = new Map<string, string>();
  for (const file of listFiles(root, /^(packages|examples|tests)\/.*[.]test[.]ts$/)) {
    for (const id of idsOf(path.join(root, file))) tested.set(id, file);
  }
  for (const id of lines.keys()) if (!tested.has(id)) problems.push(`No test title starts with ${id}.`);
  for (const [id, file] of tested) if (!lines.has(id)) problems.push(`${page} has no row for ${id} of ${file}.`);
  return { problems, fact: `${lines.size} behaviors` };
};

if (import.meta.main) await runCheck(cases);
