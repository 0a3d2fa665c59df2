import { describe, expect, test } from "vitest";
import { EventBase, makeEvent, PersistenceState } from "../../src/events/event-base.ts";
import type { PlanCompletedEvent } from "../../src/events/plan-events.ts";
import { base, planId } from "./fixtures.ts";

const accepts = (change: object): boolean => EventBase.safeParse({ ...base, ...change }).success;

describe("EventBase", () => {
  test("PS-29 accepts ids in lower and upper case", () => {
    expect(accepts({ eventId: base.eventId.toUpperCase() })).toBe(true);
    expect(accepts({ parentEventId: base.eventId.toUpperCase() })).toBe(true);
    expect(accepts({ eventId: "event-1" })).toBe(false);
  });

  test("requires a sequence number, a run, a turn and a time", () => {
    for (const key of ["eventId", "sequence", "runId", "turnId", "timestamp"])
      expect(accepts({ [key]: undefined })).toBe(false);
    expect(accepts({ sequence: -1 })).toBe(false);
    expect(accepts({ runId: "" })).toBe(false);
    expect(accepts({ timestamp: "2026-01-08T20:30:00" })).toBe(false);
  });

  test("accepts the five persistence states and no other", () => {
    expect(PersistenceState.options).toEqual(["pending", "queued", "persisted", "failed", "transient"]);
    for (const persistenceState of PersistenceState.options) expect(accepts({ persistenceState })).toBe(true);
    expect(accepts({ persistenceState: "lost" })).toBe(false);
  });
});

test("makeEvent omits undefined attributes and keeps false and empty ones", () => {
  const event = makeEvent<PlanCompletedEvent>(
    "plan_completed",
    { ...base, isInternal: false, sessionId: undefined },
    { planId, status: "failed", summary: "", failureReason: undefined },
  );
  expect(event).toStrictEqual({
    type: "plan_completed",
    ...base,
    isInternal: false,
    planId,
    status: "failed",
    summary: "",
  });
});
