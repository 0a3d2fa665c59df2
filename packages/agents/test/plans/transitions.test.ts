import { agentErrors } from "@tidemark/agents";
import {
  cancelPlan,
  completeStep,
  failPlan,
  failStep,
  finishPlan,
  skipStep,
  startPlan,
  startStep,
} from "@tidemark/agents/internal";
import { Plan, type PlanStep } from "@tidemark/core-state";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const now = "2030-01-31T12:00:00Z";

const started = (steps: readonly PlanStep[]): Plan => startPlan({ steps }, { now, planId: "plan" });

const statuses = (plan: Plan) => plan.steps.map((step) => step.status);

const done = (plan: Plan, step: number | string) =>
  completeStep(startStep(plan, step, { now }), step, { now, result: "done" });

const codeOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
};

const illegal = agentErrors.illegalTransition.code;

const chain = [
  { stepId: "a", agentId: "one" },
  { stepId: "b", agentId: "two", dependsOn: ["a"] },
  { stepId: "c", agentId: "three", dependsOn: ["b"] },
];

describe("startPlan", () => {
  test("adds the missing tracking fields to the plan and its steps", () => {
    expect(startPlan({ steps: [{ capability: "a", contextKey: "key" }, {}] }, { now, planId: "plan" })).toEqual({
      planId: "plan",
      status: "executing",
      steps: [
        { capability: "a", contextKey: "key", stepId: "key", stepIndex: 0, status: "pending" },
        { stepId: "step_2", stepIndex: 1, status: "pending" },
      ],
      createdAt: now,
      updatedAt: now,
    });
  });

  test("returns a running plan unchanged", () => {
    const plan = started(chain);
    expect(startPlan(plan, { now: "2031-01-01T00:00:00Z", planId: "other" })).toBe(plan);
  });

  test("moves steps after their dependencies", () => {
    expect(started([{ stepId: "b", dependsOn: ["a"] }, { stepId: "a" }]).steps.map((step) => step.stepId)).toEqual([
      "a",
      "b",
    ]);
  });

  test("also moves steps of a running plan", () => {
    const [first, second] = started([{ stepId: "a" }, { stepId: "b", dependsOn: ["a"] }]).steps;
    const turned = [
      { ...second, stepIndex: 0 },
      { ...first, stepIndex: 1 },
    ];
    const plan = startPlan({ planId: "plan", status: "executing", steps: turned }, { now, planId: "other" });
    expect(plan.steps.map((step) => step.stepId)).toEqual(["a", "b"]);
  });

  test("PS-35 refuses a plan that could never end", () => {
    expect(codeOf(() => started([{ dependsOn: ["ghost"] }]))).toBe("agents/unfitPlan");
    expect(codeOf(() => started([{ stepId: "a", dependsOn: ["a"] }]))).toBe("agents/unfitPlan");
  });

  test("refuses a plan that has ended", () => {
    expect(codeOf(() => startPlan({ status: "completed", steps: [] }, { now, planId: "plan" }))).toBe(illegal);
  });
});

describe("steps", () => {
  test("change from pending to running to completed, with their times", () => {
    const plan = done(started(chain), "a");
    expect(plan.steps[0]).toEqual({
      ...chain[0],
      stepIndex: 0,
      status: "completed",
      result: "done",
      startedAt: now,
      completedAt: now,
    });
    expect(plan.updatedAt).toBe(now);
  });

  test("are found by position and by name only", () => {
    expect(codeOf(() => startStep(started(chain), "ghost", { now }))).toBe("agents/unknownStep");
    expect(codeOf(() => startStep(started(chain), -1, { now }))).toBe("agents/unknownStep");
  });

  test("do not start before their dependencies", () => {
    expect(codeOf(() => startStep(started(chain), "b", { now }))).toBe(illegal);
    expect(statuses(startStep(done(started(chain), "a"), "b", { now }))).toEqual([
      "completed",
      "in_progress",
      "pending",
    ]);
  });

  test.each([
    ["complete one that is pending", (plan: Plan) => completeStep(plan, "a", { now, result: "" })],
    ["fail one that is pending", (plan: Plan) => failStep(plan, "a", { now, error: "" })],
    ["start one twice", (plan: Plan) => startStep(startStep(plan, "a", { now }), "a", { now })],
    ["complete one twice", (plan: Plan) => completeStep(done(plan, "a"), "a", { now, result: "" })],
    ["skip one that was completed", (plan: Plan) => skipStep(done(plan, "a"), "a", { now, because: "" })],
    [
      "change one of a plan that has ended",
      (plan: Plan) => startStep(cancelPlan(plan, { now, reason: "" }), "a", { now }),
    ],
    ["change one of a plan that was not started", () => startStep({ steps: chain }, "a", { now })],
  ])("cannot be used to %s", (_, change) => {
    expect(codeOf(() => change(started(chain)))).toBe(illegal);
  });

  test("PS-36 are skipped when a dependency failed, and so are their dependents", () => {
    const plan = failStep(startStep(started(chain), "a", { now }), "a", { now, error: "no connection" });
    expect(statuses(plan)).toEqual(["failed", "skipped", "skipped"]);
    expect(plan.steps.map((step) => step.error)).toEqual([
      "no connection",
      "Needs step 1, which failed",
      "Needs step 2, which was skipped",
    ]);
  });

  test("are skipped when a dependency was skipped", () => {
    expect(statuses(skipStep(started(chain), "b", { now, because: "not needed" }))).toEqual([
      "pending",
      "skipped",
      "skipped",
    ]);
  });
});

