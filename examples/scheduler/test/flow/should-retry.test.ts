import { describe, expect, test } from "vitest";
import { shouldRetry } from "../../src/flow/should-retry.ts";

const failed = (control_retry_count: number, ...control_errors: { retryable?: boolean }[]) => ({
  control_errors,
  control_retry_count,
});

describe("shouldRetry", () => {
  test.each([
    ["nothing failed", {}, false],
    ["the list of errors is empty", failed(0), false],
    ["the last error may be retried and nothing was tried again", failed(0, { retryable: true }), true],
    ["one attempt is left", failed(2, { retryable: true }), true],
    ["no attempt is left", failed(3, { retryable: true }), false],
    ["the last error may not be retried", failed(0, { retryable: false }), false],
    ["the last error does not say", failed(0, {}), false],
  ])("FAM-36 when %s", (_, state, expected) => {
    expect(shouldRetry(state)).toBe(expected);
  });

  test("FAM-36 never, where no retry is allowed", () => {
    expect(shouldRetry(failed(0, { retryable: true }), 0)).toBe(false);
  });

  test("FAM-37 an earlier error that may be retried does not count", () => {
    expect(shouldRetry(failed(0, { retryable: true }, { retryable: false }))).toBe(false);
  });
});
