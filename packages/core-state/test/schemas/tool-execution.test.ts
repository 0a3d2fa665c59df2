import { expect, test } from "vitest";
import { ToolExecution } from "../../src/schemas/tool-execution.ts";

const call: ToolExecution = {
  toolCallId: "call_1",
  toolName: "web_search",
  args: { query: "Oslo" },
  startedAt: "2026-01-08T20:30:00Z",
  completedAt: "2026-01-08T20:30:01Z",
};

test("ToolExecution accepts a call with any JSON result, with an error, or with neither", () => {
  for (const outcome of [
    {},
    { result: null },
    { result: [1, "two"] },
    { error: "timed out" },
    { agentId: "research" },
  ]) {
    expect(ToolExecution.parse({ ...call, ...outcome })).toEqual({ ...call, ...outcome });
  }
});

test("ToolExecution refuses a call without an id, and a result that a checkpoint would change", () => {
  expect(ToolExecution.safeParse({ ...call, toolCallId: "" }).success).toBe(false);
  expect(ToolExecution.safeParse({ ...call, result: 1n }).success).toBe(false);
});
