import { expect, test } from "vitest";
import { parseBehaviors } from "./behaviors.ts";

const page = (...rows: readonly string[]): string =>
  ["# Behaviors", "", "## Leaves (AB)", "", "| Id | Behavior |", "| :- | -------- |", ...rows, ""].join("\n");

test("reads the id, the sentence and the line of every row, over several tables", () => {
  const text = `${page("| AB-01 | It grows. |", "|  AB-02|It `turns`.|")}\n${page("| CD-100 | It falls. |")}`;
  expect(parseBehaviors(text)).toEqual({
    behaviors: [
      { id: "AB-01", sentence: "It grows.", line: 7 },
      { id: "AB-02", sentence: "It `turns`.", line: 8 },
      { id: "CD-100", sentence: "It falls.", line: 16 },
    ],
    problems: [],
  });
});

test("keeps an escaped pipe in its sentence", () => {
  expect(parseBehaviors(page("| AB-01 | It takes `a \\| b`. |")).behaviors[0]?.sentence).toBe("It takes `a \\| b`.");
});

test("reports an id that is listed twice, with both lines", () => {
  const { problems } = parseBehaviors(page("| AB-01 | It grows. |", "| AB-01 | It falls. |"));
  expect(problems).toEqual(["docs/internals/behaviors.md:8 lists AB-01 again, after line 7."]);
});

test.each(["| AB-01 |", "| AB-01 | |", "| AB-01 | . |", "| AB-01 | It grows |"])(
  "reports that %s has no sentence",
  (row) => {
    expect(parseBehaviors(page(row)).problems).toEqual(["docs/internals/behaviors.md:7 has no sentence for AB-01."]);
  },
);

test.each(["AB-1", "ab-01", "ABCD-01", "AB-01a", ""])("reports that %j is not an id", (id) => {
  expect(parseBehaviors(page(`| ${id} | It grows. |`)).problems).toEqual([
    `docs/internals/behaviors.md:7 lists "${id}", which is not an id like AB-01.`,
  ]);
});

test("reports a page without rows", () => {
  expect(parseBehaviors("# Behaviors\n").problems).toEqual(["docs/internals/behaviors.md lists no behaviors."]);
});
