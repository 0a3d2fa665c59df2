import { getExecutionStepsSummary } from "@tidemark/state-manager/internal";
import { describe, expect, test } from "vitest";
import { untyped } from "../untyped.ts";

describe("getExecutionStepsSummary", () => {
  test("ACC-09 follows the order of the plan, and names each step by its objective, its capability or `unknown`", () => {
    const results = { b: { stepIndex: 1, taskObjective: "B" }, a: { stepIndex: 0, capability: "capA" }, c: {} };
    expect(getExecutionStepsSummary({ execution_step_results: results })).toEqual([
      "Step 1: capA",
      "Step 1: unknown",
      "Step 2: B",
    ]);
  });

  test("ACC-10 is empty before the first step", () => {
    expect(getExecutionStepsSummary({ execution_step_results: {} })).toEqual([]);
    expect(getExecutionStepsSummary({})).toEqual([]);
    expect(getExecutionStepsSummary({ execution_step_results: null })).toEqual([]);
  });

  test("an empty objective is replaced by the capability, and a missing result is unknown", () => {
    const results = untyped({ a: { stepIndex: 1, taskObjective: "", capability: "respond" }, b: null });
    expect(getExecutionStepsSummary({ execution_step_results: results })).toEqual([
      "Step 1: unknown",
      "Step 2: respond",
    ]);
  });
});
