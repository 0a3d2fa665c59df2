import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findNonJson } from "../../src/kernel/json.ts";
import { createProgressEvent, ProgressEvent } from "../../src/schemas/progress-event.ts";
import { normalizedProgress } from "../../src/schemas/status-update.ts";

const timestamp = 1_767_904_200;
const progressOf = (current: number, total: number): number =>
  createProgressEvent(current, total, "work", { timestamp }).progress_events[0].progress;

describe("createProgressEvent", () => {
  test("EVT-08 the progress is the count divided by the total", () => {
    expect(createProgressEvent(3, 10, "Processing files", { timestamp })).toEqual({
      progress_events: [{ current: 3, total: 10, operation: "Processing files", progress: 0.3, timestamp }],
    });
  });

  test("EVT-09 keeps every key of the metadata", () => {
    const metadata = { fileName: "data.csv", bytesProcessed: 1024 };
    const [event] = createProgressEvent(5, 20, "Analyzing data points", { timestamp, metadata }).progress_events;
    expect(event).toMatchObject({ progress: 0.25, operation: "Analyzing data points", ...metadata });
  });

  test("EVT-10 the progress is 0 for an empty operation", () => {
    const [event] = createProgressEvent(0, 0, "Empty operation", { timestamp }).progress_events;
    expect(event).toMatchObject({ progress: 0, current: 0, total: 0 });
  });

  test("EVT-11 the progress is 0 for a total of 0", () => {
    expect(progressOf(5, 0)).toBe(0);
  });

  test("EVT-12 the progress is not clamped, and is normalized to 1", () => {
    expect(progressOf(12, 10)).toBe(1.2);
    expect(normalizedProgress({ progress: progressOf(12, 10) })).toBe(1);
  });

  test("EVT-13 the progress is 0 for a negative total", () => {
    expect(progressOf(1, -1)).toBe(0);
  });

  test("EVT-14 the progress keeps fractions", () => {
    expect(progressOf(1, 3)).toBeCloseTo(1 / 3);
  });

  test("EVT-15 the progress is 0 at the start", () => {
    expect(progressOf(0, 10)).toBe(0);
  });

  test("undefined metadata counts as absent, also for the timestamp", () => {
    const metadata: object = { fileName: undefined, timestamp: undefined };
    const [event] = createProgressEvent(1, 2, "work", { timestamp, metadata: { ...metadata } }).progress_events;
    expect("fileName" in event).toBe(false);
    expect(event.timestamp).toBe(timestamp);
  });

  test("refuses reserved keys at compile time and keeps the event's own at run time", () => {
    // @ts-expect-error "operation" belongs to the event
    const [event] = createProgressEvent(1, 2, "work", { timestamp, metadata: { operation: "x" } }).progress_events;
    expect(event.operation).toBe("work");
    const moved = createProgressEvent(1, 2, "work", { timestamp, metadata: { timestamp: 1 } });
    expect(moved.progress_events[0].timestamp).toBe(1);
  });

  test("never returns a number that a checkpoint would change", () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), (current, total) => {
        const [event] = createProgressEvent(current, total, "work", { timestamp }).progress_events;
        expect(ProgressEvent.safeParse(event).success).toBe(true);
        expect(findNonJson(event)).toBeNull();
      }),
    );
  });
});
