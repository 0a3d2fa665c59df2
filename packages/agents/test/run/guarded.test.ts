import { Command, END, GraphInterrupt, ParentCommand, START, StateGraph } from "@langchain/langgraph";
import { killSwitch } from "@tidemark/agents";
import { agentNode, createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { ThreadRuns } from "@tidemark/agents/internal/langgraph";
import { AgentState, initialState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { agentErrors } from "../../src/kernel/errors.ts";
import { resultOf } from "../../src/run/joined-result.graph.ts";
import { type GuardedNode, guardedNode, type GuardOptions } from "../../src/run/guarded.graph.ts";

const clock = fixedClock("2030-01-31T12:00:00.000Z");
const config = { configurable: { thread_id: "ann" } };
const never = { wait: () => new Promise<void>(() => {}) };
const values = { ...initialState(AgentState), messages: [] };
const started = { ...values, execution_start_time: Date.parse("2030-01-31T11:59:00.000Z") / 1000 };

type Guarded = Partial<GuardedNode<typeof AgentState>>;

const node = (run: (signal: AbortSignal) => unknown, about: Guarded = {}, options: GuardOptions = {}) =>
  guardedNode(
    AgentState,
    {
      name: "weather",
      begin: ({ signal }) => ({ run: () => run(signal), complete: (answer) => resultOf("weather", answer) }),
      ...about,
    },
    { clock, timer: never, ...options },
  );

const throws = (thrown: unknown) => () => {
  throw thrown;
};

/** Works until it is aborted, and throws the abort reason. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<object>((_resolve, reject) => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the caller may abort with any reason
    signal.addEventListener("abort", () => reject(signal.reason));
  });

const forever = () => new Promise<never>(() => {});

const begin: GuardedNode<typeof AgentState>["begin"] = () => ({
  run: () => ({ task_current_task: "Go" }),
  complete: throws(new Error("does not fit")),
});

describe("guardedNode: failures", () => {
  test("turns any thrown or rejected value into a failure, including undefined", async () => {
    for (const error of [new Error("gone"), "gone", null, undefined, 0]) {
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- any value can be thrown
      for (const run of [throws(error), () => Promise.reject(error)]) {
        expect(await node(run)(values, config)).toMatchObject({
          control_has_error: true,
          control_error_info: { node: "weather", timestamp: "2030-01-31T12:00:00.000Z" },
          control_iteration: 1,
          control_last_agent: "weather",
        });
      }
    }
  });

  test("counts the failure for the next step, unless the node executes none", async () => {
    const planned = { ...values, planning_execution_plan: { steps: [{ capability: "weather", contextKey: "today" }] } };
    const agent = await node(throws(new Error("gone")))(planned, config);
    const asking = await node(throws(new Error("gone")), { name: "approval", builtIn: {}, step: null })(
      planned,
      config,
    );
    expect(agent).toMatchObject({ execution_step_results: { today: { success: false } } });
    expect(asking).toMatchObject({ execution_step_results: { infra_0_approval: { success: false } } });
  });

  test("an invalid result is a failure, and none of it is written", async () => {
    const update = await node(forever, { begin })(values, config);
    expect(update).toMatchObject({ control_error_info: { originalError: "does not fit" } });
    expect(update).not.toHaveProperty("task_current_task");
    await expect(node(forever, { begin, records: "work" })(values, config)).rejects.toThrow("does not fit");
  });

  test("uses the node's rule for errors of its work, and the common rules when that rule throws", async () => {
    const fails = throws(new Error("gone"));
    const fatal = await node(fails, { classifyError: () => ({ severity: "fatal" }) })(values, config);
    const common = await node(fails, { classifyError: throws(new Error("no rule")) })(values, config);
    expect(fatal).toMatchObject({ control_error_info: { classification: { severity: "fatal" } } });
    expect(common).toMatchObject({ control_error_info: { classification: { severity: "critical" } } });
  });

  test("lets interrupts, commands to a parent graph, and the caller's abort pass, and ends the run", async () => {
    const parent = new ParentCommand(new Command({ graph: Command.PARENT }));
    for (const [error, signal] of [
      [new GraphInterrupt([]), undefined],
      [parent, undefined],
      [new Error("aborted"), AbortSignal.abort(new Error("aborted"))],
    ] as const) {
      const switches = killSwitch();
      const runs = new ThreadRuns(switches);
      const stopped = node(throws(error), {}, { runs })(values, { ...config, ...(signal && { signal }) });
      await expect(stopped).rejects.toThrow(error.message);
      expect(switches.threads()).toEqual([]);
    }
  });

  test("an error that imitates an interrupt is a failure", async () => {
    expect(await node(throws({ is_bubble_up: true }))(values, config)).toMatchObject({ control_has_error: true });
  });
});

describe("guardedNode: time and kills", () => {
  test("PS-33 ends and aborts work at its time limit", async () => {
    const signals: AbortSignal[] = [];
    const timer = { wait: (milliseconds: number) => (milliseconds === 60_000 ? Promise.resolve() : never.wait()) };
    const run = (signal: AbortSignal) => {
      signals.push(signal);
      return forever();
    };
    const update = await node(run, { timeoutSeconds: 60 }, { timer })(values, config);
    expect(update).toMatchObject({ control_error_info: { classification: { severity: "retriable" } } });
    expect(agentErrors.agentTimedOut.is(signals[0]?.reason)).toBe(true);
  });

  test("leaves no timer, and keeps the run open for the next node", async () => {
    const waiting = new Set<AbortSignal>();
    const timer = {
      wait: (_: number, signal?: AbortSignal) => {
        if (signal !== undefined) waiting.add(signal);
        return never.wait();
      },
    };
    const switches = killSwitch();
    const options = { runs: new ThreadRuns(switches), timer };
    expect(await node(() => ({ control_iteration: 1 }), { timeoutSeconds: 5 }, options)(values, config)).toEqual({
      control_iteration: 1,
    });
    expect([switches.threads(), waiting.size > 0, [...waiting].every(({ aborted }) => aborted)]).toEqual([
      ["ann"],
      true,
      true,
    ]);
  });

  test("a killed node records the reason, and counts", async () => {
    const switches = killSwitch();
    const stopped = node(
      untilAborted,
      {},
      { runs: new ThreadRuns(switches) },
    )({ ...started, control_iteration: 4 }, config);
    switches.kill("ann", "the user left");
    expect(await stopped).toEqual({
      control_is_killed: true,
      control_kill_reason: "the user left",
      control_iteration: 5,
      execution_total_time: 60,
    });
  });

  test("waits for exactly the remaining time of the turn", async () => {
    const waited: number[] = [];
    const timer = { wait: (milliseconds: number) => Promise.resolve(void waited.push(milliseconds)) };
    const stopped = node(untilAborted, {}, { timer, limits: { maxExecutionTimeSeconds: 90 } })(started, config);
    expect(await stopped).toMatchObject({ control_kill_reason: "time limit" });
    expect(waited).toEqual([30_000]);
  });

  test("a node that explains a stop is not stopped", async () => {
    const switches = killSwitch();
    const runs = new ThreadRuns(switches);
    runs.enter(config);
    switches.kill("ann", "enough");
    const timer = { wait: () => Promise.resolve() };
    const options = { runs, timer, limits: { maxExecutionTimeSeconds: 0 } };
    const speaks = node((signal) => ({ aborted: signal.aborted }), { stops: false }, options);
    expect(await speaks(started, config)).toEqual({ aborted: false });
  });

  test("the last node ends the run, unless it failed", async () => {
    for (const [run, threads] of [
      [() => ({}), []],
      [throws(new Error("gone")), ["ann"]],
    ] as const) {
      const switches = killSwitch();
      await node(run, { last: true }, { runs: new ThreadRuns(switches) })(values, config);
      expect(switches.threads()).toEqual(threads);
    }
  });
});

/** Number of stack frames of this repository's packages, without those of the agent. */
const ownFrames = (stack: string): readonly string[] =>
  stack.split("\n").filter((line) => /\/packages\/[^/]+\/src\//.test(line));

describe("the call of an agent", () => {
  test("adds at most five stack frames of the packages below LangGraph, in assembled and custom graphs", async () => {
    const stacks: string[] = [];
    const spy = defineAgent(AgentState, {
      name: "spy",
      description: "Looks at the stack.",
      reads: [],
      run: () => {
        const limit = Error.stackTraceLimit;
        Error.stackTraceLimit = 100;
        stacks.push(new Error("here").stack ?? "");
        Error.stackTraceLimit = limit;
        return {};
      },
    });
    const assembled = createAgentGraph({
      state: AgentState,
      agents: [spy],
      planner: () => Promise.resolve({ steps: [{ capability: "spy" }] }),
      approvals: { spy: "never" },
    });
    await assembled.invoke({ messages: [{ role: "user", content: "Go" }] });
    const custom = new StateGraph(toStateSchema(AgentState))
      .addNode("spy", agentNode(AgentState, spy))
      .addEdge(START, "spy")
      .addEdge("spy", END)
      .compile();
    await custom.invoke({});
    expect(stacks).toHaveLength(2);
    for (const stack of stacks) {
      const frames = ownFrames(stack);
      expect(frames.length).toBeGreaterThan(0);
      expect(frames.slice(5)).toEqual([]);
    }
  });
});
