import type { PlanStep } from "@tidemark/core-state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Failure, go, inThread, parallelGraph } from "./parallel-graph.ts";

/** Steps of which each needs some of the steps before it. */
const plans = fc
  .integer({ min: 1, max: 7 })
  .chain((size) =>
    fc.tuple(
      ...Array.from({ length: size }, (_, index) =>
        index === 0 ? fc.constant<number[]>([]) : fc.uniqueArray(fc.nat(index - 1), { maxLength: 3 }),
      ),
    ),
  );

/** Failures of each step before it succeeds. A critical failure is final. */
const failures = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<readonly ("critical" | "retriable")[]>([]) },
    { weight: 2, arbitrary: fc.constant(["retriable"] as const) },
    { weight: 1, arbitrary: fc.constant(["retriable", "retriable", "retriable"] as const) },
    { weight: 1, arbitrary: fc.constant(["critical"] as const) },
  ),
  { minLength: 7, maxLength: 7 },
);

const cases = fc.record({
  needs: plans,
  failures,
  maxConcurrency: fc.integer({ min: 1, max: 4 }),
  onStepFailure: fc.constantFrom("abort" as const, "skip" as const, "continue" as const),
  maxStepRetries: fc.integer({ min: 0, max: 2 }),
});
type Case = NonNullable<ReturnType<(typeof cases)["generate"]>["value"]>;

const nameOf = (index: number): string => `s${index}`;

/** Runs a plan, and checks at each start what may start. */
async function runCase({ needs, failures: planned, ...options }: Case, maxConcurrency: number) {
  const left = planned.map((each) => [...each]);
  const completed = new Set<string>();
  const runs = new Map<string, number>();
  const steps = needs.map((before, index): PlanStep => ({
    stepId: nameOf(index),
    contextKey: nameOf(index),
    agentId: "worker",
    task: nameOf(index),
    dependsOn: before.map(nameOf),
  }));
  const { graph, gauge } = parallelGraph(steps, {
    maxConcurrency,
    onStepFailure: options.onStepFailure,
    // The default answer is the last message, which depends on the order of the steps.
    responder: ({ steps: done = [] }) => Promise.resolve(`Done: ${done.join(", ")}`),
    limits: { maxStepRetries: options.maxStepRetries },
    work: (name) => {
      runs.set(name, (runs.get(name) ?? 0) + 1);
      const index = Number(name.slice(1));
      for (const before of needs[index] ?? []) {
        if (!completed.has(nameOf(before))) throw new Error(`${name} ran before ${nameOf(before)}`);
      }
      if (completed.has(name)) throw new Error(`${name} ran again`);
      const severity = left[index]?.shift();
      if (severity !== undefined) throw new Failure(severity);
      completed.add(name);
    },
  });
  const state = await graph.invoke(go, { ...inThread(), recursionLimit: 200 });
  return { state, gauge, runs, completed };
}

test("law: each step runs after its dependencies, completes once, and never next to too many others", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (each) => {
      const { state, gauge, runs, completed } = await runCase(each, each.maxConcurrency);
      expect(state.control_errors.map(({ message }) => message).filter((message) => !message.startsWith("a "))).toEqual(
        [],
      );
      expect(gauge.most).toBeLessThanOrEqual(each.maxConcurrency);
      for (const count of runs.values()) expect(count).toBeLessThanOrEqual(1 + each.maxStepRetries);
      const steps = state.planning_execution_plan?.steps ?? [];
      const ended = steps.filter(({ status, agentId }) => status === "completed" && agentId === "worker");
      expect(new Set(ended.map(({ stepId }) => stepId))).toEqual(completed);
      expect(steps.every(({ status }) => status !== "pending" && status !== "in_progress")).toBe(true);
      expect(state.execution_final_answer).not.toBeNull();
      expect(state.control_iteration).toBe(2 + [...runs.values()].reduce((sum, count) => sum + count, 0));
    }),
  );
});

const COMPARED: ReadonlySet<string> = new Set([
  "planning_current_step_index",
  "execution_final_answer",
  "capability_context_data",
  "control_iteration",
  "control_has_error",
  "control_workflow_status",
]);

/** Fields to compare. A skipped step names one of the steps that it needs, which depends on the order of failures. */
const compared = ({ planning_execution_plan: plan, ...state }: RunState): object => ({
  ...Object.fromEntries(Object.entries(state).filter(([field]) => COMPARED.has(field))),
  plan: { ...plan, steps: plan?.steps.map((step) => (step.status === "skipped" ? { ...step, error: "" } : step)) },
});

type RunState = Awaited<ReturnType<typeof runCase>>["state"];

/** True if a step fails for good, which ends the run before the other steps. */
const endsRun = ({ failures: planned, maxStepRetries }: Case): boolean =>
  planned.some((list) => list.length > maxStepRetries || list.some((severity) => severity === "critical"));

test("law: unless a failure ends the run, any number of steps at once ends in the state of one at a time", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (each) => {
      fc.pre(each.onStepFailure !== "abort" || !endsRun(each));
      const one = await runCase(each, 1);
      const many = await runCase(each, each.maxConcurrency + 1);
      expect(compared(many.state)).toEqual(compared(one.state));
      expect(many.runs).toEqual(one.runs);
    }),
  );
});
