import { describe, expect, expectTypeOf, test } from "vitest";
import { agentProgress, agentStatus } from "../../src/events/activity-events.ts";
import { type AgentEvent, parseAgentEvent } from "../../src/events/agent-event.ts";
import { agentChanged, agentHandoff } from "../../src/events/handoff-events.ts";
import { planCompleted, planGenerated, planStepCompleted, planStepStarted } from "../../src/events/plan-events.ts";
import { base, planId, search, step, stepId, supervisor } from "./fixtures.ts";

const events: AgentEvent[] = [
  planGenerated(base, { planId, query: "Fly me to Oslo", steps: [step] }),
  planStepStarted(base, { planId, ...step }),
  planStepCompleted(base, { planId, stepId, stepIndex: 0, status: "skipped" }),
  planCompleted(base, { planId, status: "cancelled" }),
  agentHandoff(base, { handoffId: stepId, fromAgent: supervisor, toAgent: search, reason: "plan_step" }),
  agentChanged(base, { previousAgent: supervisor, currentAgent: search, handoffType: "agent_handoff" }),
  agentStatus(base, { message: "Looking", progress: 0, complete: false }),
  agentProgress(base, { current: 0, total: 3, operation: "Files" }),
];

describe("parseAgentEvent", () => {
  test.each(events.map((event) => [event.type, event] as const))("reads back a %s event after JSON", (_, event) => {
    expect(parseAgentEvent(JSON.parse(JSON.stringify(event)))).toEqual({ ok: true, event });
  });

  test("returns the path of the first problem", () => {
    const value = { ...events[0], steps: [{ ...step, stepIndex: -1 }] };
    expect(parseAgentEvent(value)).toMatchObject({ ok: false, path: "steps[0].stepIndex" });
    expect(parseAgentEvent({ ...events[1], sequence: "first" })).toMatchObject({ ok: false, path: "sequence" });
    expect(parseAgentEvent({ ...events[1], type: "plan_finished" })).toMatchObject({ ok: false, path: "type" });
  });

  test("refuses an unknown key", () => {
    const parsed = parseAgentEvent({ ...events[3], plan_id: planId });
    expect(parsed.ok ? "" : parsed.message).toContain("plan_id");
  });

  test("never throws, for any value", () => {
    const circle: Record<string, unknown> = { type: "status" };
    circle["metadata"] = circle;
    for (const value of [undefined, null, 0, "", [], {}, new Date(0), () => 1, 1n, circle]) {
      expect(parseAgentEvent(value).ok).toBe(false);
    }
    expect(parseAgentEvent({ ...events[6], metadata: { when: new Date(0) } })).toEqual({
      ok: false,
      path: "metadata.when",
      message: "Expected plain JSON, found Date",
    });
  });
});

const subject = (event: AgentEvent): string => {
  switch (event.type) {
    case "plan_generated":
    case "plan_step_started":
    case "plan_step_completed":
    case "plan_completed":
      return event.planId;
    case "agent_handoff":
      return event.toAgent.agentId;
    case "agent_changed":
      return event.currentAgent.agentId;
    case "status":
      return event.message;
    case "progress":
      return event.operation;
    default:
      return event satisfies never;
  }
};

test("AgentEvent has eight types, and a switch over them is exhaustive", () => {
  expectTypeOf<AgentEvent["type"]>().toEqualTypeOf<
    | "plan_generated"
    | "plan_step_started"
    | "plan_step_completed"
    | "plan_completed"
    | "agent_handoff"
    | "agent_changed"
    | "status"
    | "progress"
  >();
  expect(events.map(subject)).toEqual([planId, planId, planId, planId, "search", "search", "Looking", "Files"]);
});
