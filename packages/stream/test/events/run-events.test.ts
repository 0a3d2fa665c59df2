import { describe, expect, test } from "vitest";
import { eventIdOf } from "@tidemark/agents/internal";
import { parseRunEvent } from "../../src/events/run-events.ts";

const base = {
  eventId: eventIdOf("one"),
  sequence: 0,
  runId: "run-1",
  turnId: "turn_1",
  timestamp: "2026-01-08T20:30:00Z",
};

describe("parseRunEvent", () => {
  test("accepts the events of agents and those of the run", () => {
    const status = { ...base, type: "status", message: "Reading", progress: 0.5, complete: false };
    expect(parseRunEvent(status)).toEqual({ ok: true, event: status });
    expect(parseRunEvent({ ...base, type: "run_started", threadId: "ann" }).ok).toBe(true);
  });

  test("PS-26 refuses a completed step without an end time, with the path", () => {
    const step = { planId: eventIdOf("p"), stepId: eventIdOf("s"), stepIndex: 0, status: "in_progress" };
    expect(parseRunEvent({ ...base, type: "plan_step_completed", ...step })).toMatchObject({
      ok: false,
      path: "status",
    });
  });

  test("returns a problem for unknown types and invalid JSON, and never throws", () => {
    expect(parseRunEvent({ ...base, type: "party" })).toMatchObject({ ok: false, path: "type" });
    expect(parseRunEvent({ ...base, sequence: 1n })).toMatchObject({ ok: false, path: "sequence" });
    expect([null, 7, [], "run_started"].map((value) => parseRunEvent(value).ok)).toEqual([false, false, false, false]);
  });
});
