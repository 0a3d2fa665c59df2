import { Command, INTERRUPT, isInterrupted, MemorySaver } from "@langchain/langgraph";
import { killSwitch } from "@tidemark/agents";
import { openSession } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { Plan } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { at, config, say, Trip, trip } from "./trip-graph.ts";

const offline = () => {
  throw Object.assign(new Error("connection reset"), { code: "ECONNRESET" });
};

/** Timer whose pauses last until their signal is aborted and call `begun` at their start. The time limit is never reached. */
const endless = (started: () => void) => ({
  wait: (milliseconds: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      signal?.addEventListener("abort", () => resolve(), { once: true });
      if (milliseconds < 60_000) queueMicrotask(started);
    }),
});

const Written = z.looseObject({ control_next_agent: z.string(), planning_execution_plan: Plan.nullish() });

/** Returns the edges of a run, from each node to those of the next superstep. */
const edgesOf = async (graph: ReturnType<typeof trip>["graph"], input: object, thread: object) => {
  const taken: string[] = [];
  let before: readonly string[] = ["__start__"];
  let now: string[] = [];
  let step = -1;
  for await (const chunk of await graph.stream(input, { ...thread, streamMode: "debug" })) {
    const { type, step: superstep, payload } = z.looseObject({ type: z.string(), step: z.number() }).parse(chunk);
    if (type !== "task") continue;
    if (superstep !== step && now.length > 0) [before, now] = [now, []];
    step = superstep;
    const { name } = z.looseObject({ name: z.string() }).parse(payload);
    now.push(name);
    for (const from of before) taken.push(`${from} ${name}`);
  }
  if (!isInterrupted(await graph.invoke(null, thread).catch(() => ({})))) {
    for (const from of now) taken.push(`${from} __end__`);
  }
  return taken;
};

const failing = () => {
  throw new Error("no such town");
};

const taskExtractor = () => Promise.resolve({ task: "Go", dependsOnChatHistory: false, dependsOnUserMemory: false });

const classifier = () => Promise.resolve(["booker"]);

