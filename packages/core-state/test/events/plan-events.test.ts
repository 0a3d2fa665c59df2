import { describe, expect, test } from "vitest";
import {
  PlanCompletedEvent,
  planCompleted,
  PlanGeneratedEvent,
  planGenerated,
  PlanStepCompletedEvent,
  planStepCompleted,
  PlanStepStartedEvent,
  planStepStarted,
} from "../../src/events/plan-events.ts";
import { base, planId, step, stepId } from "./fixtures.ts";

const generated = planGenerated(base, { planId, query: "Fly me to Oslo", steps: [step] });
const acceptsPlan = (change: object): boolean => PlanGeneratedEvent.safeParse({ ...generated, ...change }).success;

describe("PlanGeneratedEvent", () => {
  test("PS-25 accepts a plan with at least one step", () => {
    expect(PlanGeneratedEvent.parse(generated)).toEqual(generated);
    expect(generated.estimatedSteps).toBe(1);
  });

  test("PS-25 refuses a plan without steps, or with a wrong number of steps", () => {
    expect(acceptsPlan({ steps: [], estimatedSteps: 0 })).toBe(false);
    expect(acceptsPlan({ steps: [], estimatedSteps: 1 })).toBe(false);
    expect(acceptsPlan({ estimatedSteps: 0 })).toBe(false);
    expect(acceptsPlan({ estimatedSteps: 2 })).toBe(false);
  });

  test("PS-25 refuses ids that are not UUIDs, and a negative index", () => {
    expect(acceptsPlan({ planId: "plan-1" })).toBe(false);
    expect(acceptsPlan({ steps: [{ ...step, stepId: "step-1" }] })).toBe(false);
    expect(acceptsPlan({ steps: [{ ...step, stepIndex: -1 }] })).toBe(false);
  });

  test("PS-29 accepts upper-case ids", () => {
    expect(acceptsPlan({ planId: planId.toUpperCase() })).toBe(true);
  });
});

describe("PlanStepStartedEvent", () => {
  test("contains the step, its agent and its task", () => {
    const event = planStepStarted(base, { planId, ...step });
    expect(PlanStepStartedEvent.parse(event)).toEqual(event);
    expect(PlanStepStartedEvent.safeParse({ ...event, stepIndex: -1 }).success).toBe(false);
    expect(PlanStepStartedEvent.safeParse({ ...event, agentId: "" }).success).toBe(false);
  });
});

describe("PlanStepCompletedEvent", () => {
  const completed = planStepCompleted(base, {
    planId,
    stepId,
    stepIndex: 0,
    status: "completed",
    result: "Three flights",
  });

  test("PS-26 accepts the three final statuses of a step", () => {
    for (const status of ["completed", "failed", "skipped"]) {
      expect(PlanStepCompletedEvent.safeParse({ ...completed, status }).success).toBe(true);
    }
  });

  test("PS-26 refuses a step that is still in progress", () => {
    expect(PlanStepCompletedEvent.safeParse({ ...completed, status: "in_progress" }).success).toBe(false);
    // @ts-expect-error "in_progress" is not an end
    planStepCompleted(base, { planId, stepId, stepIndex: 0, status: "in_progress" });
  });
});

describe("PlanCompletedEvent", () => {
  test("PS-28 accepts the three final statuses of a plan", () => {
    const event = planCompleted(base, { planId, status: "failed", failureReason: "no flights" });
    expect(PlanCompletedEvent.parse(event)).toEqual(event);
    for (const status of ["completed", "cancelled"]) {
      expect(PlanCompletedEvent.safeParse({ ...event, status }).success).toBe(true);
    }
    expect(PlanCompletedEvent.safeParse({ ...event, status: "executing" }).success).toBe(false);
  });
});
