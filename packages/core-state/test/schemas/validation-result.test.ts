import { expect, test } from "vitest";
import { ValidationResult } from "../../src/schemas/validation-result.ts";

test("ValidationResult contains the step, the result, and the issues", () => {
  const result: ValidationResult = {
    step: "scheduling",
    passed: false,
    timestamp: "2026-01-08T20:30:00Z",
    issues: ["no slot"],
  };
  expect(ValidationResult.parse(result)).toEqual(result);
  expect(ValidationResult.safeParse({ ...result, issues: undefined }).success).toBe(false);
  expect(ValidationResult.safeParse({ ...result, step: "" }).success).toBe(false);
});
