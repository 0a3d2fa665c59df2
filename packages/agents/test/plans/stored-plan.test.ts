import { expect, test } from "vitest";
import { currentStep, readStoredPlan } from "../../src/plans/stored-plan.ts";
import { plan } from "../routing/routing-values.ts";
import { untyped } from "../untyped.ts";

const sight = (found: unknown, index: unknown = 0) =>
  readStoredPlan({ planning_execution_plan: untyped(found), planning_current_step_index: untyped(index) });

test("null and an empty object are not plans, and an invalid shape is an error", () => {
  expect([sight(null).kind, sight(undefined).kind, sight({}).kind, sight(plan).kind]).toEqual([
    "none",
    "none",
    "none",
    "plan",
  ]);
  expect([sight({ step: [] }).kind, sight("x").kind, sight({ steps: [null] }).kind]).toEqual([
    "broken",
    "broken",
    "broken",
  ]);
});

test.each([-1, 0.5, Number.NaN, "0"])("a position of %j is an error, and not another step", (index) => {
  expect(sight(plan, index).kind).toBe("broken");
});

const at = (index: number) => currentStep({ planning_execution_plan: plan, planning_current_step_index: index });

test("the current step is the one at the position, and null after the last", () => {
  expect([at(1), at(2), currentStep({})]).toEqual([{ capability: "respond" }, null, null]);
});
