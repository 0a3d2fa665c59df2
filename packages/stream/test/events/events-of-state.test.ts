import { createProgressEvent, createStatusUpdate, SeedState } from "@tidemark/core-state";
import { parseAgentEvent } from "@tidemark/core-state/internal";
import { arbitraryValue } from "@tidemark/core-state/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventIdOf } from "@tidemark/agents/internal";
import { eventsOfState, type EventFields } from "../../src/events/events-of-state.ts";

const options = { runId: "run-1", now: "2026-01-08T20:30:00Z" };
const types = (values: EventFields) => eventsOfState(values, options).map(({ type }) => type);
const step = { stepId: "s-1", agentId: "weather", task: "Look outside" };

describe("eventsOfState", () => {
  test("EVT-01 derives a status with its message, progress and time", () => {
    const [event] = eventsOfState(createStatusUpdate("Processing data", 0.5, { timestamp: 1_767_904_200.5 }), options);
    expect(event).toMatchObject({
      type: "status",
      message: "Processing data",
      progress: 0.5,
      complete: false,
      timestamp: "2026-01-08T20:30:00.500Z",
    });
  });

  test("EVT-09 derives a count with its custom fields", () => {
    const update = createProgressEvent(5, 20, "Analyzing data points", {
      timestamp: 1,
      metadata: { file_name: "data.csv", bytes_processed: 1024 },
    });
    const [event] = eventsOfState(update, options);
    expect(event).toMatchObject({ progress: 0.25, metadata: { file_name: "data.csv", bytes_processed: 1024 } });
  });

  test("derives the events of each state of a plan in order", () => {
    const plan = { planId: "p-1", query: "?", steps: [step, { ...step, stepId: "s-2" }] };
    expect(types({ planning_execution_plan: plan })).toEqual(["plan_generated"]);
    const startedAt = "2026-01-08T20:29:00Z";
    const startedPlan = {
      ...plan,
      steps: [
        { ...step, startedAt, status: "in_progress" as const },
        { ...step, stepId: "s-2" },
      ],
    };
    expect(types({ planning_execution_plan: startedPlan })).toEqual(["plan_generated", "plan_step_started"]);
    const skipped = { ...plan, status: "failed" as const, steps: [{ ...step, status: "skipped" as const }] };
    expect(types({ planning_execution_plan: skipped })).toEqual([
      "plan_generated",
      "plan_step_completed",
      "plan_completed",
    ]);
  });

  test("PS-39 derives the cancellation of a plan, and no end of a step that had not ended", () => {
    const plan = { planId: "p-1", status: "cancelled" as const, steps: [{ ...step, status: "in_progress" as const }] };
    const events = eventsOfState({ planning_execution_plan: plan }, options);
    expect(events.at(-1)).toMatchObject({ type: "plan_completed", status: "cancelled" });
    expect(events.map(({ type }) => type)).not.toContain("plan_step_completed");
  });

  test("omits handoffs of earlier turns", () => {
    const handoff = { fromAgentId: "a", toAgentId: "b", reason: "plan_step" as const };
    const values: EventFields = {
      execution_start_time: 1_767_904_200,
      execution_handoff_history: [
        { ...handoff, handoffId: "h-1", timestamp: "2026-01-08T20:29:59Z" },
        { ...handoff, handoffId: "h-2", timestamp: "2026-01-08T20:30:00Z" },
      ],
    };
    expect(eventsOfState(values, options)).toMatchObject([{ type: "agent_handoff", toAgent: { agentId: "b" } }]);
  });

  test("gives each entry a separate id, which stays the same when a capped list loses its oldest", () => {
    const updates = [1, 2, 2, 3].map((timestamp) => ({ message: "Reading", progress: 0, complete: false, timestamp }));
    const ids = (list: typeof updates) =>
      eventsOfState({ status_updates: list }, options).map(({ eventId }) => eventId);
    expect(new Set(ids(updates)).size).toBe(4);
    expect(ids(updates.slice(1))).toEqual(ids(updates).slice(1));
  });

  test("keeps the eventId of an entry", () => {
    const eventId = eventIdOf("mine");
    const update = createStatusUpdate("Reading", 0, { timestamp: 1, metadata: { eventId } });
    expect(eventsOfState(update, options)[0]).toMatchObject({ eventId });
  });

  test("derives valid events from any state, and the same ones each time", () => {
    fc.assert(
      fc.property(arbitraryValue(SeedState), (values) => {
        const events = eventsOfState(values, options);
        expect(events.filter((event) => !parseAgentEvent(event).ok)).toEqual([]);
        expect(eventsOfState(structuredClone(values), { ...options, runId: "run-1" })).toEqual(events);
        expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index));
      }),
    );
  });

  test("does not use a time outside the years 1970 to 9999", () => {
    const [event] = eventsOfState(createStatusUpdate("Reading", 0, { timestamp: 1e300 }), options);
    expect(event?.timestamp).toBe(options.now);
  });
});
