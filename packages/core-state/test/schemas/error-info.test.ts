import { describe, expect, test } from "vitest";
import {
  ErrorClassification,
  ErrorInfo,
  ErrorSeverity,
  NodeFailure,
  RetryPolicy,
} from "../../src/schemas/error-info.ts";

test("ErrorSeverity has the five severities", () => {
  expect(ErrorSeverity.options).toEqual(["critical", "retriable", "replanning", "reclassification", "fatal"]);
});

test("ErrorClassification requires only a severity", () => {
  expect(ErrorClassification.safeParse({ severity: "fatal" }).success).toBe(true);
  expect(ErrorClassification.safeParse({ severity: "FATAL" }).success).toBe(false);
  expect(ErrorClassification.safeParse({}).success).toBe(false);
});

test("RetryPolicy requires at least one execution and no negative delay", () => {
  const policy = { maxAttempts: 3, delaySeconds: 0.5, backoffFactor: 1.5 };
  expect(RetryPolicy.safeParse(policy).success).toBe(true);
  expect(RetryPolicy.safeParse({ ...policy, maxAttempts: 0 }).success).toBe(false);
  expect(RetryPolicy.safeParse({ ...policy, delaySeconds: -1 }).success).toBe(false);
  expect(RetryPolicy.safeParse({ ...policy, backoffFactor: 0.5 }).success).toBe(false);
});

test("NodeFailure contains the node, the classification and the original error", () => {
  const failure: NodeFailure = {
    node: "weather",
    classification: { severity: "retriable", userMessage: "The weather service is slow." },
    originalError: "ETIMEDOUT",
    timestamp: "2026-01-08T20:30:00Z",
  };
  expect(NodeFailure.safeParse(failure).success).toBe(true);
  expect(NodeFailure.safeParse({}).success).toBe(false);
  expect(NodeFailure.safeParse({ ...failure, executionTime: -1 }).success).toBe(false);
});

describe("ErrorInfo", () => {
  test("contains the step, the kind of error and whether it can be retried", () => {
    const info = {
      step: "scheduling",
      errorType: "Timeout",
      message: "",
      timestamp: "2026-01-08T20:30:00Z",
      retryable: true,
    };
    expect(ErrorInfo.safeParse(info).success).toBe(true);
    for (const key of Object.keys(info)) expect(ErrorInfo.safeParse({ ...info, [key]: undefined }).success).toBe(false);
  });
});
