import { expect, test } from "vitest";
import { isWorkflowComplete } from "../../src/flow/is-workflow-complete.ts";

test.each([
  ["completed", true],
  ["failed", true],
  ["awaiting_user", true],
  ["in_progress", false],
])("FAM-34 a workflow that is %s is complete: %s", (control_workflow_status, expected) => {
  expect(isWorkflowComplete({ control_workflow_status })).toBe(expected);
});

test("FAM-34 a workflow without a status is not complete", () => {
  expect(isWorkflowComplete({})).toBe(false);
});
