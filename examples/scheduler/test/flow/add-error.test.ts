import { applyUpdate, initialState } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { addError } from "../../src/flow/add-error.ts";
import { SchedulerState } from "../../src/state.ts";

const failure = {
  step: "scheduling",
  errorType: "Timeout",
  message: "No answer in 30 s.",
  now: "2026-01-08T20:30:00Z",
};

describe("addError", () => {
  test("FAM-35 begins the list, with an error that may be retried", () => {
    const state = applyUpdate(SchedulerState, initialState(SchedulerState), addError(failure));
    const { now, ...facts } = failure;
    expect(state.control_errors).toEqual([{ ...facts, timestamp: now, retryable: true }]);
  });

  test("FAM-35 adds to the list and changes nothing else", () => {
    const first = applyUpdate(SchedulerState, initialState(SchedulerState), addError(failure));
    const second = applyUpdate(SchedulerState, first, addError({ ...failure, retryable: false }));
    expect(second.control_errors.map((each) => each.retryable)).toEqual([true, false]);
    expect({ ...second, control_errors: [] }).toEqual(initialState(SchedulerState));
  });
});
