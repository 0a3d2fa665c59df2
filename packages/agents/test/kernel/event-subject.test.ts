import { type AgentEvent } from "@tidemark/core-state";
import { agentHandoff, agentStatus, planCompleted } from "@tidemark/core-state/internal";
import { describe, expect, test } from "vitest";
import { eventIdOf } from "../../src/kernel/event-stamper.ts";
import { subjectOf } from "../../src/kernel/event-subject.ts";

const base = (id: string, sequence: number) => ({
  eventId: eventIdOf(id),
  sequence,
  runId: "run",
  turnId: "turn_1",
  timestamp: "2026-01-08T20:30:00Z",
});

describe("subjectOf", () => {
  test("is the same for one change that two events report", () => {
    const status = { message: "Reading", progress: 0.5, complete: false };
    const one = agentStatus(base("a", 0), status);
    const other = agentStatus(base("b", 7), { ...status, metadata: { node: "reader" } });
    expect(subjectOf(one)).toBe(subjectOf(other));
  });

  test("distinguishes different changes", () => {
    const planId = eventIdOf("plan");
    const who = { agentId: "a", agentName: "A" };
    const events: AgentEvent[] = [
      agentStatus(base("a", 0), { message: "Reading", progress: 0.5, complete: false }),
      agentStatus(base("a", 0), { message: "Reading", progress: 0.5, complete: true }),
      planCompleted(base("a", 0), { planId, status: "completed" }),
      planCompleted(base("a", 0), { planId, status: "failed" }),
      agentHandoff(base("a", 0), { handoffId: planId, fromAgent: who, toAgent: who, reason: "plan_step" }),
    ];
    expect(new Set(events.map(subjectOf)).size).toBe(events.length);
  });
});
