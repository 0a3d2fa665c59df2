import { PlanDraft, planOfDraft } from "@tidemark/agents/internal";
import { Plan } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";

describe("planOfDraft", () => {
  test("leaves out members without a value", () => {
    const step = { capability: "find", taskObjective: "Find Ann", contextKey: "ann" };
    const draft = { summary: null, steps: [{ ...step, successCriteria: null, inputs: null, dependsOn: [] }] };
    expect(planOfDraft(PlanDraft.parse(draft))).toEqual({ steps: [step] });
  });

  test("returns a valid plan with all values", () => {
    const plan = planOfDraft({
      summary: "Write",
      steps: [
        {
          capability: "write",
          taskObjective: "Write",
          successCriteria: "It is written",
          contextKey: "letter",
          inputs: [{ contextType: "__proto__", contextKey: "ann" }],
          dependsOn: ["ann"],
        },
      ],
    });
    expect(Object.keys(plan.steps[0]?.inputs?.[0] ?? {})).toEqual(["__proto__"]);
    expect(Plan.safeParse(plan).success).toBe(true);
    expect(plan.steps[0]).toMatchObject({ successCriteria: "It is written", dependsOn: ["ann"] });
  });
});
