import { Command, INTERRUPT, isInterrupted, MemorySaver } from "@langchain/langgraph";
import { defineRegistry, describeAgent, killSwitch } from "@tidemark/agents";
import { routerNode } from "@tidemark/agents/langgraph";
import { SeedState, initialState, type NodeFailure } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { at, config, say, Trip, trip } from "../graph/trip-graph.ts";

const clock = fixedClock("2030-01-31T12:00:00.000Z");
const registry = defineRegistry([describeAgent({ name: "weather", description: "Knows the weather." })]);
const offline = () => {
  throw Object.assign(new Error("connection reset"), { code: "ECONNRESET" });
};

/** A pause that lasts until its signal is aborted; `begun` is called when it begins, and a time limit never comes. */
const endless = (begun: () => void) => ({
  wait: (milliseconds: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      signal?.addEventListener("abort", () => resolve(), { once: true });
      if (milliseconds < 60_000) queueMicrotask(begun);
    }),
});

const failure = (node: string): NodeFailure => ({
  node,
  classification: { severity: "retriable" },
  retryPolicy: { maxAttempts: 3, delaySeconds: 0, backoffFactor: 1 },
  originalError: "gone",
  timestamp: "2030-01-31T12:00:00.000Z",
});

const values = { ...initialState(SeedState), messages: [] };

