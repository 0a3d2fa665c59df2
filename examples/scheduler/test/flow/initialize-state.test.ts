import { randomUUID } from "node:crypto";
import { checkUpdate } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { conversationId } from "../../src/flow/conversation-id.ts";
import { initializeState } from "../../src/flow/initialize-state.ts";
import { SchedulerState } from "../../src/state.ts";

const now = "2026-01-08T20:30:00Z";
const begin = (random = randomUUID()) =>
  initializeState("Schedule soccer Saturday at 2pm", "user_123", { now, conversationId: conversationId(random) });

describe("initializeState", () => {
  test("FAM-01 begins with the request, who asks, and nothing done yet", () => {
    expect(begin("0badcafe-0000-4000-8000-000000000000")).toMatchObject({
      task_user_input: "Schedule soccer Saturday at 2pm",
      runtime_user_id: "user_123",
      runtime_session_id: "conv_0badcafe",
      control_current_step: "start",
      control_workflow_status: "in_progress",
      control_next_action: "nl_parser",
      control_retry_count: 0,
      messages: [],
      capability_context_data: {},
      execution_validation_results: [],
      control_errors: [],
      runtime_audit_log: [],
      runtime_created_at: now,
      runtime_updated_at: now,
    });
  });

  test("FAM-01 has a value for every field of the state, and none else", () => {
    expect(Object.keys(begin()).toSorted()).toEqual(Object.keys(SchedulerState.fields).toSorted());
    expect(checkUpdate(SchedulerState, begin()).ok).toBe(true);
  });

  test("FAM-01 names the conversation by eight hexadecimal digits", () => {
    expect(begin().runtime_session_id).toMatch(/^conv_[0-9a-f]{8}$/);
  });

  test("FAM-02 gives two conversations two ids", () => {
    expect(begin().runtime_session_id).not.toBe(begin().runtime_session_id);
  });

  test("FAM-03 comes back from JSON as it went in", () => {
    const values = begin();
    expect(JSON.parse(JSON.stringify(values))).toEqual(values);
  });

  test("FAM-47 gives two conversations no object in common", () => {
    const [one, other] = [begin(), begin()];
    const shared = Object.entries(one).filter(
      ([name, value]) => typeof value === "object" && value !== null && value === Reflect.get(other, name),
    );
    expect(shared).toEqual([]);
  });
});
