import { AgentState } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { checkAgentFields, type FieldsOfAgent } from "../../src/run/agent-fields.ts";

const fieldsOf = (some: Partial<FieldsOfAgent>): FieldsOfAgent => ({
  name: "worker",
  reads: [],
  writes: [],
  proposes: [],
  roles: [],
  ...some,
});

describe("checkAgentFields", () => {
  test("accepts fields that the state has and the agent may write", () => {
    checkAgentFields(
      AgentState,
      fieldsOf({
        reads: ["messages"],
        writes: ["task_current_task", "messages"],
        proposes: ["control_iteration"],
        roles: ["root"],
      }),
    );
    checkAgentFields(AgentState, fieldsOf({ name: "planner", writes: ["planning_execution_plan"] }));
  });

  test.each([
    [{ reads: ["nothing"] }, '"nothing" in `reads`'],
    [{ writes: ["toString"] }, '"toString" in `writes`'],
    [{ proposes: ["nothing"] }, '"nothing" in `proposes`'],
    [{ writes: ["task_current_task"] }, "is owned by root"],
    [{ writes: ["planning_execution_plan"] }, "is owned by root, planner"],
  ])("refuses %j", (some, words) => {
    expect(() => {
      checkAgentFields(AgentState, fieldsOf(some));
    }).toThrow(words);
  });
});