describe("routerNode", () => {
  test("a kill ends the pause before another attempt, and nothing starts any more", async () => {
    const runs = killSwitch();
    const timer = endless(() => void runs.kill("t", "enough"));
    const { graph, ran } = trip({ runs, timer, weather: offline, limits: { maxStepRetries: 2 } });
    const state = await graph.invoke(say("Go"), config);
    expect([ran, state.control_kill_reason, runs.threads()]).toEqual([["weather"], "enough", []]);
    expect(state.execution_final_answer).toContain("The run was stopped: enough.");
  });

  test("an abort by the caller ends the pause, and leaves no run behind", async () => {
    const runs = killSwitch();
    const caller = new AbortController();
    const timer = endless(() => caller.abort());
    const { graph, ran } = trip({ runs, timer, weather: offline, limits: { maxStepRetries: 2 } });
    await expect(graph.invoke(say("Go"), { ...config, signal: caller.signal })).rejects.toThrow("aborted");
    expect([ran, runs.threads()]).toEqual([["weather"], []]);
  });

  test.each([
    ["a pause in which the time runs out is followed by no attempt", 3000, 2, ["weather"]],
    ["a pause is counted once, and what is left of the time is used", 600, 1, ["weather", "weather"]],
  ])("%s", async (_, pauseMilliseconds, maxExecutionTimeSeconds, attempts) => {
    const ticking = fixedClock("2030-01-31T12:00:00.000Z");
    let pauses = 0;
    const timer = {
      // The first wait of less than the limit is the pause; a time limit never comes.
      wait: (milliseconds: number) =>
        milliseconds === 500 && (pauses += 1) === 1 ? ticking.wait(pauseMilliseconds) : new Promise<void>(() => {}),
    };
    const weather = () => (pauses === 0 ? offline() : {});
    const limits = { maxStepRetries: 2, maxExecutionTimeSeconds };
    const { graph, ran } = trip({ clock: ticking, timer, weather, limits, steps: [{ capability: "weather" }] });
    const state = await graph.invoke(say("Go"), config);
    expect(ran).toEqual(attempts);
    expect(state.control_kill_reason).toBe(attempts.length === 1 ? "time limit" : null);
  });

  test("what goes wrong in the router itself is an answer", async () => {
    const router = routerNode(SeedState, { registry: { ...registry, find: offline }, clock });
    const answer = [
      await router(
        {
          ...values,
          task_current_task: "Will it rain?",
          planning_active_capabilities: ["weather"],
          planning_execution_plan: { steps: [{ capability: "weather" }] },
        },
        config,
      ),
    ].flat();
    expect(answer.map(({ goto }) => goto)).toEqual([["error"]]);
    expect(answer[0]?.update).toMatchObject({ control_has_error: true, control_error_info: { node: "router" } });
  });

  test("a retry of a node that the graph does not have any more ends in an answer", async () => {
    const router = routerNode(SeedState, { registry, clock });
    const go = async (node: string) => {
      const failed = { ...values, control_has_error: true, control_error_info: failure(node) };
      return [await router(failed, config)].flat().map(({ goto }) => goto);
    };
    expect([await go("weather"), await go("planner"), await go("climate")]).toEqual([
      [["weather"]],
      [["planner"]],
      [["error"]],
    ]);
  });

  test("a request that nobody answers in time is not carried out", async () => {
    const ticking = fixedClock("2030-01-31T12:00:00.000Z");
    const { graph, ran } = trip({ clock: ticking, approvals: { booker: "always" }, approvalSeconds: 60 });
    await graph.invoke(say("Go"), config);
    await ticking.wait(61_000);
    const state = await graph.invoke(new Command({ resume: "yes" }), config);
    expect([ran, state.execution_final_answer]).toEqual([
      ["weather"],
      "This was not approved in time, so nothing was done.",
    ]);
  });

  test("asks again when the step was changed under its approval, and does what was approved last", async () => {
    const { graph, ran } = trip({ approvals: { booker: "always" } });
    const stopped = await graph.invoke(say("Go"), config);
    const plan = stopped.planning_execution_plan;
    if (plan === null) throw new Error("There is no plan.");
    const steps = plan.steps.map((step, index) => (index === 1 ? { ...step, taskObjective: "Book ten trains" } : step));
    await graph.updateState(config, { planning_execution_plan: { ...plan, steps } }, "planner");
    await graph.invoke(new Command({ resume: "yes" }), config);
    const asked = await graph.invoke(new Command({ resume: "yes" }), config);
    expect([isInterrupted(asked), ran]).toEqual([true, ["weather"]]);
    const state = await graph.invoke(new Command({ resume: "yes" }), config);
    expect([ran.at(-1), state.control_workflow_status]).toEqual(["booker in Bergen", "completed"]);
  });

  test("a new message instead of an answer asks anew, and the old answer decides nothing", async () => {
    const { graph, ran } = trip({ approvals: { booker: "always" } });
    const first = await graph.invoke(say("Go"), config);
    const second = await graph.invoke(say("Something else"), config);
    const [old] = isInterrupted(first) ? first[INTERRUPT] : [];
    expect(isInterrupted(second)).toBe(true);
    const late = await graph.invoke(new Command({ resume: { [String(old?.id)]: "yes" } }), config);
    expect([isInterrupted(late), ran]).toEqual([true, ["weather", "weather"]]);
  });

  test("of two answers in two places the first one counts, and a fork has its own", async () => {
    const { graph, ran } = trip({ approvals: { booker: "always" }, checkpointer: new MemorySaver() });
    const session = openSession({ graph, state: Trip, threadId: "t", turnStart: "none" });
    const asked = await session.send("Go");
    const [question] = asked.outcome === "interrupted" ? asked.interrupts : [];
    const fork = await session.fork({ threadId: "fork" });
    const id = String(question?.id);
    const answers = await Promise.all([session.resume(id, "yes"), session.resume(id, "no")]);
    expect(answers.map(({ outcome }) => outcome)).toEqual(["done", "alreadyResolved"]);
    const [copy] = await fork.pending();
    const askedAgain = await fork.resume(String(copy?.id), "no");
    const [own] = askedAgain.outcome === "interrupted" ? askedAgain.interrupts : [];
    expect((await fork.resume(String(own?.id), "no")).outcome).toBe("done");
    expect(ran).toEqual(["weather", "booker in Bergen"]);
    expect((await fork.state())?.execution_final_answer).toBe("This was not approved, so nothing was done.");
  });

  test("commits as many proposals as agents make, within the host's limit", async () => {
    const steps = Array.from({ length: 20 }, (_, index) => ({ capability: "weather", contextKey: `k${index}` }));
    const { graph, ran } = trip({ steps, limits: { maxIterations: 25 }, timer: at });
    expect((await graph.invoke(say("Go"), config)).control_workflow_status).toBe("completed");
    expect(ran).toHaveLength(20);
  });
});
