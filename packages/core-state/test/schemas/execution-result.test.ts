import { describe, expect, test } from "vitest";
import { ExecutionResult, StepResult } from "../../src/schemas/execution-result.ts";

const timing = { executionTime: 0.25, timestamp: "2026-01-08T20:30:00Z" };

const read = (result: ExecutionResult): string => (result.success ? "fine" : result.classification);

describe("ExecutionResult", () => {
  test("is a success with data or a failure with its classification", () => {
    const success: ExecutionResult = { success: true, capability: "weather", data: { degrees: -3 }, ...timing };
    const failure: ExecutionResult = {
      success: false,
      capability: "weather",
      error: "ETIMEDOUT",
      classification: "retriable",
      ...timing,
    };
    expect(ExecutionResult.parse(success)).toEqual(success);
    expect(ExecutionResult.parse(failure)).toEqual(failure);
  });

  test("refuses a failure without an error, and a success with one", () => {
    expect(ExecutionResult.safeParse({ success: false, capability: "weather", ...timing }).success).toBe(false);
    expect(ExecutionResult.safeParse({ success: true, capability: "weather", error: "x", ...timing }).success).toBe(
      false,
    );
  });

  test("narrows on success", () => {
    expect(read({ success: true, capability: "weather", ...timing })).toBe("fine");
    // @ts-expect-error a success has no class
    const wrong: ExecutionResult = { success: true, capability: "weather", classification: "fatal", ...timing };
    expect(ExecutionResult.safeParse(wrong).success).toBe(false);
  });
});

test("StepResult contains the step, the capability and the duration", () => {
  const result: StepResult = { stepIndex: 0, capability: "weather", taskObjective: "Look", success: true, ...timing };
  expect(StepResult.parse(result)).toEqual(result);
  expect(StepResult.safeParse({ ...result, stepIndex: -1 }).success).toBe(false);
  expect(StepResult.safeParse({ ...result, executionTime: Number.NaN }).success).toBe(false);
});
