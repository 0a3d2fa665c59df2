import { initialState, SeedState } from "@tidemark/core-state";
import { type NodeFailure, type SeedStateUpdate, type SeedStateValue } from "@tidemark/core-state/internal";
import { decideRoute, type Limits } from "@tidemark/agents";
import { defaultRetryPolicy, killedUpdate, nodeOf, recursionLimitOf, routeUpdate } from "@tidemark/agents/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { failed, reduce, NOW_SECONDS, policy, registry, rulesOf, succeeded } from "../routing/routing-values.ts";

const severities = ["critical", "fatal", "reclassification", "replanning", "retriable"] as const;

/** Result of one execution of a node: its end, its duration, and its update on success. */
const happening = (well: number, retriable: number) =>
  fc.record({
    ends: fc.oneof(
      { weight: well, arbitrary: fc.constant("well" as const) },
      { weight: retriable, arbitrary: fc.constant("retriable" as const) },
      { weight: 2, arbitrary: fc.constantFrom("reclassification" as const, "replanning" as const) },
      { weight: 1, arbitrary: fc.constantFrom(...severities) },
    ),
    seconds: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(1, 40) }),
    task: fc.oneof({ weight: 20, arbitrary: fc.constant("Do A.") }, { weight: 1, arbitrary: fc.constant(null) }),
    capabilities: fc.oneof({ weight: 12, arbitrary: fc.constant(["capA"]) }, { weight: 1, arbitrary: fc.constant([]) }),
    plan: fc.oneof(
      { weight: 15, arbitrary: fc.constantFrom(["capA", "weather", "respond"], ["capA", "capA", "capA"], ["capA"]) },
      { weight: 1, arbitrary: fc.constantFrom(["ghost"], [], ["clarify"], null) },
    ),
    asks: fc.oneof(
      { weight: 40, arbitrary: fc.constant("nothing" as const) },
      { weight: 2, arbitrary: fc.constant("user" as const) },
      { weight: 8, arbitrary: fc.constant("approval" as const) },
      { weight: 1, arbitrary: fc.constant("kill" as const) },
    ),
    ownPolicy: fc.boolean(),
  });
const few = { minLength: 1, maxLength: 12 };
/** One list for the nodes that lead to a plan, which mostly succeed, and one for the nodes that execute it. */
const scripts = fc.record({
  before: fc.array(happening(40, 6), few),
  during: fc.array(happening(9, 9), few),
});
type Script = NonNullable<ReturnType<(typeof scripts)["generate"]>["value"]>;
type Happening = Script["before"][number];

const small = fc.integer({ min: 0, max: 4 });
/** A number, and sometimes the one that forbids everything. */
const mostly = (least: number, ...others: readonly number[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...others) }, { weight: 1, arbitrary: fc.constant(least) });
const someLimits: fc.Arbitrary<Limits> = fc.record({
  maxReclassifications: small,
  maxPlanningAttempts: mostly(0, 1, 2, 3, 4),
  maxStepRetries: small,
  maxRetries: small,
  maxClarifications: small,
  maxSteps: mostly(0, 2, 3, 3, 3),
  maxIterations: mostly(0, 3, 10, 40, 40, 40),
  maxExecutionTimeSeconds: mostly(0, 10, 100, 300, 100_000, 100_000),
  maxModelCalls: small,
  maxToolCalls: small,
  maxTokens: fc.integer({ min: 0, max: 200 }),
  maxCost: fc.constantFrom(0, 0.5, 1, Number.POSITIVE_INFINITY),
  maxUncountedCalls: small,
});

interface Run {
  readonly state: SeedStateValue;
  readonly supersteps: number;
  readonly ended: boolean;
  readonly visits: readonly Visit[];
}

