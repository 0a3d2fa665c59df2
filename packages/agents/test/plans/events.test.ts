import {
  cancelPlan,
  completeStep,
  failStep,
  finishPlan,
  planEvents,
  skipStep,
  startPlan,
  startStep,
} from "@tidemark/agents/internal";
import { parseAgentEvent } from "@tidemark/core-state/internal";
import { type Plan } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";

const now = "2030-01-31T12:00:00Z";
const source = { runId: "run-1", turnId: "turn_1", sequence: 4, now };

const started = (): Plan =>
  startPlan(
    {
      query: "Will it rain?",
      steps: [
        { stepId: "look", agentId: "weather", task: "Look" },
        { agentId: "mail", dependsOn: ["look"] },
      ],
    },
    { now, planId: "plan" },
  );

const done = (plan: Plan, step: number) => completeStep(startStep(plan, step, { now }), step, { now, result: "done" });

const eventsBetween = (before: Plan | null, after: Plan) =>
  planEvents(before, after, source).map((event) => ("status" in event ? [event.type, event.status] : [event.type]));

describe("planEvents", () => {
  test("report a new plan with its steps", () => {
    const [event] = planEvents(null, started(), { ...source, sessionId: "s", nameOf: (agent) => agent.toUpperCase() });
    expect(event).toMatchObject({
      type: "plan_generated",
      sequence: 4,
      runId: "run-1",
      turnId: "turn_1",
      sessionId: "s",
      query: "Will it rain?",
      estimatedSteps: 2,
      steps: [{ stepIndex: 0, agentId: "weather", agentName: "WEATHER", task: "Look" }, { stepIndex: 1 }],
    });
  });

  test("report each change of a step, and the end once", () => {
    const plan = started();
    expect(eventsBetween(plan, done(plan, 0))).toEqual([["plan_step_started"], ["plan_step_completed", "completed"]]);
    const failed = failStep(startStep(plan, 0, { now }), 0, { now, error: "no" });
    expect(eventsBetween(plan, finishPlan(failed, { now }))).toEqual([
      ["plan_step_started"],
      ["plan_step_completed", "failed"],
      ["plan_step_completed", "skipped"],
      ["plan_completed", "failed"],
    ]);
  });

  test("report nothing for unchanged steps", () => {
    expect(eventsBetween(started(), started())).toEqual([]);
    const ended = cancelPlan(started(), { now, reason: "no" });
    expect(eventsBetween(ended, ended)).toEqual([]);
    expect(eventsBetween(null, { steps: [] })).toEqual([]);
  });

  test("report an abandoned step as skipped, and a plan as cancelled", () => {
    const plan = startStep(started(), 0, { now });
    expect(eventsBetween(plan, skipStep(plan, 0, { now, because: "no" }))).toEqual([
      ["plan_step_completed", "skipped"],
      ["plan_step_completed", "skipped"],
    ]);
    expect(eventsBetween(plan, cancelPlan(plan, { now, reason: "no" })).at(-1)).toEqual([
      "plan_completed",
      "cancelled",
    ]);
  });

  test("are valid, continue the numbers, and repeat their ids in another run", () => {
    const plan = finishPlan(done(done(started(), 0), 1), { now });
    const events = planEvents(null, plan, source);
    expect(events.map((event) => event.sequence)).toEqual([4, 5, 6, 7, 8, 9]);
    expect(events.map((event) => parseAgentEvent(event).ok)).toEqual(events.map(() => true));
    const ids = events.map((event) => event.eventId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(planEvents(null, plan, { ...source, runId: "run-2" }).map((event) => event.eventId)).toEqual(ids);
    expect(planEvents(null, plan, { ...source, turnId: "turn_2" })[0]?.eventId).not.toBe(ids[0]);
  });

  test("keep ids that are UUIDs", () => {
    const planId = "1c9f5b8e-7a35-4f7e-b2b0-5d1f0a9e6c22";
    expect(planEvents(null, { ...started(), planId }, source)[0]).toMatchObject({ planId });
  });
});
