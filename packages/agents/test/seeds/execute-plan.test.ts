import { getEventListeners } from "node:events";
import { executePlan } from "@tidemark/agents/seeds";
import { type ExecutePlanOptions, type OnStepFailure, type RunStep, type StepAnswer } from "@tidemark/agents/internal";
import { type AgentEvent, AgentState, initialState, type Plan, type PlanStep } from "@tidemark/core-state";
import { parseAgentEvent } from "@tidemark/core-state/internal";
import { planTurn, systemClock, turnUpdate } from "@tidemark/state-manager";
import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test skips the type check on purpose
const untyped = (value: unknown): never => value as never;

const now = "2030-01-31T12:00:00.000Z";

const options = (): ExecutePlanOptions => ({ clock: fixedClock(now), ids: countingIds("plan") });

const recordEvents = () => {
  const emitted: AgentEvent[] = [];
  return {
    emitted,
    events: { runId: "run-1", turnId: "turn_1", emit: (event: AgentEvent) => void emitted.push(event) },
  };
};

const short = (events: readonly AgentEvent[]) =>
  events.map((event) =>
    [event.type, "stepIndex" in event ? event.stepIndex : "", "status" in event ? event.status : ""].join(" ").trim(),
  );

const step = (stepId: string, ...dependsOn: string[]): PlanStep => ({
  stepId,
  agentId: `agent_${stepId}`,
  task: stepId,
  dependsOn,
});

const statuses = (plan: Plan) => plan.steps.map((each) => each.status);

const failing = (stepId: string) => (each: PlanStep) => {
  if (each.stepId === stepId) throw new Error("no connection");
  return `${each.stepId} done`;
};

const closedStream = (event: AgentEvent) => {
  if (event.type === "plan_step_completed") throw new Error("the stream is closed");
};

