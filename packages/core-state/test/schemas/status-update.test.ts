import * as fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { findNonJson } from "../../src/kernel/json.ts";
import { createStatusUpdate, normalizedProgress, StatusUpdate } from "../../src/schemas/status-update.ts";

const timestamp = 1_767_904_200.25;

describe("createStatusUpdate", () => {
  test("EVT-01 creates one entry, not complete, with the given timestamp", () => {
    expect(createStatusUpdate("Processing data", 0.5, { timestamp })).toEqual({
      status_updates: [{ message: "Processing data", progress: 0.5, complete: false, timestamp }],
    });
  });

  test("EVT-02 keeps complete and every key of the metadata", () => {
    const metadata = { node: "data_analysis", itemsProcessed: 150 };
    const { status_updates } = createStatusUpdate("Analysis complete", 1, { timestamp, complete: true, metadata });
    expect(status_updates).toEqual([
      {
        message: "Analysis complete",
        progress: 1,
        complete: true,
        timestamp,
        node: "data_analysis",
        itemsProcessed: 150,
      },
    ]);
  });

  test("EVT-03 keeps a progress over 1, which is normalized to 1", () => {
    const [event] = createStatusUpdate("m", 1.7, { timestamp }).status_updates;
    expect(event.progress).toBe(1.7);
    expect(normalizedProgress(event)).toBe(1);
  });

  test("EVT-04 keeps a progress under 0, which is normalized to 0", () => {
    const [event] = createStatusUpdate("m", -0.1, { timestamp }).status_updates;
    expect(event.progress).toBe(-0.1);
    expect(normalizedProgress(event)).toBe(0);
  });

  test("EVT-05 lets the metadata replace the timestamp", () => {
    const [event] = createStatusUpdate("m", 0, { timestamp, metadata: { timestamp: 1 } }).status_updates;
    expect(event.timestamp).toBe(1);
  });

  test("undefined metadata counts as absent, also for the timestamp", () => {
    const metadata: object = { node: undefined, timestamp: undefined };
    const [event] = createStatusUpdate("m", 0, { timestamp, metadata: { ...metadata } }).status_updates;
    expect(Object.entries(event)).toEqual(Object.entries({ timestamp, message: "m", progress: 0, complete: false }));
  });

  test("EVT-06 refuses reserved keys at compile time and keeps the event's own at run time", () => {
    // @ts-expect-error "message" belongs to the event
    const [event] = createStatusUpdate("m", 0, { timestamp, metadata: { message: "x" } }).status_updates;
    expect(event.message).toBe("m");
    // @ts-expect-error "progress" belongs to the event
    createStatusUpdate("m", 0, { timestamp, metadata: { progress: 1 } });
    // @ts-expect-error "complete" belongs to the event
    createStatusUpdate("m", 0, { timestamp, metadata: { complete: true } });
    const sneaked: object = { progress: 9, complete: true, message: "x" };
    expect(createStatusUpdate("m", 0, { timestamp, metadata: { ...sneaked } }).status_updates[0]).toEqual({
      message: "m",
      progress: 0,
      complete: false,
      timestamp,
    });
  });

  test("EVT-07 accepts an empty message", () => {
    expect(createStatusUpdate("", 0, { timestamp }).status_updates[0].message).toBe("");
  });

  test("never returns a number that a checkpoint would change", () => {
    fc.assert(
      fc.property(fc.double(), (progress) => {
        const [event] = createStatusUpdate("m", progress, { timestamp }).status_updates;
        expect(StatusUpdate.safeParse(event).success).toBe(true);
        expect(findNonJson(event)).toBeNull();
      }),
    );
  });

  test("requires a timestamp, because it has no clock", () => {
    // @ts-expect-error the timestamp is required
    expect(() => createStatusUpdate("m", 0)).toThrow(TypeError);
    expectTypeOf(createStatusUpdate).returns.toEqualTypeOf<{ status_updates: [StatusUpdate] }>();
  });
});

test("normalizedProgress is always a number from 0 to 1, and 0 for NaN", () => {
  fc.assert(
    fc.property(fc.double(), (progress) => {
      const normalized = normalizedProgress({ progress });
      expect(normalized >= 0 && normalized <= 1).toBe(true);
    }),
  );
  expect(normalizedProgress({ progress: Number.NaN })).toBe(0);
});

test("StatusUpdate accepts further keys with JSON values only", () => {
  const event = { message: "m", progress: 0, complete: false, timestamp };
  expect(StatusUpdate.safeParse({ ...event, node: { name: "a" } }).success).toBe(true);
  expect(StatusUpdate.safeParse({ ...event, startedAt: new Date(0) }).success).toBe(false);
});
