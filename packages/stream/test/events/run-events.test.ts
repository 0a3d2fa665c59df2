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
  test("reads the events of agents and those of the run", () => {
    const status = { ...base, type: "status", message: "Reading", progress: 0.5, complete: false };
    expect(parseRunEvent(status)).toEqual({ ok: true, event: status });
    expect(parseRunEvent({ ...base, type: "run_started", threadId: "ann" }).ok).toBe(true);
  });

  test("PS-26 refuses a step that ended without an end, and says where", () => {
    const step = { planId: eventIdOf("p"), stepId: eventIdOf("s"), stepIndex: 0, status: "in_progress" };
    expect(parseRunEvent({ ...base, type: "plan_step_completed", ...step })).toMatchObject({
      ok: false,
      path: "status",
    });
  });

  test("answers to unknown types and to what is no JSON, and throws at nothing", () => {
    expect(parseRunEvent({ ...base, type: "party" })).toMatchObject({ ok: false, path: "type" });
    expect(parseRunEvent({ ...base, sequence: 1n })).toMatchObject({ ok: false, path: "sequence" });
    expect([null, 7, [], "run_started"].map((value) => parseRunEvent(value).ok)).toEqual([false, false, false, false]);
  });
});
