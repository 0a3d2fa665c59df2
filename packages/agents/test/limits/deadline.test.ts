import {
  waitEndUpdate,
  deadlineExceeded,
  turnEndUpdate,
  executionSeconds,
  remainingSeconds,
  waitUpdate,
} from "@tidemark/agents/internal";
import { describe, expect, test } from "vitest";
import { NOW, NOW_SECONDS } from "../routing/routing-values.ts";
import { untyped } from "../untyped.ts";

const startedBefore = (secondsAgo: number) => ({ execution_start_time: NOW_SECONDS - secondsAgo });
const limit = { maxExecutionTimeSeconds: 300, now: NOW };

describe("the time of a turn", () => {
  test("RT-23 is up when the limit is reached, and not before", () => {
    expect([299.999, 300, 301].map((seconds) => deadlineExceeded(startedBefore(seconds), limit))).toEqual([
      false,
      true,
      true,
    ]);
    expect([100, 400].map((seconds) => remainingSeconds(startedBefore(seconds), limit))).toEqual([200, 0]);
  });

  test("is unlimited without a start, and never runs backwards", () => {
    expect(executionSeconds({}, NOW)).toBe(0);
    expect(executionSeconds({ execution_start_time: untyped("now") }, NOW)).toBe(0);
    expect(executionSeconds(startedBefore(-10), NOW)).toBe(0);
    expect(executionSeconds(startedBefore(10), "yesterday")).toBe(0);
  });

  test("is recorded when the turn ends", () => {
    expect(turnEndUpdate(startedBefore(12.5), NOW)).toEqual({ execution_total_time: 12.5 });
  });
});

describe("waiting for a person", () => {
  test("pauses the time, which then continues with the rest", () => {
    const before = startedBefore(20);
    const waiting = { ...before, ...waitUpdate(before, NOW) };
    const later = "2026-01-09T20:30:00Z";
    expect(executionSeconds(waiting, later)).toBe(20);
    expect(deadlineExceeded(waiting, { ...limit, now: later })).toBe(false);
    const after = { ...waiting, ...waitEndUpdate(waiting, later) };
    expect(executionSeconds(after, later)).toBe(20);
    expect(executionSeconds(after, "2026-01-09T20:30:07Z")).toBe(27);
  });

  test("starting twice pauses once, and ending without a start changes nothing", () => {
    const waiting = { ...startedBefore(20), ...waitUpdate(startedBefore(20), NOW) };
    expect(waitUpdate(waiting, "2026-01-09T20:30:00Z")).toEqual({});
    expect(waitEndUpdate(startedBefore(20), NOW)).toEqual({});
  });
});
