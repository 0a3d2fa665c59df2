import { SeedState, checkUpdate } from "@tidemark/core-state";
import { parseUpdate } from "@tidemark/core-state/internal";
import { routeUpdate } from "@tidemark/agents/internal";
import { describe, expect, test } from "vitest";
import { failed, failure, reduce, NOW, plan, policy, route, succeeded, values } from "../routing/routing-values.ts";

const times = { startedAt: "2026-01-08T20:29:59.700Z", now: NOW };
const hostile: unknown = new Proxy(
  {},
  {
    get() {
      throw new Error("not for you");
    },
  },
);
const retriable = { classification: { severity: "retriable" }, error: new Error("no"), ...times } as const;

describe("succeeded", () => {
  test("RT-13 after a retry, the error is cleared", () => {
    const state = values({ ...failure("retriable"), control_retry_count: 2 });
    expect(succeeded(state, { node: "capA", update: {}, ...times })).toMatchObject({
      control_has_error: false,
      control_error_info: null,
      control_retry_count: 0,
      control_current_step_retry_count: 0,
    });
  });

  test("RT-27 a step moves the plan by exactly one, regardless of its update", () => {
    const update = { planning_current_step_index: 7, control_iteration: 0, control_is_killed: false };
    const after = succeeded(values({ control_iteration: 4 }), { node: "capA", update, ...times });
    expect(after).toMatchObject({ planning_current_step_index: 1, control_iteration: 5 });
    expect(after).not.toHaveProperty("control_is_killed");
  });

  test("an agent without a step does not move the plan", () => {
    const update = { planning_current_step_index: 7 };
    expect(succeeded(values(), { node: "weather_agent", update, ...times }).planning_current_step_index).toBe(0);
    expect(succeeded(values(), { node: "approval", ...times })).not.toHaveProperty("planning_current_step_index");
  });

  test("RT-28 the result is stored under the context key, else under position and capability", () => {
    const named = succeeded(values(), { node: "capA", ...times }).execution_step_results;
    expect(named).toEqual({
      first: { stepIndex: 0, capability: "capA", success: true, executionTime: 0.3, timestamp: NOW },
    });
    const step = { capability: "weather", taskObjective: "Look.", stepIndex: 4 };
    expect(succeeded(values(), { node: "weather_agent", step, ...times }).execution_step_results).toEqual({
      "4_weather": {
        stepIndex: 4,
        capability: "weather",
        taskObjective: "Look.",
        success: true,
        executionTime: 0.3,
        timestamp: NOW,
      },
    });
  });

  test("a context key that could change a prototype is not used", () => {
    const step = { capability: "capA", contextKey: "__proto__" };
    expect(Object.keys(succeeded(values(), { node: "capA", step, ...times }).execution_step_results ?? {})).toEqual([
      "0_capA",
    ]);
  });

  test("an agent found by capability has executed the step, one that the user selected has not", () => {
    const state = values({ planning_execution_plan: { steps: [{ capability: "weather" }] } });
    const sent = reduce(state, routeUpdate(state, route(state), NOW));
    expect(succeeded(sent, { node: "weather_agent", ...times })).toMatchObject({
      planning_current_step_index: 1,
      execution_step_results: { "0_weather": { success: true } },
    });
    const picked = { targetAgentId: "weather_agent", bypassRouting: true };
    const directed = { ...sent, control_operation_mode: "directed", control_directed_mode_context: picked } as const;
    expect(succeeded(directed, { node: "weather_agent", ...times })).not.toHaveProperty("planning_current_step_index");
  });

  test("an agent that received a handoff does not move the plan, even when it is retried", () => {
    const afterHandoff = values({
      planning_execution_plan: { steps: [{ capability: "capA" }, { capability: "respond" }] },
      planning_current_step_index: 1,
      control_last_agent: "capA",
      control_active_agent: "weather_agent",
      control_next_agent: "weather_agent",
      execution_handoff_history: [
        {
          handoffId: "7b3f6f5e-31c1-4b0f-8a3e-0d6f3a6f1c11",
          fromAgentId: "capA",
          toAgentId: "weather_agent",
          reason: "user_request",
          timestamp: NOW,
        },
      ],
    });
    expect(succeeded(afterHandoff, { node: "weather_agent", ...times })).not.toHaveProperty(
      "planning_current_step_index",
    );
    const broken = reduce(afterHandoff, failed(afterHandoff, { ...retriable, node: "weather_agent" }));
    expect(broken.control_error_info).not.toHaveProperty("capability");
    expect(succeeded(broken, { node: "weather_agent", ...times })).not.toHaveProperty("planning_current_step_index");
  });

  test("a built-in node leaves no result, and reported results are kept", () => {
    const result = { stepIndex: 0, capability: "x", success: true, executionTime: 0, timestamp: NOW };
    expect(succeeded(values(), { node: "planner", ...times })).not.toHaveProperty("execution_step_results");
    const update = { execution_step_results: { other: result } };
    expect(Object.keys(succeeded(values(), { node: "capA", update, ...times }).execution_step_results ?? {})).toEqual([
      "other",
      "first",
    ]);
  });

  test("RT-17 a repeated classification selects again, and the plan is cleared", () => {
    const broken = reduce(
      values(),
      failed(values(), { ...retriable, node: "capA", classification: { severity: "reclassification" } }),
    );
    expect(broken.control_needs_reclassification).toBe(true);
    const update = { planning_active_capabilities: ["weather"] };
    expect(reduce(broken, succeeded(broken, { node: "classifier", update, ...times }))).toMatchObject({
      control_reclassification_count: 1,
      control_needs_reclassification: false,
      control_reclassification_reason: null,
      planning_execution_plan: null,
      planning_current_step_index: 0,
      control_has_error: false,
    });
  });

  test("RT-25 a classifier that finds nothing requests another selection", () => {
    const update = { planning_active_capabilities: [] };
    const first = succeeded(values({ planning_active_capabilities: [] }), { node: "classifier", update, ...times });
    expect(first).toMatchObject({ control_needs_reclassification: true });
    expect(first).not.toHaveProperty("control_reclassification_count");
  });

  test("a planner counts one attempt, and starts at the first step", () => {
    const state = values({ planning_current_step_index: 3, control_current_step_retry_count: 2 });
    expect(succeeded(state, { node: "planner", update: { planning_execution_plan: plan }, ...times })).toMatchObject({
      control_plans_created_count: 1,
      planning_current_step_index: 0,
      control_current_step_retry_count: 0,
    });
  });

  test("an answered approval keeps the failure of another node, and does not count its time", () => {
    const state = values({
      ...failure("retriable"),
      control_is_awaiting_validation: true,
      control_validation_timestamp: 1_767_900_600,
      execution_start_time: 1_767_900_590,
    });
    const after = succeeded(state, { node: "approval", ...times });
    expect(after).not.toHaveProperty("control_has_error");
    expect(after).toMatchObject({ execution_start_time: 1_767_904_190, control_is_awaiting_validation: false });
  });

  test("the first node records the start of the turn, and the last one its duration", () => {
    const state = values({ execution_start_time: null });
    expect(succeeded(state, { node: "task_extraction", ...times }).execution_start_time).toBe(1_767_904_199.7);
    expect(succeeded(values({ execution_start_time: 1_767_904_190 }), { node: "respond", ...times })).toMatchObject({
      execution_total_time: 10,
    });
  });
});

