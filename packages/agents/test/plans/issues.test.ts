import { checkClassification, checkTaskExtraction } from "@tidemark/agents/internal";
import { checkPlan, defineRegistry, describeAgent } from "@tidemark/agents";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { issueLines, issuesOf } from "../../src/plans/issues.ts";

test("issues are reported with their paths", () => {
  const { error } = z.object({ steps: z.array(z.string()) }).safeParse({ steps: ["a", 3] });
  const issues = error === undefined ? [] : issuesOf(error);
  expect(issues).toMatchObject([{ path: "steps[1]" }]);
  expect(issueLines([...issues, { message: "whole" }])).toMatch(/^- steps\[1\]: .+\n- whole$/);
});

/** CPU seconds of this process, which other programs do not change. */
function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

const nulls = (length: number) => Array.from({ length }, () => null);

describe("the cost of a hostile answer", () => {
  const registry = defineRegistry([describeAgent({ name: "mail", description: "Sends mail." })]);
  const plan = (answer: unknown) => checkPlan(answer, { registry, contexts: {}, task: "Go" });
  test.each<[string, unknown]>([
    ["a million nulls", nulls(1_000_000)],
    ["a million holes", Array.from({ length: 1_000_000 })],
    ["a million nulls in lists of a thousand", Array.from({ length: 1000 }, () => ({ inputs: nulls(1000) }))],
    ["200,000 names", Array.from({ length: 200_000 }, (_, index) => `x${index}`)],
    ["50,000 levels", JSON.parse("[".repeat(50_000) + "]".repeat(50_000))],
  ])("%s are refused quickly, with one issue", (_, answer) => {
    const answers: unknown[] = [];
    const seconds = cpuSeconds(() => {
      answers.push(plan({ steps: answer }), plan(answer), checkClassification(answer, registry));
      answers.push(checkClassification({ capabilities: answer }, registry), checkTaskExtraction({ task: answer }));
    });
    for (const each of answers) expect(each).toMatchObject({ outcome: "refused", issues: [{}] });
    expect(seconds).toBeLessThan(1);
  });

  test("of many issues the first 20 are listed", () => {
    const checked = plan({ steps: nulls(5000) });
    expect(checked.outcome === "refused" && checked.issues.length).toBe(20);
  });
});
