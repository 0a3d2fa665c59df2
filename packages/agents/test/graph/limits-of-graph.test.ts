import { limitsOf } from "@tidemark/agents/internal";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { SeedState } from "@tidemark/core-state";
import { type ErrorSeverity } from "@tidemark/core-state/internal";
import fc from "fast-check";
import { expect, test } from "vitest";
import { everyField } from "../every-field.ts";

const severities: readonly ErrorSeverity[] = ["critical", "retriable", "replanning", "reclassification", "fatal"];

/** Behavior of a part: success, or a failure with a severity. */
const behavior = fc.array(fc.option(fc.constantFrom(...severities), { nil: null }), { maxLength: 12 });

const small = fc.record({
  maxReclassifications: fc.nat(2),
  maxPlanningAttempts: fc.nat(3),
  maxStepRetries: fc.nat(2),
  maxRetries: fc.nat(3),
  maxIterations: fc.integer({ min: 3, max: 25 }),
});

class Failure extends Error {
  readonly severity: ErrorSeverity;

  constructor(severity: ErrorSeverity) {
    super(`a ${severity} failure`);
    this.severity = severity;
  }
}

const classified = (error: unknown) => (error instanceof Failure ? { severity: error.severity } : null);

/** Short waits end immediately; the time limit is never reached. */
const timer = {
  wait: (milliseconds: number) => (milliseconds < 100_000 ? Promise.resolve() : new Promise<void>(() => {})),
};

test("for any failures, every run ends with an answer, and no limit is exceeded", async () => {
  await fc.assert(
    fc.asyncProperty(
      behavior,
      behavior,
      small,
      fc.integer({ min: 1, max: 3 }),
      async (agentFails, planFails, limits, steps) => {
        const left = { agent: [...agentFails], plan: [...planFails] };
        const counts = { plans: 0, steps: new Map<number, number>() };
        const worker = defineAgent(SeedState, {
          name: "worker",
          description: "Works.",
          reads: ["planning_current_step_index"],
          retryPolicy: { maxAttempts: 9, delaySeconds: 0, backoffFactor: 1 },
          classifyError: classified,
          run: ({ planning_current_step_index: index }) => {
            counts.steps.set(index, (counts.steps.get(index) ?? 0) + 1);
            const severity = left.agent.shift();
            if (severity !== undefined && severity !== null) throw new Failure(severity);
            return {};
          },
        });
        const graph = createAgentGraph({
          state: SeedState,
          output: everyField(SeedState),
          agents: [worker],
          limits,
          timer,
          planner: () => {
            counts.plans += 1;
            counts.steps.clear();
            const severity = left.plan.shift();
            if (severity !== undefined && severity !== null) throw new Failure(severity);
            return Promise.resolve({ steps: Array.from({ length: steps }, () => ({ capability: "worker" })) });
          },
        });
        const state = await graph.invoke({ messages: [{ role: "user", content: "Go" }] }, { recursionLimit: 200 });
        const effective = limitsOf(state, limits);
        expect(["completed", "failed"]).toContain(state.control_workflow_status);
        expect(state.execution_final_answer).not.toBeNull();
        // A planning attempt counts when the planner answers, or fails permanently.
        expect(state.control_plans_created_count).toBeLessThanOrEqual(effective.maxPlanningAttempts);
        expect(state.control_reclassification_count).toBeLessThanOrEqual(effective.maxReclassifications);
        // The node that explains why a run stopped also counts as an iteration.
        expect(state.control_iteration).toBeLessThanOrEqual(effective.maxIterations + 1);
        for (const runs of counts.steps.values()) expect(runs).toBeLessThanOrEqual(1 + effective.maxStepRetries);
      },
    ),
  );
});
