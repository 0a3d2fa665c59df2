import { describe, expect, test } from "vitest";
import { confidenceOf } from "@tidemark/agents/internal";

describe("confidenceOf", () => {
  test("AR-22 grows with the number of observations up to three", () => {
    const lists = [0, 1, 2, 3, 10].map((length) => Array.from({ length }, String));
    expect(lists.map((each) => confidenceOf(each))).toEqual([0, 0.6, 0.8, 0.95, 0.95]);
  });

  test("AR-21 is 0 for a failure, even if the failure was recorded", () => {
    expect(confidenceOf(["Research failed: timeout"], true)).toBe(0);
  });
});
