import { isAnsweringStep, readySteps } from "@tidemark/agents/internal";
import type { PlanStep } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { findStep, freeStepName, linksOf, orderSteps } from "../../src/plans/order.ts";

type Status = PlanStep["status"] & string;

const answered = (first: Status, second: Status) => ({
  steps: [{ agentId: "a", status: first }, { agentId: "b", status: second }, { agentId: "respond" }],
});

describe("readySteps", () => {
  test("returns the steps without open dependencies, in the plan's order", () => {
    expect(readySteps({ steps: [{ agentId: "a" }, { agentId: "b" }] })).toEqual([0, 1]);
  });

  test("makes a step wait for its dependencies, by id or by context key, and for the steps that create its inputs", () => {
    const steps = [
      { capability: "find", contextKey: "ann" },
      { capability: "write", inputs: [{ ADDRESS: "ann" }] },
      { agentId: "b", dependsOn: ["ann"] },
    ];
    expect(readySteps({ steps })).toEqual([0]);
    const [find = {}, ...others] = steps;
    expect(readySteps({ steps: [{ ...find, status: "completed" }, ...others] })).toEqual([1, 2]);
    expect(readySteps({ steps: [{ ...find, status: "failed" }, ...others] })).toEqual([]);
  });

  test("makes the answer wait until all previous steps have ended, with any status", () => {
    expect(readySteps(answered("completed", "in_progress"))).toEqual([]);
    expect(readySteps(answered("failed", "skipped"))).toEqual([2]);
  });

  test("makes a step that overwrites a context wait for the readers of the old one", () => {
    const steps = [
      { capability: "write", inputs: [{ ADDRESS: "ann" }] },
      { capability: "find", contextKey: "ann" },
    ];
    expect(readySteps({ steps })).toEqual([0]);
  });

  test.each(["completed", "failed", "cancelled"] as const)("returns nothing for a plan that is %s", (status) => {
    expect(readySteps({ status, steps: [{ agentId: "a" }] })).toEqual([]);
  });
});

describe("the order of steps", () => {
  test("a step id takes precedence over another step's context key", () => {
    expect(findStep([{ contextKey: "a" }, { stepId: "a" }], "a")).toBe(1);
    expect(findStep([{ contextKey: "a" }], "a")).toBe(0);
    expect(findStep([], "a")).toBe(-1);
  });

  test("keeps the plan's order where possible", () => {
    const steps = [{ stepId: "c", dependsOn: ["a"] }, { stepId: "b" }, { stepId: "a" }];
    expect(orderSteps(steps)).toEqual({ order: [1, 2, 0], stuck: [] });
  });

  test("finds steps that wait for each other, and those after them", () => {
    const steps = [
      { stepId: "a", dependsOn: ["b"] },
      { stepId: "b", dependsOn: ["a"] },
      { stepId: "c", dependsOn: ["b"] },
      { stepId: "d" },
    ];
    expect(orderSteps(steps)).toEqual({ order: [3], stuck: [0, 1, 2] });
  });

  test("ignores unknown names", () => {
    expect(linksOf([{ dependsOn: ["ghost"] }])).toEqual([{ needs: [], after: [] }]);
  });

  test("increments a name until it is unused", () => {
    expect(freeStepName("a", [{ stepId: "b" }])).toBe("a");
    expect(freeStepName("a", [{ stepId: "a" }, { contextKey: "a_2" }])).toBe("a_3");
  });

  test("recognizes the steps that address the user", () => {
    expect([{ agentId: "respond" }, { capability: "clarify" }, {}, { agentId: "a" }].map(isAnsweringStep)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