interface Visit {
  readonly node: string;
  readonly ends: Happening["ends"];
  readonly before: SeedStateValue;
  readonly elapsed: number;
  /** Number of plans created before. */
  readonly generation: number;
}

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Runs a turn: the router decides, and the chosen node has the next result of the script, until the end or the recursion limit. */
function runTurn(script: Script, limits: Limits): Run {
  const { maxRetries: control_max_retries } = limits;
  let state: SeedStateValue = { ...initialState(SeedState), control_max_retries, execution_start_time: NOW_SECONDS };
  let time = NOW_SECONDS;
  let generation = 0;
  const visits: Visit[] = [];
  for (let supersteps = 1; supersteps <= recursionLimitOf(limits); supersteps += 2) {
    const route = decideRoute(state, { registry, limits, now: instant(time) });
    state = reduce(state, routeUpdate(state, route, instant(time)));
    const node = nodeOf(route);
    if (node === null) return { state, supersteps, ended: true, visits };
    if (route.to === "retry") time += route.delaySeconds;
    const list = LEADS_TO_PLAN.has(node) ? script.before : script.during;
    const drawn = list[visits.length % list.length] ?? DULL;
    visits.push({ node, ends: drawn.ends, before: state, elapsed: time - NOW_SECONDS, generation });
    const startedAt = instant(time);
    // A person takes an hour, which does not count for the time limit.
    time += node === "approval" ? 3600 : drawn.seconds;
    const now = instant(time);
    if (drawn.ends === "well") {
      state = reduce(state, succeeded(state, { node, update: given(node, drawn, state), startedAt, now }));
      if (node === "planner") generation += 1;
    } else {
      const retryPolicy = drawn.ownPolicy ? { retryPolicy: policy } : {};
      const classification = { severity: drawn.ends };
      state = reduce(
        state,
        failed(state, { node, error: new Error("no"), classification, startedAt, now, ...retryPolicy }),
      );
    }
    if (drawn.asks === "kill") state = reduce(state, killedUpdate(state, "the user left", now));
  }
  return { state, supersteps: recursionLimitOf(limits), ended: false, visits };
}

const LEADS_TO_PLAN: ReadonlySet<string> = new Set(["task_extraction", "classifier", "planner"]);

const DULL: Happening = {
  ends: "well",
  seconds: 0,
  task: "Do A.",
  capabilities: ["capA"],
  plan: null,
  asks: "nothing",
  ownPolicy: false,
};

function given(node: string, drawn: Happening, state: SeedStateValue): SeedStateUpdate {
  if (node === "task_extraction") return { task_current_task: drawn.task };
  if (node === "classifier") return { planning_active_capabilities: drawn.capabilities };
  if (node === "planner") {
    return {
      planning_execution_plan: drawn.plan === null ? null : { steps: drawn.plan.map((capability) => ({ capability })) },
    };
  }
  if (node === "clarify") return { control_clarification_count: state.control_clarification_count + 1 };
  if (node === "approval") return { execution_pending_approvals: { r1: request("approved") } };
  if (rulesOf(node) !== undefined) return {};
  return {
    planning_current_step_index: 7,
    ...(drawn.asks === "user" && { control_clarification_needed: true }),
    ...(drawn.asks === "approval" && { execution_pending_approvals: { r1: request("pending") } }),
  };
}

const request = (status: "approved" | "pending") => ({
  id: "r1",
  status,
  stepObjective: "Write.",
  capability: "capA",
  approvalType: "python",
  hash: "h",
  requestedAt: instant(NOW_SECONDS),
  expiresAt: null,
  decidedBy: status === "pending" ? null : "user:u1",
  decidedAt: status === "pending" ? null : instant(NOW_SECONDS),
  payload: {},
});

const finished = ({ visits }: Run, node: string): number =>
  visits.filter((visit) => visit.node === node && visit.ends !== "retriable").length;

/** Longest sequence of executions of one node in which all but the last had a retriable failure. */
function longestStreak(visits: readonly Visit[], belongs: (visit: Visit) => unknown): number {
  let longest = 0;
  let streak = 0;
  visits.forEach((visit, index) => {
    const before = visits[index - 1];
    const again = before !== undefined && before.ends === "retriable" && belongs(before) === belongs(visit);
    streak = again ? streak + 1 : 1;
    longest = Math.max(longest, streak);
  });
  return longest;
}

const isStep = ({ node, before }: Visit): boolean => {
  const step = before.planning_execution_plan?.steps[before.planning_current_step_index];
  return (
    step !== undefined && (step.capability === node || (step.capability === "weather" && node === "weather_agent"))
  );
};

