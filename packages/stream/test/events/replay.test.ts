import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { onceEach, progressOf, replayFrom } from "../../src/events/replay.ts";
import { eventIdOf } from "@tidemark/agents/internal";
import type { RunEvent } from "../../src/events/run-events.ts";

const status = (sequence: number, id = `event ${sequence}`, progress = 0.5): RunEvent => ({
  type: "status",
  eventId: eventIdOf(id),
  sequence,
  runId: "run-1",
  turnId: "turn_1",
  timestamp: "2026-01-08T20:30:00Z",
  message: "Reading",
  progress,
  complete: false,
});

describe("onceEach", () => {
  test("accepts an id once", () => {
    expect([status(0), status(1), status(2, "event 0")].filter(onceEach()).map(({ sequence }) => sequence)).toEqual([
      0, 1,
    ]);
  });

  test("remembers at most `limit` ids", () => {
    const isNew = onceEach({ limit: 2 });
    expect(["a", "b", "c", "a", "c"].map((eventId) => isNew({ eventId }))).toEqual([true, true, true, true, false]);
  });
});

describe("replayFrom", () => {
  test("returns the events after a number, in order, each once", () => {
    const stored = [status(2), status(0), status(1), status(3, "event 2")];
    expect(replayFrom(stored, 0).map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(replayFrom(stored, -1)).toHaveLength(3);
  });

  test("skips invalid events and unknown types", () => {
    expect(
      replayFrom([null, "text", { ...status(1), type: "party" }, { ...status(2), progress: "half" }, status(3)], -1),
    ).toEqual([status(3)]);
  });

  test("returns the same events in two parts as in one", () => {
    const events = fc.array(fc.nat({ max: 20 }).map((sequence) => status(sequence)));
    fc.assert(
      fc.property(events, fc.nat({ max: 20 }), (stored, middle) => {
        const whole = replayFrom(stored, -1);
        const first = whole.filter(({ sequence }) => sequence <= middle);
        expect([...first, ...replayFrom(stored, middle)]).toEqual(whole);
      }),
    );
  });
});

describe("progressOf", () => {
  test("EVT-03 returns the progress, within 0 and 1", () => {
    expect([status(0, "a", 1.7), status(0, "a", -1), status(0, "a", 0.25)].map(progressOf)).toEqual([1, 0, 0.25]);
  });

  test("is null for events without progress", () => {
    const {
      message: _,
      progress: _progress,
      complete: _complete,
      ...base
    } = { ...status(0), message: 0, progress: 0, complete: 0 };
    expect(progressOf({ ...base, type: "text_finished", messageId: "m" })).toBeNull();
  });
});
