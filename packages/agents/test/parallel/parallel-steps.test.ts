import { describe, expect, test } from "vitest";
import { go, inThread, parallelGraph, step } from "./parallel-graph.ts";

describe("steps that run next to each other", () => {
  test("start once their dependencies are done, and the answer comes last", async () => {
    const { graph, gauge } = parallelGraph([step("a"), step("b"), step("c", "a", "b"), step("d")], {
      maxConcurrency: 2,
    });
    const state = await graph.invoke(go, inThread());
    expect(gauge).toMatchObject({ most: 2 });
    expect(gauge.started).toEqual(["a", "b", "c", "d"]);
    expect(state.planning_execution_plan).toMatchObject({ status: "completed" });
    expect(state.planning_execution_plan?.steps.map(({ status }) => status)).toEqual(Array(5).fill("completed"));
    expect(state).toMatchObject({ control_has_error: false, planning_current_step_index: 5 });
    expect(Object.keys(state.capability_context_data["DONE"] ?? {})).toEqual(["a", "b", "c", "d"]);
  });
});
