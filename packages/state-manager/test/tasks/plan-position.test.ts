import { getCurrentStep, getCurrentStepIndex, getExecutionPlan } from "@tidemark/state-manager/internal";
import { stateManagerErrors } from "@tidemark/state-manager";
import { describe, expect, test } from "vitest";
import { having } from "../matchers.ts";
import { untyped } from "../untyped.ts";

const plan = { steps: [{ capability: "weather" }, { capability: "respond" }] };
const at = (index: unknown) => ({ planning_execution_plan: plan, planning_current_step_index: untyped(index) });

describe("getExecutionPlan", () => {
  test("ACC-03 returns a plan, also one without steps, and null without one", () => {
    const empty = { steps: [] };
    expect(getExecutionPlan({ planning_execution_plan: empty })).toBe(empty);
    for (const none of [{}, null, "x", undefined, [], 0]) {
      expect(getExecutionPlan({ planning_execution_plan: untyped(none) })).toBeNull();
    }
  });

  test("refuses a record without steps, and names its content", () => {
    expect(() => getExecutionPlan({ planning_execution_plan: untyped({ planId: "p", step: [] }) })).toThrow(
      having({ code: "state-manager/invalidPlan", details: { problem: "has planId, step, but no list of steps" } }),
    );
  });
});

describe("getCurrentStepIndex", () => {
  test("ACC-08 defaults to 0", () => {
    expect(getCurrentStepIndex({})).toBe(0);
    expect(getCurrentStepIndex({ planning_current_step_index: null })).toBe(0);
    expect(getCurrentStepIndex({ planning_current_step_index: 3 })).toBe(3);
  });
});

describe("getCurrentStep", () => {
  test("ACC-04 returns the step at the index", () => {
    expect(getCurrentStep(at(1))).toBe(plan.steps[1]);
    expect(getCurrentStep({ planning_execution_plan: plan })).toBe(plan.steps[0]);
  });

  test("ACC-05 an index after the last step is an error with the index and the length", () => {
    expect(() => getCurrentStep(at(2))).toThrow(/step index is 2, but the plan has 2 step/);
    expect(() => getCurrentStep(at(2))).toThrow(
      having({ code: "state-manager/stepOutOfRange", details: { index: 2, length: 2 } }),
    );
  });

  test("ACC-06 a negative index is an error, and does not count from the end", () => {
    expect(() => getCurrentStep(at(-1))).toThrow(
      having({ code: "state-manager/stepOutOfRange", details: { index: -1, length: 2 } }),
    );
  });

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, "1", "length"])("an index of %j is an error", (index) => {
    expect(() => getCurrentStep(at(index))).toThrow(
      having({ code: "state-manager/stepOutOfRange", details: { index, length: 2 } }),
    );
  });

  test("an invalid step is an error", () => {
    const withoutSteps = untyped({ steps: [null, "respond"] });
    expect(() => getCurrentStep({ planning_execution_plan: withoutSteps })).toThrow(/has null as step 0/);
    expect(() => getCurrentStep({ planning_execution_plan: withoutSteps, planning_current_step_index: 1 })).toThrow(
      /has a string as step 1/,
    );
  });

  test("ACC-07 throws a typed error without a plan", () => {
    for (const values of [{}, { planning_execution_plan: null }, { planning_execution_plan: untyped({}) }]) {
      expect(() => getCurrentStep(values)).toThrow(/no execution plan/);
      expect(() => getCurrentStep(values)).toThrow(stateManagerErrors.noExecutionPlan({}).message);
    }
  });
});