describe("failed", () => {
  test("RT-09 counts the consecutive failures of a node, and starts over with another node", () => {
    const first = reduce(values(), failed(values(), { ...retriable, node: "capA" }));
    const second = reduce(first, failed(first, { ...retriable, node: "capA" }));
    expect([first.control_retry_count, second.control_retry_count]).toEqual([1, 2]);
    expect(failed(second, { ...retriable, node: "planner" }).control_retry_count).toBe(1);
  });

  test("RT-10 a node runs three times in all under a policy of three attempts", () => {
    let state = values();
    let runs = 0;
    const limits = { maxStepRetries: 9 };
    for (let next = route(state, limits); next.to === "agent" || next.to === "retry"; next = route(state, limits)) {
      runs += 1;
      state = reduce(state, failed(state, { ...retriable, node: "capA", retryPolicy: policy }));
    }
    expect(runs).toBe(3);
  });

  test("RT-12 a built-in node has the same limits", () => {
    let state = values({ planning_execution_plan: null });
    let runs = 0;
    for (let next = route(state); next.to === "planner" || next.to === "retry"; next = route(state)) {
      runs += 1;
      state = reduce(state, failed(state, { ...retriable, node: "planner", retryPolicy: policy }));
    }
    expect(runs).toBe(3);
    expect(state.control_plans_created_count).toBe(0);
  });

  test("RT-15 a planner whose plans are invalid stops at the limit", () => {
    let state = values({ planning_execution_plan: null });
    let runs = 0;
    for (let next = route(state); next.to === "planner"; next = route(state)) {
      runs += 1;
      state = reduce(
        state,
        failed(state, { ...retriable, node: "planner", classification: { severity: "replanning" } }),
      );
    }
    expect([runs, state.control_plans_created_count, route(state).to]).toEqual([2, 2, "error"]);
  });

  test("RT-28 the result of a failed built-in node is marked in its key", () => {
    const after = failed(values({ planning_current_step_index: 1 }), { ...retriable, node: "planner" });
    expect(after.execution_step_results).toMatchObject({ infra_1_planner: { success: false, capability: "planner" } });
  });

  test("the failure of a step is recorded in the errors, as the last result, and for the router", () => {
    const error = new TypeError("x is not a function");
    const after = failed(values(), { node: "capA", error, retryPolicy: policy, ...times });
    expect(after).toMatchObject({
      control_errors: [{ step: "capA", errorType: "TypeError", message: "x is not a function", retryable: false }],
      execution_last_result: { success: false, classification: "critical", error: "x is not a function" },
      control_error_info: { node: "capA", capability: "capA", retryPolicy: policy, executionTime: 0.3 },
      execution_step_results: { first: { success: false } },
      control_last_agent: "capA",
    });
    expect(after.control_last_error).toEqual(after.control_error_info);
  });

  test.each([undefined, null, 0, "", {}, Symbol("x"), hostile])(
    "any thrown value results in a valid update",
    (error) => {
      const update = failed(values(), { node: "capA", error, ...times });
      expect(checkUpdate(SeedState, update).ok).toBe(true);
    },
  );
});

test("every update is valid for the runtime and the root", () => {
  for (const node of ["capA", "planner", "classifier", "task_extraction", "approval", "respond", "error"]) {
    for (const update of [succeeded(values(), { node, ...times }), failed(values(), { ...retriable, node })]) {
      expect(parseUpdate(SeedState, update)).toBeDefined();
    }
  }
  const withoutRoute = values({ planning_current_step_index: 2 });
  expect(checkUpdate(SeedState, routeUpdate(withoutRoute, route(withoutRoute), NOW)).ok).toBe(true);
});