const attemptsOf = (limits: Limits, error: NodeFailure | null): number =>
  error?.retryPolicy?.maxAttempts ?? Math.min(4, limits.maxRetries + 1);

const runs = fc.tuple(scripts, someLimits);
const holds = (law: (run: Run, limits: Limits) => void): void => {
  fc.assert(
    fc.property(runs, ([script, limits]) => {
      law(runTurn(script, limits), limits);
    }),
  );
};

describe("for any failures in any order", () => {
  test("every run ends within the computed number of supersteps", () => {
    holds((run) => {
      expect(run.ended).toBe(true);
    });
  });

  test("no more nodes run than the iteration limit allows, plus the error node", () => {
    holds(({ visits }, { maxIterations }) => {
      expect(visits.length).toBeLessThanOrEqual(maxIterations + 1);
      expect(visits.slice(maxIterations).every(({ node }) => node === "error")).toBe(true);
    });
  });

  test("planning attempts stay within their limit", () => {
    holds((run, { maxPlanningAttempts }) => {
      expect(finished(run, "planner")).toBeLessThanOrEqual(maxPlanningAttempts);
      expect(run.state.control_plans_created_count).toBe(finished(run, "planner"));
    });
  });

  test("capabilities are selected once, and again within the limit", () => {
    holds((run, { maxReclassifications }) => {
      expect(finished(run, "classifier")).toBeLessThanOrEqual(1 + maxReclassifications);
      expect(run.state.control_reclassification_count).toBeLessThanOrEqual(maxReclassifications);
    });
  });

  test("a node that keeps failing runs as often as its policy allows in total", () => {
    holds(({ visits }, limits) => {
      const limit = Math.max(policy.maxAttempts, attemptsOf(limits, null));
      expect(longestStreak(visits, ({ node }) => node)).toBeLessThanOrEqual(limit);
      expect(attemptsOf(limits, null)).toBeLessThanOrEqual(defaultRetryPolicy("planner").maxAttempts);
    });
  });

  test("retries of a step stay within their limit, regardless of nodes in between", () => {
    holds(({ visits }, { maxStepRetries }) => {
      const steps = visits.filter(isStep);
      const counts = new Map<string, number>();
      for (const { generation, before, ends } of steps) {
        const key = `${generation}/${before.planning_current_step_index}/${before.control_plans_created_count}`;
        if (ends === "retriable") counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      for (const count of counts.values()) expect(count).toBeLessThanOrEqual(maxStepRetries + 1);
    });
  });

  test("questions to the user stay within their limit", () => {
    holds(({ state }, { maxClarifications }) => {
      expect(state.control_clarification_count).toBeLessThanOrEqual(maxClarifications);
    });
  });

  test("only the error node starts after the time limit; waiting for people does not count", () => {
    holds(({ visits }, { maxExecutionTimeSeconds }) => {
      visits.forEach(({ node, elapsed }, index) => {
        const waited = visits.slice(0, index).filter((visit) => visit.node === "approval").length;
        expect(node === "error" || elapsed - waited * 3600 < maxExecutionTimeSeconds).toBe(true);
      });
    });
  });

  test("a killed run starts only its answer, and records that it was killed", () => {
    holds(({ visits, state }) => {
      const after = visits.filter(({ before }) => before.control_is_killed);
      expect(after.every(({ node }) => node === "error")).toBe(true);
      expect(after.length).toBeLessThanOrEqual(1);
      expect(state.control_is_killed).toBe(state.control_kill_reason !== null);
    });
  });

  test("only a successful step moves the plan, by one, regardless of its update", () => {
    holds(({ visits }) => {
      visits.forEach((visit, index) => {
        const next = visits[index + 1];
        if (next === undefined || next.generation !== visit.generation || visit.node === "classifier") return;
        const moved = next.before.planning_current_step_index - visit.before.planning_current_step_index;
        const isAgent = rulesOf(visit.node) === undefined;
        expect(moved).toBe(visit.ends === "well" && (isAgent || isStep(visit)) ? 1 : 0);
      });
    });
  });
});
