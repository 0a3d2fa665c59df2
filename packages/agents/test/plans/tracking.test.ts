import { startPlan, startStep } from "@tidemark/agents/internal";
import type { Plan } from "@tidemark/core-state";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerPlan, beginStep, stopPlan } from "../../src/plans/tracking.ts";

const now = "2030-01-31T12:00:00Z";
const later = "2030-01-31T12:05:00Z";

const trip = (): Plan =>
  startPlan(
    {
      steps: [
        { capability: "weather", contextKey: "today" },
        { capability: "book", contextKey: "ticket" },
        { capability: "respond", contextKey: "answer" },
      ],
    },
    { now, planId: "plan" },
  );

const statuses = ({ steps, status }: Plan) => [...steps.map((step) => step.status), status];

describe("beginStep", () => {
  test("completes the steps before the position, and starts the step at it", () => {
    const plan = beginStep(trip(), { index: 1, now: later, resultOf: ({ contextKey }) => `${contextKey} is known` });
    expect(statuses(plan)).toEqual(["completed", "in_progress", "pending", "executing"]);
    expect(plan.steps[0]).toMatchObject({ result: "today is known", completedAt: later });
  });

  test("does not change a step that is retried", () => {
    const started = beginStep(trip(), { index: 0, now });
    expect(beginStep(started, { index: 0, now: later })).toBe(started);
  });

  test("does not change a plan that is not running", () => {
    const ended = answerPlan(trip(), { index: 2, now });
    expect(beginStep(ended, { index: 0, now: later })).toBe(ended);
    const drafted: Plan = { steps: [{ capability: "weather" }] };
    expect(beginStep(drafted, { index: 0, now })).toBe(drafted);
  });

  test("never moves back: for any order of positions, each step keeps its result", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 4 }), { maxLength: 8 }), (positions) => {
        let plan = trip();
        for (const index of positions) {
          const before = plan;
          plan = beginStep(plan, { index, now });
          const kept = before.steps.filter(({ status }) => status === "completed");
          expect(plan.steps.slice(0, kept.length)).toEqual(kept);
        }
        const furthest = Math.min(3, Math.max(0, ...positions));
        expect(plan.steps.slice(0, furthest).every(({ status }) => status === "completed")).toBe(true);
      }),
    );
  });
});

describe("answerPlan", () => {
  test("completes the plan with its last step", () => {
    expect(statuses(answerPlan(trip(), { index: 2, now }))).toEqual([
      "completed",
      "completed",
      "completed",
      "completed",
    ]);
  });

  test("an answer before the last step fails the plan, with the reason", () => {
    const plan = answerPlan(trip(), { index: 0, now });
    expect(statuses(plan)).toEqual(["completed", "skipped", "skipped", "failed"]);
    expect(plan.failureReason).toBe("the plan was answered before its last steps");
  });
});

describe("stopPlan", () => {
  const stop = { index: 1, now: later, reason: "no seats are left" };

  test("fails the step in progress, and skips the rest", () => {
    const plan = stopPlan(startStep(trip(), "ticket", { now }), { ...stop, cancelled: false });
    expect(statuses(plan)).toEqual(["completed", "failed", "skipped", "failed"]);
    expect([plan.steps[1]?.error, plan.failureReason]).toEqual(["no seats are left", "no seats are left"]);
  });

  test("fails no step that had not started", () => {
    const plan = stopPlan(trip(), { ...stop, cancelled: false });
    expect(statuses(plan)).toEqual(["completed", "skipped", "skipped", "failed"]);
  });

  test("cancels a plan that was stopped, and keeps completed steps", () => {
    const plan = stopPlan(trip(), { ...stop, cancelled: true });
    expect([plan.status, plan.steps[0]?.status]).toEqual(["cancelled", "completed"]);
  });

  test("does not change a plan that has ended", () => {
    const ended = answerPlan(trip(), { index: 2, now });
    expect(stopPlan(ended, { ...stop, cancelled: true })).toBe(ended);
  });
});
