import type { SeedStateValue } from "@tidemark/core-state/internal";
import { Command, END } from "@langchain/langgraph";
import { defineRegistry, describeAgent, killSwitch } from "@tidemark/agents";
import { startPlan } from "@tidemark/agents/internal";
import { ThreadRuns } from "@tidemark/agents/internal/langgraph";
import { SeedState, initialState, type Proposal } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { GraphRouting, type GraphRoutingOptions } from "../../src/routing/graph-routing.graph.ts";
import { routerDecision } from "../../src/routing/router-decision.graph.ts";
import { resultOf } from "../../src/run/joined-result.graph.ts";

const now = "2030-01-31T12:00:00.000Z";
const clock = { now: () => now };
const registry = defineRegistry([describeAgent({ name: "weather", description: "Knows the weather." })]);
/** Config of one run of a task. Each run has its own scratchpad. */
const configOfRun = () => ({
  configurable: { thread_id: "t", __pregel_task_id: "task", __pregel_scratchpad: {} },
});
const config = configOfRun();
const values = (different: Partial<SeedStateValue> = {}): SeedStateValue => ({
  ...initialState(SeedState),
  task_current_task: "Will it rain?",
  planning_active_capabilities: ["weather"],
  planning_execution_plan: startPlan({ steps: [{ capability: "weather" }] }, { now, planId: "plan" }),
  ...different,
});
const decide = routerDecision(SeedState, { registry, clock });
const routing = (options: Partial<GraphRoutingOptions> = {}) =>
  new GraphRouting({ decide, registry, now: clock.now, ...options });
const fail = (text: string) => () => {
  throw new Error(text);
};
const proposal: Proposal = {
  proposalId: "p",
  proposedBy: "weather",
  turnId: "turn_1",
  reason: "It rains there.",
  createdAt: now,
  changes: {},
  baseVersions: {},
};

