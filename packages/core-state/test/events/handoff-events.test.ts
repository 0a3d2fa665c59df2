import { describe, expect, test } from "vitest";
import { AgentChangedEvent, agentChanged, AgentHandoffEvent, agentHandoff } from "../../src/events/handoff-events.ts";
import { base, search, stepId, supervisor } from "./fixtures.ts";

describe("AgentHandoffEvent", () => {
  const event = agentHandoff(base, { handoffId: stepId, fromAgent: supervisor, toAgent: search, reason: "plan_step" });

  test("PS-27 accepts the five reasons and refuses any other", () => {
    for (const reason of ["plan_step", "capability_match", "user_request", "error_recovery", "clarification"]) {
      expect(AgentHandoffEvent.safeParse({ ...event, reason }).success).toBe(true);
    }
    expect(AgentHandoffEvent.safeParse({ ...event, reason: "boredom" }).success).toBe(false);
  });

  test("PS-28 refuses an agent without an id", () => {
    expect(AgentHandoffEvent.safeParse({ ...event, toAgent: { agentId: "", agentName: "x" } }).success).toBe(false);
  });
});

describe("AgentChangedEvent", () => {
  const event = agentChanged(base, { previousAgent: supervisor, currentAgent: search, handoffType: "user_selection" });

  test("PS-28 requires both agents and the kind of the change", () => {
    expect(AgentChangedEvent.parse(event)).toEqual(event);
    for (const key of ["previousAgent", "currentAgent", "handoffType"]) {
      expect(AgentChangedEvent.safeParse({ ...event, [key]: undefined }).success).toBe(false);
    }
  });

  test("PS-28 accepts the three kinds of a change", () => {
    for (const handoffType of ["supervisor_routing", "agent_handoff", "user_selection"]) {
      expect(AgentChangedEvent.safeParse({ ...event, handoffType, reason: "asked for" }).success).toBe(true);
    }
    expect(AgentChangedEvent.safeParse({ ...event, handoffType: "chance" }).success).toBe(false);
  });
});
