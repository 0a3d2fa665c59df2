import type { Plan, PlanStep } from "@tidemark/core-state";
import { startPlan } from "@tidemark/agents/internal";
import fc from "fast-check";
import { expect, test } from "vitest";
import { advancePlan, type StepEnd } from "../../src/plans/advance.ts";

const now = "2030-01-31T12:00:00.000Z";
const names = ["a", "b", "c", "d"];

const plans = fc
  .array(fc.array(fc.constantFrom(...names), { maxLength: 2 }), { minLength: 1, maxLength: 4 })
  .map((needs): Plan => ({
    // Only earlier names: a plan without cycles.
    steps: needs.map((dependencies, index): PlanStep => {
      const dependsOn = [...new Set(dependencies.filter((name) => names.indexOf(name) < index))];
      return { stepId: names[index] ?? "", agentId: "agent", dependsOn };
    }),
  }));
const policies = fc.constantFrom("abort", "skip", "continue" as const);

test("law: an advanced plan ends, starts each step once and only after its dependencies, and never runs too many", () => {
  fc.assert(
    fc.property(
      plans,
      policies,
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 4, maxLength: 4 }),
      (draft, policy, maxConcurrency, choices) => {
        let plan = startPlan(draft, { now, planId: "plan" });
        const running = new Set<number>();
        const begun: number[] = [];
        let ended = 0;
        let ends: readonly StepEnd[] = [];
        while (plan.status === "executing") {
          const before = plan;
          const advanced = advancePlan(before, ends, { now, policy, running, maxConcurrency });
          ({ plan } = advanced);
          expect(advanced.versions.at(-1) ?? before).toBe(plan);
          for (const index of advanced.started) {
            const done = (plan.steps[index]?.dependsOn ?? []).map((name) => plan.steps[names.indexOf(name)]?.status);
            expect(done.filter((status) => status !== "completed")).toEqual([]);
            begun.push(index);
            running.add(index);
          }
          expect(running.size).toBeLessThanOrEqual(maxConcurrency);
          if (plan.status !== "executing") break;
          expect(running.size).toBeGreaterThan(0);
          const [choice, isDone] = choices[ended] ?? [0, true];
          ended += 1;
          const index = [...running][choice % running.size] ?? 0;
          running.delete(index);
          ends = isDone ? [{ index, outcome: "completed", result: "" }] : [{ index, outcome: "failed", error: "no" }];
        }
        expect(new Set(begun).size).toBe(begun.length);
        const open = plan.steps.filter(({ status = "pending" }) => status === "pending" || status === "in_progress");
        expect(open).toEqual([]);
      },
    ),
  );
});

test("an end after the end of the plan does not count, unless the step was completed at the same moment", () => {
  const steps = names.map((stepId) => ({ stepId, agentId: "agent" }));
  const options = { now, running: new Set<number>(), maxConcurrency: 4 };
  const { plan } = advancePlan(startPlan({ steps }, { now, planId: "plan" }), [], options);
  const ends: readonly StepEnd[] = [
    { index: 0, outcome: "failed", error: "no" },
    { index: 1, outcome: "failed", error: "no" },
    { index: 2, outcome: "completed", result: "yes" },
  ];
  const after = advancePlan(plan, ends, { ...options, running: new Set([3]) });
  expect(after.counted.map(({ index }) => index)).toEqual([2, 0]);
  expect(after.plan.steps.map(({ status }) => status)).toEqual(["failed", "failed", "completed", "failed"]);
});
