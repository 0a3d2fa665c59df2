import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Check, runCheck } from "../check.ts";
import { listFiles } from "../source-files.ts";

const page = "docs/internals/behaviors.md";
const row = /^\|\s*([^|]*?)\s*\|(.*)\|\s*$/;

/** A title that starts with ids, such as `("PS-17, PS-18 …"`. The linter refuses skipped tests, so every title runs. */
const title = /(?<!\bdescribe(?:[.]\w+)?)\(\s*["'`]((?:[A-Z]{2,3}-\d{2,3}[a-z]?(?:,? and |, |\/| )?)+)/g;

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
    const code = readFileSync(path.join(root, file), "utf8").replaceAll(/^\s*\/\/.*$/gm, "");
    const titles = [...code.matchAll(title)].map(([, ids = ""]) => ids);
    for (const id of titles.flatMap((ids) => ids.match(/[A-Z]{2,3}-\d{2,3}/g) ?? [])) tested.set(id, file);
  }
  for (const id of lines.keys()) if (!tested.has(id)) problems.push(`No test title starts with ${id}.`);
  for (const [id, file] of tested) if (!lines.has(id)) problems.push(`${page} has no row for ${id} of ${file}.`);
  return { problems, fact: `${lines.size} behaviors` };
};

if (import.meta.main) await runCheck(cases);
