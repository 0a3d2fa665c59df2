import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { tableOf, traceAll } from "./traces.ts";

const guide = path.join(import.meta.dirname, "..", "..", "docs", "guides", "trace-your-agents.md");

/** Rows of a table, without the spaces that a formatter adds. */
const rowsOf = (table: string): readonly string[] =>
  table
    .trim()
    .split("\n")
    .filter((line) => !/^[|\s:-]+$/u.test(line))
    .map((line) => line.replaceAll(/\s+/g, " "));

test("the guide's table shows what three instrumentations make of the same approval", async () => {
  const shown = await traceAll();
  const [, table = ""] = /<!-- traces -->([\s\S]*)<!-- \/traces -->/u.exec(readFileSync(guide, "utf8")) ?? [];
  expect(rowsOf(table)).toEqual(rowsOf(tableOf(shown)));
  expect(shown["tidemark"]).toMatchObject({ errors: 0, isTree: true, links: 1, hasContent: false });
});