describe("routing of an assembled graph", () => {
  test("a kill ends the pause before a retry, and no further node starts", async () => {
    const runs = killSwitch();
    const timer = endless(() => void runs.kill("t", "enough"));
    const { graph, executed } = trip({ killSwitch: runs, timer, weather: offline, limits: { maxStepRetries: 2 } });
    const state = await graph.invoke(say("Go"), config);
    expect([executed, state.control_kill_reason, runs.threads()]).toEqual([["weather"], "enough", []]);
    expect(state.execution_final_answer).toContain("The run was stopped: enough.");
  });

  test("an abort by the caller ends the pause, and leaves no run behind", async () => {
    const runs = killSwitch();
    const caller = new AbortController();
    const timer = endless(() => caller.abort());
    const { graph, executed } = trip({ killSwitch: runs, timer, weather: offline, limits: { maxStepRetries: 2 } });
    await expect(graph.invoke(say("Go"), { ...config, signal: caller.signal })).rejects.toThrow("aborted");
    expect([executed, runs.threads()]).toEqual([["weather"], []]);
  });

  test.each([
    ["after a pause that exceeds the time limit nothing is retried", 3000, 2, ["weather"]],
    ["a pause is counted once, and the remaining time is used", 600, 1, ["weather", "weather"]],
  ])("%s", async (_, pauseMilliseconds, maxExecutionTimeSeconds, attempts) => {
    const ticking = fixedClock("2030-01-31T12:00:00.000Z");
    let pauses = 0;
    const timer = {
      // The first wait below the limit is the pause; the time limit is never reached.
      wait: (milliseconds: number) =>
        milliseconds === 500 && (pauses += 1) === 1 ? ticking.wait(pauseMilliseconds) : new Promise<void>(() => {}),
    };
    const weather = () => (pauses === 0 ? offline() : {});
    const limits = { maxStepRetries: 2, maxExecutionTimeSeconds };
    const { graph, executed } = trip({ clock: ticking, timer, weather, limits, steps: [{ capability: "weather" }] });
    const state = await graph.invoke(say("Go"), config);
    expect(executed).toEqual(attempts);
    expect(state.control_kill_reason).toBe(attempts.length === 1 ? "time limit" : null);
  });

  test("a request that is not answered in time is not executed", async () => {
    const ticking = fixedClock("2030-01-31T12:00:00.000Z");
    const { graph, executed } = trip({ clock: ticking, approvals: { booker: "always" }, approvalSeconds: 60 });
    await graph.invoke(say("Go"), config);
    await ticking.wait(61_000);
    const state = await graph.invoke(new Command({ resume: "yes" }), config);
    expect([executed, state.execution_final_answer]).toEqual([
      ["weather"],
      "This was not approved in time, so nothing was done.",
    ]);
  });

  test("asks again when the approved step was changed, and executes the last approved one", async () => {
    const { graph, executed } = trip({ approvals: { booker: "always" } });
    const stopped = await graph.invoke(say("Go"), config);
    const plan = stopped.planning_execution_plan;
    if (plan === null) throw new Error("There is no plan.");
    const steps = plan.steps.map((step, index) => (index === 1 ? { ...step, taskObjective: "Book ten trains" } : step));
    await graph.updateState(config, { planning_execution_plan: { ...plan, steps } }, "planner");
    // The edit has closed the question, so the first answer is for none that is open.
    for (const _ of ["asked again", "asked about the changed step"]) {
      const asked = await graph.invoke(new Command({ resume: "yes" }), config);
      expect([isInterrupted(asked), executed]).toEqual([true, ["weather"]]);
    }
    const state = await graph.invoke(new Command({ resume: "yes" }), config);
    expect([executed.at(-1), state.control_workflow_status]).toEqual(["booker in Bergen", "completed"]);
  });

  test("a new message instead of an answer asks again, and the old answer decides nothing", async () => {
    const { graph, executed } = trip({ approvals: { booker: "always" } });
    const first = await graph.invoke(say("Go"), config);
    const second = await graph.invoke(say("Something else"), config);
    const [old] = isInterrupted(first) ? first[INTERRUPT] : [];
    expect(isInterrupted(second)).toBe(true);
    const late = await graph.invoke(new Command({ resume: { [String(old?.id)]: "yes" } }), config);
    expect([isInterrupted(late), executed]).toEqual([true, ["weather", "weather"]]);
  });

  test("of two concurrent answers the first one counts, and a fork has separate answers", async () => {
    const { graph, executed } = trip({ approvals: { booker: "always" }, checkpointer: new MemorySaver() });
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
    expect(executed).toEqual(["weather", "booker in Bergen"]);
    expect((await fork.state())?.execution_final_answer).toBe("This was not approved, so nothing was done.");
  });

  test("commits any number of proposals within LangGraph's limit", async () => {
    const steps = Array.from({ length: 20 }, (_, index) => ({ capability: "weather", contextKey: `k${index}` }));
    const { graph, executed } = trip({ steps, limits: { maxIterations: 25 }, timer: at });
    expect((await graph.invoke(say("Go"), config)).control_workflow_status).toBe("completed");
    expect(executed).toHaveLength(20);
  });

  test("runs use only drawn edges, and every drawn node belongs to the graph", async () => {
    const asks = {
      planner: () => Promise.resolve({ steps: [{ capability: "clarify", taskObjective: "Which day?" }] }),
    };
    const cases: readonly Parameters<typeof trip>[0][] = [
      {},
      { weather: failing, timer: at },
      { weather: offline, timer: at, limits: { maxStepRetries: 1 } },
      { approvals: { booker: "always" } },
      asks,
      { classifier: () => Promise.resolve([]) },
      { taskExtractor: () => Promise.reject(new Error("gone")), timer: at },
    ];
    const taken = new Set<string>();
    for (const options of cases) {
      const { graph } = trip(options);
      const { edges, nodes } = await graph.getGraphAsync();
      const drawn = new Set(edges.map(({ source, target }) => `${source} ${target}`));
      for (const edge of await edgesOf(graph, say("Go"), config)) {
        taken.add(edge);
        expect(drawn).toContain(edge);
      }
      expect(Object.keys(nodes).toSorted()).toEqual([...Object.keys(graph.nodes), "__end__"].toSorted());
    }
    expect([...taken]).toEqual(
      expect.arrayContaining([
        "__start__ turn_start",
        "weather commit",
        "weather weather",
        "weather error",
        "booker respond",
      ]),
    );
  });

  test("a planned turn of two steps stores at most nine checkpoints, including models for the task and its capabilities", async () => {
    const steps = [
      { capability: "booker", contextKey: "one" },
      { capability: "booker", contextKey: "two" },
    ];
    const checkpointsOf = async (options: Parameters<typeof trip>[0]) => {
      const { graph } = trip({ steps, ...options });
      await graph.invoke(say("Go"), config);
      let count = 0;
      for await (const _ of graph.getStateHistory(config)) count += 1;
      return count;
    };
    expect([await checkpointsOf({}), await checkpointsOf({ taskExtractor, classifier })]).toEqual([7, 9]);
  });

  test("a turn without models for the task and its capabilities runs only working nodes", async () => {
    const { graph } = trip();
    const nodes: string[] = [];
    for await (const update of await graph.stream(say("Go"), { ...config, streamMode: "updates" })) {
      nodes.push(...Object.keys(update));
    }
    // The weather agent proposes a town, which is committed before the next agent reads it.
    expect(nodes).toEqual(["turn_start", "planner", "weather", "commit", "booker", "respond"]);
  });

  test("the chosen node writes the decision: the next agent, the started step, and the handoff", async () => {
    const { graph } = trip();
    const written: unknown[] = [];
    for await (const update of await graph.stream(say("Go"), { ...config, streamMode: "updates" })) {
      for (const [node, fields] of Object.entries(update)) {
        if (node === "turn_start" || node === "commit") continue;
        const { control_next_agent: next, planning_execution_plan: plan } = Written.parse(fields);
        written.push([node, next, plan?.steps.map(({ status }) => status)]);
      }
    }
    expect(written).toEqual([
      ["planner", "planner", ["pending", "pending", "pending"]],
      ["weather", "weather", ["in_progress", "pending", "pending"]],
      ["booker", "booker", ["completed", "in_progress", "pending"]],
      ["respond", "respond", ["completed", "completed", "completed"]],
    ]);
  });

  test("the start of a step is streamed when the step starts, not when it ends", async () => {
    const seen: string[] = [];
    const { graph } = trip({ weather: () => seen.push("works") });
    for await (const chunk of await graph.stream(say("Go"), { ...config, streamMode: "custom" })) {
      seen.push(z.looseObject({ type: z.string() }).parse(chunk).type);
      if (seen.length > 4) break;
    }
    expect(seen.slice(0, 3)).toEqual(expect.arrayContaining(["plan_step_started", "agent_handoff", "works"]));
  });

  test.each(["weather", "planner", "turn_start"])(
    "a thread that is edited in the name of %s continues",
    async (node) => {
      const { graph, executed } = trip();
      const asked: object = { ...config, interruptBefore: ["booker"] };
      await graph.invoke(say("Go"), asked);
      await graph.updateState(config, { capability_context_data: { NOTES: { today: { hurry: true } } } }, node);
      expect((await graph.getState(config)).next).toEqual(["booker"]);
      const state = await graph.invoke(null, config);
      expect([executed, state.control_workflow_status]).toEqual([["weather", "booker in Bergen"], "completed"]);
    },
  );

  test("a run that stopped between the decision and the node continues with that node, and records it once", async () => {
    const checkpointer = new MemorySaver();
    const asked: object = { ...config, interruptBefore: ["booker"] };
    const stopped = trip({ checkpointer });
    await stopped.graph.invoke(say("Go"), asked);
    const { graph, executed } = trip({ checkpointer });
    const state = await graph.invoke(null, config);
    expect([executed, state.control_workflow_status]).toEqual([["booker in Bergen"], "completed"]);
    expect(state.execution_handoff_history.map(({ toAgentId }) => toAgentId)).toEqual(["weather", "booker"]);
  });

  test("proposals are committed before a killed run ends", async () => {
    const runs = killSwitch();
    const steps = [{ capability: "weather", contextKey: "today" }];
    const { graph } = trip({
      killSwitch: runs,
      steps,
      responder: () => Promise.resolve(runs.kill("t", "enough").outcome),
    });
    const state = await graph.invoke(say("Go"), config);
    expect([state.trip_city, state.control_kill_reason, runs.threads()]).toEqual(["Bergen", "enough", []]);
  });
});
