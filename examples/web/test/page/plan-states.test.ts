import type { Plan } from "tidemark/schemas";
import { expect, test } from "vitest";
import { planStates } from "../../page/plan-states.ts";

const plan: Plan = {
  steps: [{ status: "failed" }, { status: "in_progress" }, { status: "pending" }, {}],
};

test("earlier steps are completed, a failed step stays failed, and the next step asks while a question is open", () => {
  expect(planStates(plan, { index: 2, asking: true, running: [] })).toEqual([
    "failed",
    "completed",
    "asking",
    "pending",
  ]);
});

test("no step asks when no question is open", () => {
  expect(planStates(plan, { index: 1, asking: false, running: [] })).toEqual([
    "failed",
    "in_progress",
    "pending",
    "pending",
  ]);
});

test("without a position, steps keep the states of the plan", () => {
  expect(planStates(plan, { index: undefined, asking: false, running: [] })).toEqual([
    "failed",
    "in_progress",
    "pending",
    "pending",
  ]);
});

test("the next step runs while the node of its agent runs, and no other step does", () => {
  const trip: Plan = { steps: [{ capability: "sky" }, { capability: "train" }, { capability: "train" }] };
  expect(planStates(trip, { index: 1, asking: false, running: ["train"] })).toEqual([
    "pending",
    "in_progress",
    "pending",
  ]);
  expect(planStates(trip, { index: 0, asking: false, running: ["train"] })).toEqual(["pending", "pending", "pending"]);
});
