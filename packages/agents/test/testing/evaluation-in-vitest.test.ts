import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startVitest } from "vitest/node";

// Below this folder, so that the imports resolve.
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(import.meta.dirname, "evaluation-in-vitest-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const suite = `
import { evaluate, scriptedModel } from "@tidemark/agents/testing";
import { expect, test } from "vitest";
import { makeDesk } from "../evaluation-desk.ts";

const cases = [
  { message: "What was I charged?", model: ["You were charged 180."], expect: { answer: /180/ } },
  { message: "And last month?", model: ["Nothing."], expect: { answer: /120/, route: [] } },
];

const { cases: results } = await evaluate(makeDesk, cases);
test.each(results)("$name", ({ failures }) => expect(failures).toEqual([]));
`;

test("each case is a test of Vitest, whose difference shows path, expected and found", async () => {
  writeFileSync(path.join(folder, "desk.evaluation.ts"), suite);
  const vitest = await startVitest([], {
    root: folder,
    config: false,
    watch: false,
    include: ["desk.evaluation.ts"],
    reporters: [{}],
  });
  const [module] = vitest.state.getTestModules();
  const tests = [...(module?.children.allTests() ?? [])];
  const found = tests.map((each) => [each.name, each.result().state, each.result().errors?.[0]?.diff ?? ""]);
  await vitest.close();
  expect(process.exitCode ?? 0).not.toBe(0);
  process.exitCode = 0;
  expect(found.map(([name, state]) => [name, state])).toEqual([
    ["What was I charged?", "passed"],
    ["And last month?", "failed"],
  ]);
  for (const part of [
    '"path": "answer"',
    '"expected": "/120/"',
    String.raw`"found": "\"Nothing.\""`,
    '"path": "route"',
  ]) {
    expect(found[1]?.[2]).toContain(part);
  }
});
