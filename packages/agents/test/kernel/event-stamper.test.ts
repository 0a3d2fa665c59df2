import { EventBase } from "@tidemark/core-state/internal";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, expectTypeOf, test } from "vitest";
import { eventIdOf, eventStamper } from "../../src/kernel/event-stamper.ts";

const clock = fixedClock("2026-01-08T20:30:00.000Z");
const status = { type: "status", message: "Reading", progress: 0.5, complete: false } as const;

describe("eventIdOf", () => {
  test("returns a UUID that depends only on its parts", () => {
    expect(EventBase.shape.eventId.safeParse(eventIdOf("a", 1)).success).toBe(true);
    expect(eventIdOf("a", 1)).toBe(eventIdOf("a", 1));
  });

  test("distinguishes parts whose joined text is equal", () => {
    expect(
      new Set([eventIdOf("a", "b"), eventIdOf("ab"), eventIdOf("a", "b", ""), eventIdOf("1"), eventIdOf(1)]).size,
    ).toBe(5);
  });
});

const keyed = (runId: string, turnId: string) =>
  eventStamper({ runId, turnId, clock }).stamp(status, ["task", 0]).eventId;
const unkeyed = (runId: string) => eventStamper({ runId, turnId: "t", clock }).stamp(status).eventId;

describe("eventStamper", () => {
  test("numbers events from 0, or from the end of another stream", () => {
    const fromStart = eventStamper({ runId: "r", turnId: "t", clock });
    expect([fromStart.stamp(status), fromStart.stamp(status)].map(({ sequence }) => sequence)).toEqual([0, 1]);
    expect(eventStamper({ runId: "r", turnId: "t", clock, firstSequence: 7 }).stamp(status).sequence).toBe(7);
  });

  test("repeats the id of a key in another run of the turn, and in no other turn", () => {
    expect(keyed("r1", "t1")).toBe(keyed("r2", "t1"));
    expect(keyed("r1", "t1")).not.toBe(keyed("r1", "t2"));
  });

  test("derives ids of events without a key from their run", () => {
    expect(unkeyed("r1")).not.toBe(unkeyed("r2"));
  });

  test("adds the common fields and keeps those of the event", () => {
    const event = eventStamper({ runId: "r", turnId: "t", sessionId: "s", clock }).stamp(status);
    expect(event).toMatchObject({ ...status, runId: "r", turnId: "t", sessionId: "s", timestamp: clock.now() });
    expectTypeOf(event.message).toEqualTypeOf<"Reading">();
  });

  test("shows the next base without using its number, and follows the turn", () => {
    const stamper = eventStamper({ runId: "r", turnId: "t", clock });
    expect(stamper.preview().sequence).toBe(0);
    stamper.turn("t2");
    expect(stamper.stamp(status)).toMatchObject({ sequence: 0, turnId: "t2" });
    expect(stamper.renumber({ ...stamper.preview(), runId: "other", sequence: 99 })).toMatchObject({
      sequence: 1,
      runId: "r",
    });
  });
});
