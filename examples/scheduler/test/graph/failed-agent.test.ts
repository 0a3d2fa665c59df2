import { failed } from "tidemark/agents";
import { applyUpdate } from "tidemark/testing";
import { initialState } from "tidemark";
import { describe, expect, test } from "vitest";
import { SHARED } from "../../src/agents/report.ts";
import { schedulerErrors } from "../../src/errors.ts";
import { SchedulerState } from "../../src/state.ts";

const now = "2026-01-08T20:30:00Z";
const first = initialState(SchedulerState);

const after = (state: typeof first, error: Error) => {
  const failure = { node: "scheduling", error, classification: SHARED.classifyError(error), startedAt: now, now };
  return applyUpdate(SchedulerState, state, failed(state, failure));
};

describe("an agent that failed", () => {
  test("FAM-35 begins the list of errors, with one that may be retried", () => {
    expect(after(first, new RangeError("No answer in 30 s.")).control_errors).toEqual([
      { step: "scheduling", errorType: "RangeError", message: "No answer in 30 s.", timestamp: now, retryable: true },
    ]);
  });

  test("FAM-35 adds to the list; an error caused by the request is not retried", () => {
    const unknown = schedulerErrors.unknownEvent({ eventId: "x" });
    const second = after(after(first, new RangeError("No answer.")), unknown);
    const error = { step: "scheduling", timestamp: now };
    expect(second.control_errors).toEqual([
      { ...error, errorType: "RangeError", message: "No answer.", retryable: true },
      { ...error, errorType: "TidemarkError", message: unknown.message, retryable: false },
    ]);
  });
});
