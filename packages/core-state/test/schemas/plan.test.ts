import { describe, expect, expectTypeOf, test } from "vitest";
import { hasPlan, outputKind, Plan, type PlanStep, stepAgent, stepTask } from "../../src/schemas/plan.ts";

const byCapability: Plan = {
  steps: [
    {
      contextKey: "weather_oslo",
      capability: "weather",
      taskObjective: "Find out how warm it is in Oslo",
      successCriteria: "A temperature is known",
      expectedOutput: "CURRENT_WEATHER",
      parameters: { units: "metric", days: 3, hourly: true },
      inputs: [{ LOCATION: "oslo" }],
    },
    { contextKey: "user_response", capability: "respond", expectedOutput: null, parameters: null, inputs: null },
  ],
};

const byAgent: Plan = {
  planId: "plan-1",
  query: "Compare the two invoices",
  status: "executing",
  steps: [
    {
      stepId: "a",
      stepIndex: 0,
      agentId: "invoices",
      task: "Fetch both invoices",
      expectedOutput: "data",
      dependsOn: [],
      status: "completed",
      result: "Two invoices found",
      startedAt: "2026-01-21T10:00:00Z",
      completedAt: "2026-01-21T10:00:02Z",
    },
    {
      stepId: "b",
      stepIndex: 1,
      agentId: "writer",
      task: "Compare",
      dependsOn: ["a"],
      status: "failed",
      error: "no model",
    },
  ],
  currentStepIndex: 1,
  summary: "Fetch, then compare",
  failureReason: "no model",
  createdAt: "2026-01-21T10:00:00Z",
  updatedAt: "2026-01-21T10:00:03Z",
  completedAt: "2026-01-21T10:00:03Z",
};

describe("Plan", () => {
  test("accepts a plan whose steps name capabilities and contexts", () => {
    expect(Plan.parse(byCapability)).toEqual(byCapability);
  });

  test("accepts a tracked plan whose steps name agents and tasks", () => {
    expect(Plan.parse(byAgent)).toEqual(byAgent);
  });

  test("accepts a plan without steps", () => {
    expect(Plan.safeParse({ steps: [] }).success).toBe(true);
    expect(Plan.safeParse({}).success).toBe(false);
  });

  test.each([
    ["an unknown status", { steps: [], status: "done" }],
    ["a negative current step", { steps: [], currentStepIndex: -1 }],
    ["a time without zone", { steps: [], createdAt: "2026-01-21T10:00:00" }],
    ["a misspelled attribute", { steps: [{ taskObjectiv: "x" }] }],
    ["a negative step index", { steps: [{ stepIndex: -1 }] }],
    ["a fractional step index", { steps: [{ stepIndex: 0.5 }] }],
    ["an unknown step status", { steps: [{ status: "running" }] }],
    ["an empty id", { steps: [{ stepId: "" }] }],
    ["a parameter that is a list", { steps: [{ parameters: { days: [1] } }] }],
  ])("refuses %s", (_, plan) => {
    expect(Plan.safeParse(plan).success).toBe(false);
  });

  test("refuses attributes of the wrong type at compile time", () => {
    // @ts-expect-error a status is one of five words
    const plan: Plan = { steps: [], status: "done" };
    expectTypeOf(plan.steps).toEqualTypeOf<readonly PlanStep[]>();
  });
});

describe("the two vocabularies of a step", () => {
  test("are read by the same functions", () => {
    expect(stepAgent({ capability: "weather" })).toBe("weather");
    expect(stepAgent({ agentId: "invoices" })).toBe("invoices");
    expect(stepAgent({})).toBeNull();
    expect(stepTask({ taskObjective: "Look" })).toBe("Look");
    expect(stepTask({ task: "Fetch" })).toBe("Fetch");
    expect(stepTask({})).toBeNull();
  });

  test("name a kind of output only with one of the four values", () => {
    expect(outputKind({ expectedOutput: "visualization" })).toBe("visualization");
    expect(outputKind({ expectedOutput: "CURRENT_WEATHER" })).toBeNull();
    expect(outputKind({ expectedOutput: null })).toBeNull();
    expect(outputKind({})).toBeNull();
  });
});

describe("hasPlan", () => {
  test("PS-21 is true for a plan and false for null, undefined and a state without the field", () => {
    expect(hasPlan({ planning_execution_plan: byAgent })).toBe(true);
    expect(hasPlan({ planning_execution_plan: null })).toBe(false);
    expect(hasPlan({ planning_execution_plan: undefined })).toBe(false);
    expect(hasPlan({})).toBe(false);
  });

  test("PS-21 narrows the type of the plan", () => {
    const state: { planning_execution_plan: Plan | null } = { planning_execution_plan: byAgent };
    // @ts-expect-error the plan may be null here
    expect(state.planning_execution_plan.steps).toHaveLength(2);
    if (hasPlan(state)) expectTypeOf(state.planning_execution_plan).toExtend<Plan>();
  });
});
