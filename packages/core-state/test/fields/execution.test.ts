import { expect, test } from "vitest";
import { SeedState } from "../../src/fields/agent-state.ts";

const timestamp = "2026-01-08T20:30:00Z";
const result = { stepIndex: 0, capability: "weather", success: true, executionTime: 0.5, timestamp };

test("step results of parallel nodes are all kept", () => {
  expect(SeedState.fields.execution_step_results.reducer?.({ a: result }, { b: result })).toEqual({
    a: result,
    b: result,
  });
});

test("PS-12 a handoff that is written twice is kept once", () => {
  const handoff = { handoffId: "h1", fromAgentId: "a", toAgentId: "b", reason: "plan_step", timestamp };
  const { reducer } = SeedState.fields.execution_handoff_history;
  expect(reducer?.([handoff], [handoff])).toEqual([handoff]);
});

test("the handoff history keeps the newest 200", () => {
  const handoffs = Array.from({ length: 201 }, (_, index) => ({
    handoffId: String(index),
    fromAgentId: "a",
    toAgentId: "b",
    reason: "plan_step",
    timestamp,
  }));
  const kept = SeedState.fields.execution_handoff_history.reducer?.([], handoffs);
  expect(kept).toHaveLength(200);
  expect(kept).toMatchObject({ 0: { handoffId: "1" }, 199: { handoffId: "200" } });
});

test("a tool call that is written twice is kept once", () => {
  const call = { toolCallId: "c1", toolName: "web", args: {}, startedAt: timestamp, completedAt: timestamp };
  expect(SeedState.fields.execution_tool_executions.reducer?.([call], [call])).toEqual([call]);
});

test("two validation results of one step are both kept", () => {
  const check = { step: "scheduling", passed: true, timestamp, issues: [] };
  expect(SeedState.fields.execution_validation_results.reducer?.([check], [check])).toEqual([check, check]);
});

test("a pending approval changes its status and can be deleted", () => {
  const request = { id: "a1", status: "pending" };
  const { reducer } = SeedState.fields.execution_pending_approvals;
  expect(reducer?.({ a1: request }, { a1: { ...request, status: "approved" } })).toMatchObject({
    a1: { status: "approved" },
  });
  expect(reducer?.({ a1: request }, { a1: null })).toEqual({});
  expect(SeedState.fields.execution_pending_approvals.updateSchema.safeParse({ a1: null }).success).toBe(true);
  expect(SeedState.fields.execution_pending_approvals.schema.safeParse({ a1: null }).success).toBe(false);
});

test("the confidence of the answer is from 0 to 1, or null", () => {
  const { schema } = SeedState.fields.execution_confidence_score;
  expect([null, 0, 1, 1.1].map((value) => schema.safeParse(value).success)).toEqual([true, true, true, false]);
});
