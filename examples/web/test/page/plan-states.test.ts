import { expect, test } from "vitest";
import type { PlannedStep } from "../../src/api.ts";
import { planStates } from "../../page/drawer/plan-states.ts";

const step = (status: PlannedStep["status"], agent = "scout"): PlannedStep => ({
  agent,
  task: "",
  status,
  error: null,
});
const steps = [step("failed"), step("in_progress"), step("pending"), step("pending")];

test("earlier steps are completed, a failed step stays failed, and the next step asks while a question is open", () => {
  expect(planStates({ steps, index: 2 }, { asking: true, running: [] })).toEqual([
    "failed",
    "completed",
    "asking",
    "pending",
  ]);
});

test.each([1, null])("no step asks when no question is open, at position %j", (index) => {
  expect(planStates({ steps, index }, { asking: false, running: [] })).toEqual([
    "failed",
    "in_progress",
    "pending",
    "pending",
  ]);
});

test("the next step runs while the node of its agent runs, and no other step does", () => {
  const trip = [step("pending", "sky"), step("pending", "train"), step("pending", "train")];
  const present = { asking: false, running: ["train"] };
  expect(planStates({ steps: trip, index: 1 }, present)).toEqual(["pending", "in_progress", "pending"]);
  expect(planStates({ steps: trip, index: 0 }, present)).toEqual(["pending", "pending", "pending"]);
});
