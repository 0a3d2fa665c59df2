import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { workspaceRoot } from "./command.ts";

const read = (file: string): string => readFileSync(path.join(workspaceRoot, file), "utf8");

test("the page about the gates lists those that the check command runs", () => {
  const [, check = ""] = /"check": "([^"]+)"/.exec(read("package.json")) ?? [];
  const checked = check.split(/[ &]+/).filter((word) => !/^(?:turbo|run|--continue)$/.test(word));
  const [table = ""] = read("docs/internals/gates.md").split("\n## ");
  const listed = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(checked));
});