describe("executePlan", () => {
  test("PS-30 executes a single step and emits its events", async () => {
    const { emitted, events } = recordEvents();
    const executed = await executePlan({ steps: [step("a")] }, () => "It rains.", { ...options(), events });
    expect(executed).toMatchObject({ outcome: "completed", answer: "It rains.", attempts: [1] });
    expect(short(emitted)).toEqual([
      "plan_generated",
      "plan_step_started 0",
      "plan_step_completed 0 completed",
      "plan_completed  completed",
    ]);
  });

  test("PS-30 executes several steps in order, each with the results of the previous ones", async () => {
    const { emitted, events } = recordEvents();
    const seen: string[] = [];
    const executed = await executePlan(
      { steps: [step("a"), step("b"), step("c", "a")] },
      (each, { answers }) => {
        seen.push(`${each.stepId}<${[...answers.keys()].join("")}`);
        return { text: `${each.stepId} done`, data: { key: each.stepId } };
      },
      { ...options(), events },
    );
    expect(seen).toEqual(["a<", "b<a", "c<ab"]);
    expect(executed.answers.get("c")).toEqual({ text: "c done", data: { key: "c" } });
    expect(executed.results["1_agent_b"]).toMatchObject({
      stepIndex: 1,
      capability: "agent_b",
      taskObjective: "b",
      success: true,
    });
    expect(short(emitted)).toEqual([
      "plan_generated",
      ...[0, 1, 2].flatMap((index) => [`plan_step_started ${index}`, `plan_step_completed ${index} completed`]),
      "plan_completed  completed",
    ]);
    expect(emitted.map((event) => event.sequence)).toEqual([...emitted.keys()]);
    expect(emitted.every((event) => parseAgentEvent(event).ok)).toBe(true);
  });

  test("PS-31 tries a step three times, and completes it", async () => {
    const executed = await executePlan(
      { steps: [step("a")] },
      (_, { attempt }) => {
        if (attempt < 3) throw new Error("no connection");
        return "done";
      },
      options(),
    );
    expect(executed).toMatchObject({ outcome: "completed", attempts: [3] });
  });

  const three = { steps: [step("a"), step("b", "a"), step("c")] };

  test.each<[OnStepFailure, object]>([
    ["abort", { outcome: "failed", plan: { failureReason: "Step 1 failed: no connection" }, attempts: [3, 0, 0] }],
    ["skip", { outcome: "completed", attempts: [3, 0, 1] }],
    ["continue", { outcome: "failed", plan: { failureReason: "Step 1 failed: no connection" }, attempts: [3, 0, 1] }],
  ])("PS-32 after a permanent failure, %s is applied", async (onFailure, expected) => {
    const { emitted, events } = recordEvents();
    const executed = await executePlan(three, failing("a"), { ...options(), onFailure, events });
    expect(executed).toMatchObject(expected);
    expect(statuses(executed.plan)).toEqual(
      {
        abort: ["failed", "skipped", "skipped"],
        skip: ["skipped", "skipped", "completed"],
        continue: ["failed", "skipped", "completed"],
      }[onFailure],
    );
    const ends = emitted.flatMap((event) =>
      event.type === "plan_step_completed" && event.stepIndex === 0 ? [event.status] : [],
    );
    expect(ends).toEqual([onFailure === "skip" ? "skipped" : "failed"]);
    expect(emitted.filter((event) => event.type === "plan_completed")).toMatchObject([{ status: executed.outcome }]);
  });

  test("PS-33 fails a step that exceeds its time limit, and aborts its work", async () => {
    let aborted = false;
    const executed = await executePlan(
      { steps: [step("a")] },
      (_, { signal }) =>
        new Promise<string>(() => {
          signal.addEventListener("abort", () => (aborted = true));
        }),
      {
        ...options(),
        clock: systemClock,
        timeoutSeconds: 0.01,
        retryPolicy: { maxAttempts: 1, delaySeconds: 0, backoffFactor: 1 },
      },
    );
    expect(executed.plan.failureReason).toBe("Step 1 failed: Step execution timeout");
    expect(aborted).toBe(true);
  });

  test("PS-36 skips what depends on a failed step", async () => {
    const executed = await executePlan(three, failing("a"), { ...options(), onFailure: "continue" });
    expect(executed.plan.steps[1]).toMatchObject({ status: "skipped", error: "Needs step 1, which failed" });
  });

  test("PS-39 cancels immediately, even if the work ignores the signal", async () => {
    const { emitted, events } = recordEvents();
    const stop = new AbortController();
    const executed = await executePlan(
      { steps: [step("a"), step("b")] },
      (each): StepAnswer | Promise<StepAnswer> => {
        if (each.stepId === "a") return "done";
        stop.abort("the user left");
        return new Promise<string>(() => {});
      },
      { ...options(), signal: stop.signal, events },
    );
    expect(executed).toMatchObject({
      outcome: "cancelled",
      plan: { failureReason: "the user left" },
    });
    expect(executed.answer).toContain("done");
    expect(statuses(executed.plan)).toEqual(["completed", "failed"]);
    expect(short(emitted).slice(-2)).toEqual(["plan_step_completed 1 failed", "plan_completed  cancelled"]);
  });

  test("PS-39 starts nothing when it was cancelled before", async () => {
    const executed = await executePlan(three, () => "done", { ...options(), signal: AbortSignal.abort() });
    expect(executed).toMatchObject({ outcome: "cancelled", attempts: [0, 0, 0], plan: { failureReason: "cancelled" } });
  });

  test("PS-40 a plan without steps fails without a start event", async () => {
    const { emitted, events } = recordEvents();
    const executed = await executePlan({ steps: [] }, () => "done", { ...options(), events });
    expect(executed).toMatchObject({ outcome: "failed", plan: { failureReason: "The plan has no steps." } });
    expect(short(emitted)).toEqual(["plan_completed  failed"]);
  });

  test("repeats the steps that an interrupted run left in progress, and no completed ones", async () => {
    const cut: Plan = {
      planId: "plan",
      status: "executing",
      steps: [
        { ...step("a"), stepIndex: 0, status: "completed", result: "a done" },
        { ...step("b", "a"), stepIndex: 1, status: "in_progress" },
      ],
    };
    const { emitted, events } = recordEvents();
    const executed = await executePlan(
      cut,
      (each, { answers }) => `${each.stepId} after ${JSON.stringify([...answers])}`,
      {
        ...options(),
        events,
      },
    );
    expect(executed).toMatchObject({
      outcome: "completed",
      attempts: [0, 1],
      plan: { steps: [{}, { result: 'b after [["a","a done"]]' }] },
    });
    expect(short(emitted)).toEqual(["plan_step_completed 1 completed", "plan_completed  completed"]);
  });

  test("aborts running work and rejects when an event cannot be emitted", async () => {
    const signals: AbortSignal[] = [];
    const executed = executePlan(
      { steps: [step("a"), step("b")] },
      (each, { signal }) => {
        signals.push(signal);
        return each.stepId === "a" ? "done" : new Promise<string>(() => {});
      },
      { ...options(), maxConcurrency: 2, events: { runId: "run-1", turnId: "turn_1", emit: closedStream } },
    );
    await expect(executed).rejects.toThrow("the stream is closed");
    expect(signals[1]?.aborted).toBe(true);
  });

  test("runs independent steps in parallel, up to the limit", async () => {
    const order: string[] = [];
    const waits = new Map<string, () => void>();
    const executed = executePlan(
      { steps: [step("a"), step("b"), step("c"), step("d", "a", "b")] },
      (each) =>
        new Promise<string>((resolve) => {
          order.push(each.stepId ?? "");
          waits.set(each.stepId ?? "", () => resolve("done"));
        }),
      { ...options(), maxConcurrency: 2 },
    );
    for (const name of ["b", "c", "a", "d"]) {
      while (!waits.has(name)) await Promise.resolve();
      order.push(`${name} ends`);
      waits.get(name)?.();
    }
    expect((await executed).outcome).toBe("completed");
    expect(order).toEqual(["a", "b", "b ends", "c", "c ends", "a ends", "d", "d ends"]);
  });

  test("keeps the steps that completed when another step ended the plan", async () => {
    const executed = await executePlan({ steps: [step("a"), step("b"), step("c")] }, failing("a"), {
      ...options(),
      maxConcurrency: 2,
      retryPolicy: { maxAttempts: 1, delaySeconds: 0, backoffFactor: 1 },
    });
    expect(statuses(executed.plan)).toEqual(["failed", "completed", "skipped"]);
  });

  test("leaves no listener on the caller's signal", async () => {
    const { signal } = new AbortController();
    await executePlan(three, () => "done", { ...options(), signal });
    await executePlan(three, failing("a"), { ...options(), signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("stores an empty result for an answer without text", async () => {
    const executed = await executePlan({ steps: [step("a")] }, () => untyped(undefined), options());
    expect(executed).toMatchObject({ outcome: "completed", plan: { steps: [{ result: "" }] } });
  });

  test("an answer is text or has one, and there are three policies for a failure", () => {
    // @ts-expect-error a number is not an answer
    const run: { work: RunStep } = { work: () => 3 };
    // @ts-expect-error a failure cannot be ignored
    const policy: Partial<ExecutePlanOptions> = { onFailure: "ignore" };
    expect([run, policy]).toHaveLength(2);
  });

  test("refuses an invalid plan, and one that has ended", async () => {
    await expect(executePlan({ steps: [step("a", "ghost")] }, () => "", options())).rejects.toThrow(
      'step "ghost" does not exist',
    );
    await expect(executePlan({ status: "completed", steps: [] }, () => "", options())).rejects.toThrow(
      "cannot become executing",
    );
  });

  test("PS-41 leaves only lasting values of an old plan to the next turn", async () => {
    const executed = await executePlan(three, () => "done", options());
    const handoff = {
      handoffId: "h1",
      fromAgentId: "orchestrator",
      toAgentId: "agent_a",
      reason: "plan_step",
      timestamp: now,
    } as const;
    const values = {
      ...initialState(AgentState),
      planning_execution_plan: executed.plan,
      planning_current_step_index: 3,
      execution_step_results: executed.results,
      execution_handoff_history: [handoff],
    };
    const { update } = turnUpdate(planTurn(AgentState), values, { turnId: "turn_2", userInput: "Again", now });
    expect(update).toMatchObject({
      planning_execution_plan: null,
      planning_current_step_index: 0,
      execution_step_results: {},
    });
    expect(update).not.toHaveProperty("execution_handoff_history");
    // The values are replaced, so only the history still names an agent of the old plan.
    const next = { ...values, ...update };
    expect(next.execution_handoff_history).toEqual([handoff]);
    const naming = Object.entries(next).filter(([, value]) => /agent_[abc]/.test(JSON.stringify(value)));
    expect(naming.map(([name]) => name)).toEqual(["execution_handoff_history"]);
  });

  const names = ["a", "b", "c", "d", "e"];
  const plans = fc
    .array(fc.array(fc.constantFrom(...names), { maxLength: 2 }), { minLength: 1, maxLength: 5 })
    .map((needs) =>
      // Only earlier names: a plan without cycles.
      needs.map((dependencies, index) =>
        step(names[index] ?? "", ...new Set(dependencies.filter((name) => names.indexOf(name) < index))),
      ),
    );
  const faults = fc.record({
    plan: plans,
    failures: fc.dictionary(fc.constantFrom(...names), fc.nat({ max: 4 })),
    onFailure: fc.constantFrom<OnStepFailure>("abort", "skip", "continue"),
    maxConcurrency: fc.integer({ min: 1, max: 3 }),
    maxAttempts: fc.integer({ min: 1, max: 3 }),
    cancelAfter: fc.option(fc.nat({ max: 6 })),
  });

  test("law: no step runs before its dependencies, too often or beyond the parallel limit, and the result is correct", async () => {
    await fc.assert(
      fc.asyncProperty(faults, async ({ plan, failures, onFailure, maxConcurrency, maxAttempts, cancelAfter }) => {
        const stop = new AbortController();
        const { emitted, events } = recordEvents();
        const done = new Set<string>();
        const tries = new Map<string, number>();
        let running = 0;
        let maxRunning = 0;
        let calls = 0;
        const executed = await executePlan(
          { steps: plan },
          async (each, { attempt }) => {
            const name = each.stepId ?? "";
            expect((each.dependsOn ?? []).filter((need) => !done.has(need))).toEqual([]);
            tries.set(name, (tries.get(name) ?? 0) + 1);
            calls += 1;
            running += 1;
            maxRunning = Math.max(maxRunning, running);
            if (calls - 1 === cancelAfter) stop.abort("enough");
            await Promise.resolve();
            running -= 1;
            if (attempt <= (failures[name] ?? 0)) throw new Error("no connection");
            done.add(name);
            return name;
          },
          {
            ...options(),
            onFailure,
            maxConcurrency,
            signal: stop.signal,
            events,
            retryPolicy: { maxAttempts, delaySeconds: 1, backoffFactor: 2 },
          },
        );
        expect(Math.max(0, ...tries.values())).toBeLessThanOrEqual(maxAttempts);
        expect(maxRunning).toBeLessThanOrEqual(maxConcurrency);
        const ended = statuses(executed.plan);
        expect(ended.filter((each) => each === undefined || each === "pending" || each === "in_progress")).toEqual([]);
        const reported = executed.plan.steps.flatMap(({ status, stepId = "" }) =>
          status === "completed" ? [stepId] : [],
        );
        expect(reported.filter((name) => !done.has(name))).toEqual([]);
        expect(executed.outcome === "completed" && ended.includes("failed")).toBe(false);
        const allCompleted = ended.every((each) => each === "completed");
        const isCorrect =
          stop.signal.aborted ||
          onFailure !== "continue" ||
          executed.outcome === (allCompleted ? "completed" : "failed");
        expect(isCorrect).toBe(true);
        expect(emitted.filter((event) => event.type === "plan_completed")).toMatchObject([
          { status: executed.outcome },
        ]);
        expect(emitted.filter((event) => event.type === "plan_step_completed")).toHaveLength(plan.length);
      }),
    );
  });
});