describe("the end of a plan", () => {
  test("is completed when every step is", () => {
    const plan = finishPlan(done(started([{ agentId: "a" }]), 0), { now });
    expect(plan).toMatchObject({
      status: "completed",
      completedAt: now,
      currentStepIndex: 1,
      summary: "1 step(s): 1 completed",
    });
    expect(plan.failureReason).toBeUndefined();
  });

  test("is not completed when a step failed, or when none was completed", () => {
    const failed = failStep(startStep(started([{ agentId: "a" }, { agentId: "b" }]), 0, { now }), 0, {
      now,
      error: "no",
    });
    expect(finishPlan(done(failed, 1), { now })).toMatchObject({
      status: "failed",
      failureReason: "Step 1 failed: no",
    });
    const skipped = skipStep(started([{ agentId: "a" }]), 0, { now, because: "no" });
    expect(finishPlan(skipped, { now })).toMatchObject({ status: "failed", failureReason: "Every step was skipped." });
    expect(finishPlan(started([]), { now })).toMatchObject({ status: "failed" });
  });

  test("is not reached while a step is open", () => {
    expect(codeOf(() => finishPlan(started(chain), { now }))).toBe(illegal);
  });

  test("PS-39 completes no further step after a cancellation", () => {
    const plan = startStep(done(started(chain), "a"), "b", { now });
    const cancelled = cancelPlan(plan, { now, reason: "the user left" });
    expect(statuses(cancelled)).toEqual(["completed", "failed", "skipped"]);
    expect(cancelled).toMatchObject({ status: "cancelled", failureReason: "the user left", completedAt: now });
  });

  test("is reached once", () => {
    const ended = failPlan(started(chain), { now, reason: "no" });
    expect(codeOf(() => cancelPlan(ended, { now, reason: "late" }))).toBe(illegal);
    expect(codeOf(() => finishPlan(ended, { now }))).toBe(illegal);
  });

  test("can be reached without a start only by cancelling", () => {
    expect(cancelPlan({ steps: chain }, { now, reason: "no" }).status).toBe("cancelled");
    expect(codeOf(() => failPlan({ steps: chain }, { now, reason: "no" }))).toBe(illegal);
  });
});

type Move = readonly ["start" | "complete" | "fail" | "skip" | "finish" | "cancel", string];

function changed(plan: Plan, [kind, step]: Move): Plan {
  if (kind === "start") return startStep(plan, step, { now });
  if (kind === "complete") return completeStep(plan, step, { now, result: "" });
  if (kind === "fail") return failStep(plan, step, { now, error: "no" });
  if (kind === "skip") return skipStep(plan, step, { now, because: "no" });
  return kind === "finish" ? finishPlan(plan, { now }) : cancelPlan(plan, { now, reason: "no" });
}

/** Plan after a change, unchanged if the change is not allowed. Other errors fail the test. */
function tried(plan: Plan, move: Move): Plan {
  try {
    return changed(plan, move);
  } catch (error) {
    if (agentErrors.illegalTransition.is(error)) return plan;
    throw error;
  }
}

const isOver = (step: PlanStep | undefined) => ["completed", "failed", "skipped"].includes(step?.status ?? "");

test("law: for any attempts in any order, the plan stays valid and ended steps do not change", () => {
  const kind = fc.constantFrom<Move[0]>("start", "complete", "fail", "skip", "finish", "cancel");
  const moves = fc.array(fc.tuple(kind, fc.constantFrom("a", "b", "c")), { maxLength: 12 });
  fc.assert(
    fc.property(moves, (list) => {
      let plan = started(chain);
      for (const move of list) {
        const before = plan;
        plan = tried(before, move);
        expect(Plan.safeParse(plan).error).toBeUndefined();
        const kept = plan.steps.filter((_, index) => isOver(before.steps[index]));
        expect(kept).toEqual(before.steps.filter(isOver));
        const closed = plan.steps.every(isOver) && plan.completedAt === now;
        expect(plan.status === "executing" || closed).toBe(true);
      }
    }),
  );
});
