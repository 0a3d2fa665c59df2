import { describe, expect, test } from "vitest";
import { flowErrors } from "../../src/flow/errors.ts";
import { transitionWorkflowStep } from "../../src/flow/transition-workflow-step.ts";

const now = "2026-01-08T20:31:00Z";
const state = Object.freeze({ control_current_step: "nl_parsing", runtime_updated_at: "2026-01-08T20:30:00Z" });

describe("transitionWorkflowStep", () => {
  test("FAM-11 moves to the next step and notes it in the audit log", () => {
    expect(transitionWorkflowStep(state, { from: "nl_parsing", to: "scheduling", now })).toEqual({
      control_current_step: "scheduling",
      runtime_audit_log: [{ action: "transition", from: "nl_parsing", to: "scheduling", timestamp: now }],
      runtime_updated_at: now,
    });
  });

  test("FAM-12 refuses a step at which the workflow is not, and says where it is", () => {
    const details = { from: "start", to: "scheduling", current: "nl_parsing" };
    expect(() => transitionWorkflowStep(state, { from: "start", to: "scheduling", now })).toThrow(
      flowErrors.wrongStep(details).message,
    );
  });
});
