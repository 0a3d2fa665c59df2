import { decideRoute, type Limits } from "@tidemark/agents";
import { killedUpdate, nodeOf, recursionLimitOf, routeUpdate, startPlan } from "@tidemark/agents/internal";
import { initialState, SeedState } from "@tidemark/core-state";
import type { SeedStateUpdate, SeedStateValue } from "@tidemark/core-state/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StepRun } from "../../src/kernel/route-decision.ts";
import { outcomeWrites } from "../../src/parallel/outcome-update.ts";
import { outcomeOf } from "../../src/parallel/outcomes.ts";
import { settleSteps } from "../../src/parallel/settle.ts";
import { valuesOfStep } from "../../src/parallel/step-view.ts";
import { hasReducer } from "../../src/parallel/together.ts";
import type { ParallelOptions } from "../../src/routing/route-facts.ts";
import { failed, NOW_SECONDS, reduce, registry, succeeded } from "../routing/routing-values.ts";

const severities = ["critical", "fatal", "reclassification", "replanning", "retriable"] as const;

/** Result of one run of a node. */
const happening = fc.record({
  ends: fc.oneof(
    { weight: 12, arbitrary: fc.constant("well" as const) },
    { weight: 6, arbitrary: fc.constant("retriable" as const) },
    { weight: 1, arbitrary: fc.constantFrom(...severities) },
  ),
  seconds: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(1, 40) }),
  isKilled: fc.oneof({ weight: 60, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

const script = fc.record({
  happenings: fc.array(happening, { minLength: 1, maxLength: 12 }),
  /** Positions of the steps that each step of the plan needs. */
  needs: fc.array(fc.array(fc.nat(5), { maxLength: 2 }), { minLength: 1, maxLength: 6 }),
  maxConcurrency: fc.integer({ min: 2, max: 4 }),
});
type Script = NonNullable<ReturnType<(typeof script)["generate"]>["value"]>;

const someLimits: fc.Arbitrary<Limits> = fc.record({
  maxReclassifications: fc.nat(2),
  maxPlanningAttempts: fc.integer({ min: 1, max: 3 }),
  maxStepRetries: fc.nat(3),
  maxRetries: fc.nat(3),
  maxClarifications: fc.nat(2),
  maxSteps: fc.constantFrom(3, 50, 50, 50),
  maxIterations: fc.constantFrom(3, 5, 10, 40, 40),
  maxExecutionTimeSeconds: fc.constantFrom(10, 100, 300, 100_000, 100_000),
  maxModelCalls: fc.constant(100),
  maxToolCalls: fc.constant(200),
  maxTokens: fc.constant(2_000_000),
  maxCost: fc.constant(Number.POSITIVE_INFINITY),
  maxUncountedCalls: fc.constant(100),
});

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();

interface Visit {
  readonly node: string;
  readonly superstep: number;
  /** Position of the step and number of the plan. Null for other nodes. */
  readonly step: string | null;
  readonly ends: string;
  readonly elapsed: number;
  readonly wasKilled: boolean;
}

/** Runs a turn as the assembled graph does: a step next to others writes only its outcome. */
function runTurn({ happenings, needs, maxConcurrency }: Script, limits: Limits) {
  const { maxRetries: control_max_retries } = limits;
  let state: SeedStateValue = { ...initialState(SeedState), control_max_retries, execution_start_time: NOW_SECONDS };
  let time = NOW_SECONDS;
  let plans = 0;
  let superstep = 0;
  const visits: Visit[] = [];
  const parallel: ParallelOptions = { maxConcurrency };
  const next = () => happenings[visits.length % happenings.length] ?? { ends: "well", seconds: 0, isKilled: false };
  const plan = () => {
    plans += 1;
    const steps = needs.map((before, index) => ({
      capability: "capA",
      stepId: `s${index}`,
      dependsOn: before.filter((position) => position < index).map((position) => `s${position}`),
    }));
    const planned = { steps: [...steps, { capability: "respond" }] };
    return startPlan(planned, { now: instant(time), planId: `plan${plans}` });
  };

  const runStep = (before: SeedStateValue, run: StepRun): { update: SeedStateUpdate; end: number } => {
    const drawn = next();
    const startedAt = instant(time + run.delaySeconds);
    const seen = valuesOfStep(before, run, startedAt);
    const outcome = outcomeOf(before, before.planning_execution_plan?.steps[run.index] ?? {}, run.index);
    const step = `${plans}/${run.index}`;
    const elapsed = time + run.delaySeconds - NOW_SECONDS;
    visits.push({ node: run.agent, superstep, step, ends: drawn.ends, elapsed, wasKilled: before.control_is_killed });
    const end = time + run.delaySeconds + drawn.seconds;
    const nodeRun = { node: run.agent, startedAt, now: instant(end) };
    const written = drawn.isKilled
      ? killedUpdate(seen, "the user left", instant(end))
      : drawn.ends === "well"
        ? succeeded(seen, { ...nodeRun, update: {} })
        : failed(seen, { ...nodeRun, error: new Error("no"), classification: { severity: drawn.ends } });
    const writes = outcomeWrites(Object.entries(written), {
      index: run.index,
      agent: run.agent,
      values: seen,
      failures: outcome?.parallel.failures ?? 0,
      handoffId: undefined,
      startedAt,
      now: instant(end),
      keeps: (field) => hasReducer(SeedState, field),
    });
    return { update: Object.fromEntries(writes), end };
  };

  for (; superstep <= recursionLimitOf(limits); superstep += 1) {
    const route = decideRoute(state, { registry, limits, now: instant(time), parallel });
    if (route.to === "steps") {
      const before = state;
      const runs = route.steps.map((run) => runStep(before, run));
      // LangGraph refuses a second write of a field without a reducer.
      const plain = runs.flatMap(({ update }) => Object.keys(update).filter((field) => !hasReducer(SeedState, field)));
      expect(plain).toEqual([]);
      for (const { update } of runs) state = reduce(state, update);
      time = Math.max(time, ...runs.map(({ end }) => end));
      superstep += 1;
      state = reduce(state, settleSteps(state, { now: instant(time), registry }));
      continue;
    }
    state = reduce(state, routeUpdate(state, route, instant(time)));
    const node = nodeOf(route);
    if (node === null) return { state, superstep, ended: true, visits };
    if (route.to === "retry") time += route.delaySeconds;
    // Only steps and planners fail here: other tests cover the other nodes.
    const drawn = route.to === "agent" || node === "planner" ? next() : { ends: "well" as const, seconds: 0 };
    const step = route.to === "agent" ? `${plans}/${state.planning_current_step_index}` : null;
    const elapsed = time - NOW_SECONDS;
    visits.push({ node, superstep, step, ends: drawn.ends, elapsed, wasKilled: state.control_is_killed });
    const startedAt = instant(time);
    time += drawn.seconds;
    const nodeRun = { node, startedAt, now: instant(time) };
    if (drawn.ends === "well") {
      const update =
        node === "task_extraction"
          ? { task_current_task: "Do A." }
          : node === "classifier"
            ? { planning_active_capabilities: ["capA"] }
            : node === "planner"
              ? { planning_execution_plan: plan() }
              : {};
      state = reduce(state, succeeded(state, { ...nodeRun, update }));
    } else {
      const failure = { ...nodeRun, error: new Error("no"), classification: { severity: drawn.ends } };
      state = reduce(state, failed(state, failure));
    }
  }
  return { state, superstep, ended: false, visits };
}

function grouped(visits: readonly Visit[], by: (visit: Visit) => unknown): readonly (readonly Visit[])[] {
  const keys = [...new Set(visits.map(by))];
  return keys.map((key) => visits.filter((visit) => by(visit) === key));
}

const holds = (law: (run: ReturnType<typeof runTurn>, limits: Limits, drawn: Script) => void): void => {
  fc.assert(
    fc.property(script, someLimits, (drawn, limits) => {
      law(runTurn(drawn, limits), limits, drawn);
    }),
  );
};

describe("for any failures of steps next to each other", () => {
  test("every run ends within the computed number of supersteps", () => {
    holds(({ ended }) => {
      expect(ended).toBe(true);
    });
  });

  test("no more nodes run than the iteration limit allows, plus the error node, and each is counted", () => {
    holds(({ visits, state }, { maxIterations }) => {
      expect(visits.length).toBeLessThanOrEqual(maxIterations + 1);
      expect(visits.slice(maxIterations).every(({ node }) => node === "error")).toBe(true);
      expect(state.control_iteration).toBe(visits.length);
    });
  });

  test("no superstep runs more steps than the limit, or one step twice", () => {
    holds(({ visits }, _, { maxConcurrency }) => {
      for (const together of grouped(visits, ({ superstep }) => superstep)) {
        expect(together.length).toBeLessThanOrEqual(maxConcurrency);
        expect(new Set(together.map(({ step }) => step)).size).toBe(together.length);
      }
    });
  });

  test("each step completes once, and its retries stay within their limits", () => {
    holds(({ visits }, { maxStepRetries, maxRetries }) => {
      const steps = visits.filter(({ step }) => step !== null);
      for (const runs of grouped(steps, ({ step }) => step)) {
        expect(runs.length).toBeLessThanOrEqual(1 + Math.min(maxStepRetries, maxRetries, 2));
        expect(runs.slice(0, -1).every(({ ends }) => ends === "retriable")).toBe(true);
      }
    });
  });

  test("planning attempts and reclassifications stay within their limits", () => {
    holds(({ state }, { maxPlanningAttempts, maxReclassifications }) => {
      expect(state.control_plans_created_count).toBeLessThanOrEqual(maxPlanningAttempts);
      expect(state.control_reclassification_count).toBeLessThanOrEqual(maxReclassifications);
    });
  });

  test("only the error node starts after the time limit or a kill", () => {
    holds(({ visits }, { maxExecutionTimeSeconds }) => {
      for (const { node, elapsed, wasKilled } of visits) {
        expect(node === "error" || (elapsed < maxExecutionTimeSeconds && !wasKilled)).toBe(true);
      }
    });
  });
});
