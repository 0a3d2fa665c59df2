import { agentErrors, type Limits } from "@tidemark/agents";
import { allowances, limitsOf, mayAttempt, recursionLimitOf } from "@tidemark/agents/internal";
import { SeedState, applyUpdate, initialState } from "@tidemark/core-state";
import { agentControlDefaults } from "@tidemark/core-state/internal";
import { changeAgentControl } from "@tidemark/state-manager/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NOW, NOW_SECONDS, plan, values } from "../routing/routing-values.ts";
import { untyped } from "../untyped.ts";

const control = (different: object) => ({ ...agentControlDefaults(), ...different });

const known = Object.keys(limitsOf({}));

describe("limitsOf", () => {
  test("returns the safe limits by default", () => {
    expect(limitsOf({})).toEqual({
      maxReclassifications: 1,
      maxPlanningAttempts: 2,
      maxStepRetries: 0,
      maxRetries: 3,
      maxClarifications: 2,
      maxSteps: 50,
      maxIterations: 100,
      maxExecutionTimeSeconds: 300,
      maxModelCalls: 100,
      maxToolCalls: 200,
      maxTokens: 2_000_000,
      maxCost: Number.POSITIVE_INFINITY,
      maxUncountedCalls: 20,
    });
    expect(limitsOf(values())).toEqual(limitsOf({}));
  });

  test("RT-22 the state takes precedence over the application, and the application over the safe limits", () => {
    const configured = { maxPlanningAttempts: 4, maxStepRetries: 2 };
    expect(limitsOf(values(), configured)).toMatchObject(configured);
    expect(limitsOf({ agent_control: control({ maxPlanningAttempts: 9 }) }, configured)).toMatchObject({
      maxPlanningAttempts: 9,
      maxStepRetries: 2,
    });
  });

  test("a setting of the thread counts even if it is the safe value", () => {
    const state = { agent_control: control({}), runtime_agent_control: { maxStepRetries: 0 } };
    expect(limitsOf(state, { maxStepRetries: 5 }).maxStepRetries).toBe(0);
  });

  test("a limit applies regardless of its value and of who set it", () => {
    const names = fc.constantFrom("maxPlanningAttempts", "maxReclassifications", "maxStepRetries");
    const level = fc.record({
      name: names,
      value: fc.nat(3),
      scope: fc.constantFrom("turn" as const, "thread" as const),
    });
    fc.assert(
      fc.property(fc.array(level, { maxLength: 6 }), fc.dictionary(names, fc.nat(3)), (changes, configured) => {
        let state = initialState(SeedState);
        const expected: Record<string, number> = { ...configured };
        for (const { name, value, scope } of changes) {
          const change = changeAgentControl(state, { [name]: value }, scope);
          if (change.outcome === "changed") state = applyUpdate(SeedState, state, change.update);
          expected[name] = value;
        }
        expect(limitsOf(state, configured)).toMatchObject(expected);
      }),
    );
  });

  test("a setting of the thread that is removed for a turn has its default in it", () => {
    const set = changeAgentControl(initialState(SeedState), { maxStepRetries: 2 }, "thread");
    const thread = applyUpdate(SeedState, initialState(SeedState), set.outcome === "changed" ? set.update : {});
    const back = changeAgentControl(thread, { maxStepRetries: null }, "turn");
    const turn = applyUpdate(SeedState, thread, back.outcome === "changed" ? back.update : {});
    expect([limitsOf(thread), limitsOf(turn)].map(({ maxStepRetries }) => maxStepRetries)).toEqual([2, 0]);
  });

  test("the retries of the state take precedence over those of the application", () => {
    expect(limitsOf({ control_max_retries: 1 }, { maxRetries: 2 }).maxRetries).toBe(1);
    expect(limitsOf({ control_max_retries: 3 }, { maxRetries: 2 }).maxRetries).toBe(3);
    expect(limitsOf({}, { maxRetries: 2 }).maxRetries).toBe(2);
  });

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "9", null])("refuses %j from the application", (value) => {
    expect(() => limitsOf({}, { maxSteps: untyped(value) })).toThrow(
      agentErrors.invalidLimit({ limit: "maxSteps", value, known }),
    );
  });

  test("refuses an unknown limit", () => {
    expect(() => limitsOf({}, untyped({ maxStep: 1 }))).toThrow(/maxStep"/);
  });

  test.each([-1, 1.5, "9", null, {}])("ignores %j in the state", (value) => {
    const state = untyped({ agent_control: control({ maxPlanningAttempts: value }), control_max_retries: value });
    expect(limitsOf(state)).toEqual(limitsOf({}));
    expect(limitsOf(untyped({ agent_control: value, runtime_agent_control: value }))).toEqual(limitsOf({}));
  });
});

describe("mayAttempt", () => {
  const limits: Limits = { ...limitsOf({}), maxStepRetries: 1 };
  const options = { limits, now: NOW };

  test.each([
    ["reclassification", { control_reclassification_count: 0 }, { control_reclassification_count: 1 }],
    ["planning", { control_plans_created_count: 1 }, { control_plans_created_count: 2 }],
    ["clarification", { control_clarification_count: 1 }, { control_clarification_count: 2 }],
    ["iteration", { control_iteration: 99 }, { control_iteration: 100 }],
    ["stepRetry", { control_current_step_retry_count: 1 }, { control_current_step_retry_count: 2 }],
    ["time", { execution_start_time: NOW_SECONDS - 299 }, { execution_start_time: NOW_SECONDS - 300 }],
  ] as const)("%s is allowed up to the limit and not beyond", (kind, within, beyond) => {
    expect([mayAttempt(kind, within, options).allowed, mayAttempt(kind, beyond, options).allowed]).toEqual([
      true,
      false,
    ]);
  });

  test("a plan may have as many steps as the limit allows", () => {
    const planned = { planning_execution_plan: plan };
    expect(mayAttempt("step", planned, { limits: { ...limits, maxSteps: 2 }, now: NOW }).allowed).toBe(true);
    expect(mayAttempt("step", planned, { limits: { ...limits, maxSteps: 1 }, now: NOW }).allowed).toBe(false);
  });

  test("0 means never", () => {
    expect(mayAttempt("planning", {}, { limits: { ...limits, maxPlanningAttempts: 0 }, now: NOW })).toEqual({
      kind: "planning",
      allowed: false,
      used: 0,
      limit: 0,
      because: "0 of 0 planning attempts used (maxPlanningAttempts)",
    });
  });

  test.each([Number.NaN, -1, "0"])("a count of %j is used up, so that no loop is endless", (count) => {
    expect(mayAttempt("planning", { control_plans_created_count: untyped(count) }, options).allowed).toBe(false);
  });

  test("every kind has one allowance", () => {
    const kinds = allowances({}, options).map(({ kind }) => kind);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(kinds).toHaveLength(12);
  });
});

test("the recursion limit covers the router and the node of every iteration", () => {
  expect(recursionLimitOf({ maxIterations: 0 })).toBe(9);
  expect(recursionLimitOf({ maxIterations: 100 })).toBe(309);
});