describe("GraphRouting", () => {
  test("an edge leads to the target of the routing table, and its node records the same decision", () => {
    expect(routing().next("planner", values(), config)).toBe("weather");
    const { update, values: seen } = routing().arrive("weather", values(), { config });
    expect(update).toMatchObject({ control_next_agent: "weather", control_active_agent: "weather" });
    expect(update).toMatchObject({ planning_execution_plan: { steps: [{ status: "in_progress" }] } });
    expect(seen.execution_handoff_history).toHaveLength(1);
  });

  test("a node that is not the target records nothing", () => {
    expect(routing().arrive("booker", values(), { config })).toEqual({ update: {}, values: {}, pauseSeconds: 0 });
  });

  test("values that must be stored first go to commit: proposals, a question to a person, the end of a run", () => {
    const asking = routerDecision(SeedState, { registry, clock, approvals: { weather: "always" } });
    const picked = {
      control_operation_mode: "directed" as const,
      control_directed_mode_context: { targetAgentId: "weather", bypassRouting: true },
      control_last_agent: "weather",
    };
    expect(routing().next("weather", values({ control_proposals: [proposal] }), config)).toBe("commit");
    expect(routing({ decide: asking }).next("planner", values(), config)).toBe("commit");
    expect(routing().next("weather", values(picked), config)).toBe("commit");
    expect(routing().next("commit", values(picked), config)).toBe(END);
  });

  test("a failed commit is not retried endlessly", () => {
    const failure = {
      node: "commit",
      classification: { severity: "critical" as const },
      originalError: "gone",
      timestamp: now,
    };
    const failed = { control_proposals: [proposal], control_has_error: true, control_error_info: failure };
    expect(routing().next("commit", values(failed), config)).toBe("error");
  });

  test("a retry waits in the node that is retried", () => {
    const failure = {
      node: "weather",
      classification: { severity: "retriable" as const },
      retryPolicy: { maxAttempts: 3, delaySeconds: 2, backoffFactor: 1 },
      originalError: "503",
      timestamp: now,
    };
    const failed = values({ control_has_error: true, control_error_info: failure });
    expect(routing().next("weather", failed, config)).toBe("weather");
    expect(routing().arrive("weather", failed, { config }).pauseSeconds).toBe(2);
  });

  test("a run that was killed meanwhile goes to its error answer, and an edit starts no run", () => {
    const switches = killSwitch();
    const runs = new ThreadRuns(switches);
    expect(routing({ runs }).next("planner", values(), config)).toBe("weather");
    expect(switches.threads()).toEqual([]);
    runs.enter(config);
    switches.kill("t", "enough");
    expect(routing({ runs }).next("planner", values(), config)).toBe("error");
  });

  test("a node that answered ends the turn; a failed one does not", () => {
    const answered = {
      control_last_agent: "respond",
      execution_last_result: { success: true as const, capability: "respond", executionTime: 0, timestamp: now },
    };
    expect(routing().next("respond", values(answered), config)).toBe(END);
    expect(routing().next("respond", values(), config)).toBe("weather");
    expect(routing().next("error", values({ control_last_agent: "error" }), config)).toBe(END);
  });

  test("an error of the decision itself is reported by commit, answered by error, and never loops", () => {
    const broken = routing({
      decide: () => {
        throw new Error("no rule");
      },
    });
    const next = (from: string) => broken.nextSafely(from, values(), config);
    expect([next("weather"), next("commit"), next("error")]).toEqual(["commit", "error", END]);
    expect(() => broken.arrive("commit", values(), { config })).toThrow("no rule");
    expect(broken.arrive("error", values(), { config })).toEqual({ update: {}, values: {}, pauseSeconds: 0 });
  });

  test("a command with a target uses no edge, once, and an edit of the same node does", async () => {
    const ours = routing();
    const edge = ours.edge("weather");
    ours.follow(resultOf("weather", [new Command({ goto: "weather" })]), { config });
    expect(await edge.invoke(values(), config)).toEqual([]);
    expect(await edge.invoke(values(), config)).toBe("weather");
    ours.follow(
      resultOf("weather", [new Command({ update: {} }), new Command({ goto: "out", graph: Command.PARENT })]),
      { config },
    );
    expect(await edge.invoke(values(), config)).toBe("weather");
  });

  test("a command of an aborted run does not keep the next run of the same task from its edge", async () => {
    const ours = routing();
    ours.follow(resultOf("weather", [new Command({ goto: "weather" })]), { config: configOfRun() });
    expect(await ours.edge("weather").invoke(values(), configOfRun())).toBe("weather");
  });

  test("a command of a failed attempt does not keep the next attempt from its edge", async () => {
    const ours = routing();
    const attempts = configOfRun();
    ours.follow(resultOf("weather", [new Command({ goto: "weather" })]), { config: attempts });
    ours.arrive("weather", values(), { config: attempts });
    expect(await ours.edge("weather").invoke(values(), attempts)).toBe("weather");
  });

  test("an error of an edge is reported, even if the next decision succeeds", () => {
    const reported: unknown[] = [];
    let decisions = 0;
    const flaky = routing({
      errors: { report: (error, { node }) => void reported.push([node, error]) },
      decide: (...input) => {
        decisions += 1;
        if (decisions === 1) throw new Error("too early");
        return decide(...input);
      },
    });
    expect(flaky.nextSafely("weather", values(), config)).toBe("commit");
    expect(() => flaky.arrive("commit", values(), { config })).not.toThrow();
    expect(reported).toEqual([["weather", new Error("too early")]]);
  });

  test("an edge leads on even if the report of its error throws", () => {
    const broken = routing({ errors: { report: fail("a bug") }, decide: fail("no rule") });
    expect(broken.nextSafely("weather", values(), config)).toBe("commit");
  });

  test("refuses a command to a node that is not an agent of this graph, and suggests the nearest", () => {
    expect(() => routing().follow(resultOf("weather", [new Command({ goto: "wether" })]), { config })).toThrow(
      '"wether"',
    );
  });
});
