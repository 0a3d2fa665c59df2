import { expect, test } from "vitest";
import { planStates } from "../../page/plan-states.ts";

const plan = {
  steps: [{ status: "failed" }, { status: "in_progress" }, { status: "pending" }, {}],
} as const;

test("a step before the next one is done, one that failed has failed, and the next one asks while a question waits", () => {
  expect(planStates(plan, { index: 2, asking: true })).toEqual(["failed", "completed", "asking", "pending"]);
});

test("nothing asks where no question waits", () => {
  expect(planStates(plan, { index: 1, asking: false })).toEqual(["failed", "in_progress", "pending", "pending"]);
});

test("without a position the plan speaks for itself", () => {
  expect(planStates(plan, { index: undefined, asking: false })).toEqual([
    "failed",
    "in_progress",
    "pending",
    "pending",
  ]);
});
