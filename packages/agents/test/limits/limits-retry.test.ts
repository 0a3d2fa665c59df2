import { limitsOf, mayRetry, retryPolicyOf } from "@tidemark/agents/internal";
import type { NodeFailure } from "@tidemark/core-state/internal";
import { describe, expect, test } from "vitest";
import { NOW, NOW_SECONDS, policy } from "../routing/routing-values.ts";

const limits = { ...limitsOf({}), maxStepRetries: 9 };
const options = { limits, now: NOW };
const broken = (different: Partial<NodeFailure> = {}): NodeFailure => ({
  node: "capA",
  classification: { severity: "retriable" },
  originalError: "no",
  timestamp: NOW,
  ...different,
});

describe("retryPolicyOf", () => {
  test("is the node's, else that of agents within the limit of retries", () => {
    expect(retryPolicyOf(broken({ retryPolicy: policy }), { maxRetries: 0 })).toBe(policy);
    expect(retryPolicyOf(broken(), { maxRetries: 3 }).maxAttempts).toBe(3);
    expect(retryPolicyOf(broken(), { maxRetries: 1 }).maxAttempts).toBe(2);
    expect(retryPolicyOf(broken(), { maxRetries: 0 }).maxAttempts).toBe(1);
  });
});

const outcome = (failures: number) =>
  mayRetry(broken({ retryPolicy: policy }), { control_retry_count: failures }, options);

describe("RT-10 runs a node as often as the policy allows in total", () => {
  test("RT-10 runs a node as often as the policy says in all", () => {
    expect([1, 2, 3, 4].map((failures) => outcome(failures).outcome)).toEqual([
      "retry",
      "retry",
      "exhausted",
      "exhausted",
    ]);
  });

  test("RT-24 limits a step to the retries of steps too", () => {
    const step = broken({ capability: "capA", retryPolicy: policy });
    const state = { control_retry_count: 1, control_current_step_retry_count: 1 };
    expect(mayRetry(step, state, { limits: { ...limits, maxStepRetries: 0 }, now: NOW })).toEqual({
      outcome: "exhausted",
      because: '"capA" failed 1 of 3 times, but the maximum number of retries of the step is 0',
    });
    expect(
      mayRetry(broken({ retryPolicy: policy }), state, { limits: { ...limits, maxStepRetries: 0 }, now: NOW }).outcome,
    ).toBe("retry");
  });

  test("does not wait longer than the remaining time", () => {
    const late = { control_retry_count: 1, execution_start_time: NOW_SECONDS - 299.6 };
    expect(mayRetry(broken({ retryPolicy: policy }), late, options).outcome).toBe("exhausted");
  });

  test("does not count the pause twice against the remaining time", () => {
    const late = { control_retry_count: 1, execution_start_time: NOW_SECONDS - 299.6 };
    const failure = broken({ retryPolicy: policy });
    expect(mayRetry(failure, late, { ...options, hasPaused: true }).outcome).toBe("retry");
    const over = { ...late, execution_start_time: NOW_SECONDS - 300 };
    expect(mayRetry(failure, over, { ...options, hasPaused: true }).outcome).toBe("exhausted");
  });

  test("a missing count is one failure, and an invalid one is too many", () => {
    expect(mayRetry(broken(), {}, options).outcome).toBe("retry");
    expect(mayRetry(broken(), { control_retry_count: Number.NaN }, options).outcome).toBe("exhausted");
  });
});
