import { MemorySaver } from "@langchain/langgraph";
import { killSwitch } from "@tidemark/agents";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { AgentState, defineState, extendState, field, fieldGroups } from "@tidemark/core-state";
import { stateOf } from "@tidemark/core-state/langgraph";
import { openSession } from "@tidemark/state-manager/langgraph";
import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";

const Desk = defineState({
  version: 1,
  fields: { city: field(z.string().nullable(), { default: null, lifetime: "thread", owner: "travel" }) },
});

const clock = { description: "Tells the time.", inputs: z.object({ zone: z.string() }), run: () => "12:00" };
const travel = defineAgent(Desk, { name: "travel", instructions: "Be brief.", tools: { clock } });
const config = { configurable: { thread_id: "ann" } };
const say = (content: string) => ({ messages: [{ role: "user", content }] });
const call = { toolCalls: [{ name: "clock", args: { zone: "Oslo" } }] };
/** Retries begin at once, and times do not run out. */
const quick = {
  wait: (milliseconds: number) => (milliseconds < 40_000 ? Promise.resolve() : new Promise<void>(() => {})),
};
/** Every time has run out. */
const late = { wait: () => Promise.resolve() };

/** Names of the values that a thread has stored, without those of LangGraph. */
async function storedNames(saver: MemorySaver): Promise<readonly string[]> {
  const tuple = await saver.getTuple(config);
  return Object.keys(tuple?.checkpoint.channel_values ?? {}).filter((name) => !/^__|^branch:/.test(name));
}

const fieldsOf = (graph: object) => Object.keys(stateOf(graph)?.fields ?? {});

describe("a graph of one agent, for a state without a plan", () => {
  test("stores at most 12 values with one tool, messages included", async () => {
    const saver = new MemorySaver();
    const model = scriptedModel([call, "It is noon."]);
    const graph = createAgentGraph({ state: Desk, agents: [travel], model, checkpointer: saver });
    const state = await graph.invoke(say("What time is it?"), config);
    expect(state.messages.at(-1)?.text).toBe("It is noon.");
    expectTypeOf(state.execution_final_answer).toEqualTypeOf<string | null>();
    const names = await storedNames(saver);
    expect(names.toSorted()).toEqual([
      "city",
      "control_error_info",
      "control_iteration",
      "control_retry_count",
      "execution_final_answer",
      "execution_last_result",
      "execution_start_time",
      "execution_tool_executions",
      "messages",
      "runtime_schema_version",
      "runtime_turn_id",
      "runtime_usage",
    ]);
  });

  test("answers in four steps, turn after turn", async () => {
    const saver = new MemorySaver();
    const model = scriptedModel([call, "Noon.", "One.", "Two."]);
    const graph = createAgentGraph({ state: Desk, agents: [travel], model, checkpointer: saver });
    const session = openSession({ graph, threadId: "ann" });
    for (const answer of ["Noon.", "One."]) {
      const turn = await session.send("What time is it?");
      expect(turn).toMatchObject({ outcome: "done", state: { execution_final_answer: answer } });
    }
    const nodes: string[] = [];
    for await (const step of await graph.stream(say("And now?"), { ...config, streamMode: "tasks" })) {
      const name: unknown = Reflect.get(Object(step), "name");
      if (typeof name === "string" && !nodes.includes(name)) nodes.push(name);
    }
    expect(nodes).toEqual(["turn_start", "travel", "respond"]);
  });

  test("an agent with a function that writes its field runs once", async () => {
    let runs = 0;
    const agent = defineAgent(Desk, {
      name: "travel",
      writes: ["city"],
      run: () => {
        runs += 1;
        return { city: "Oslo" };
      },
    });
    const graph = createAgentGraph({ state: Desk, agents: [agent], output: ["city"] });
    expect((await graph.invoke(say("To Oslo"))).city).toBe("Oslo");
    expect([runs, fieldsOf(graph).includes("runtime_usage")]).toEqual([1, false]);
  });

  test("a failure is retried, and then answered", async () => {
    let runs = 0;
    const agent = defineAgent(Desk, {
      name: "travel",
      run: () => {
        runs += 1;
        throw Object.assign(new Error("connection reset"), { code: "ECONNRESET" });
      },
    });
    const graph = createAgentGraph({ state: Desk, agents: [agent], timer: quick, checks: { enabled: false } });
    const state = await graph.invoke(say("To Oslo"));
    expect(state.execution_final_answer).toMatch(/^"travel" failed/);
    expect(runs).toBeGreaterThan(1);
  });

  test("a failure that needs another plan ends in an answer", async () => {
    const agent = defineAgent(Desk, {
      name: "travel",
      classifyError: () => ({ severity: "replanning", userMessage: "It cannot be done this way." }),
      run: () => {
        throw new Error("no way");
      },
    });
    const graph = createAgentGraph({ state: Desk, agents: [agent], timer: quick, checks: { enabled: false } });
    const state = await graph.invoke(say("To Oslo"));
    expect(state.execution_final_answer).toMatch(/It cannot be done this way\./);
  });

  test("the time limit stops it, and the answer says so", async () => {
    const agent = defineAgent(Desk, { name: "travel", run: () => new Promise<object>(() => {}) });
    const graph = createAgentGraph({
      state: Desk,
      agents: [agent],
      timer: late,
      checks: { enabled: false },
    });
    const state = await graph.invoke(say("To Oslo"));
    expect(state.execution_final_answer).toBe("The run was stopped: time limit. Nothing was completed.");
  });

  test("a run that is killed from outside ends in an answer", async () => {
    const stop = killSwitch();
    const agent = defineAgent(Desk, {
      name: "travel",
      run: () => {
        stop.kill("ann", "the user left");
        return new Promise<object>(() => {});
      },
    });
    const graph = createAgentGraph({ state: Desk, agents: [agent], killSwitch: stop, checkpointer: new MemorySaver() });
    const state = await graph.invoke(say("To Oslo"), config);
    expect(state.execution_final_answer).toMatch(/The run was stopped: the user left\./);
  });

  test("ends with an answer within its limits, whatever its agents do", async () => {
    const severities = ["critical", "fatal", "reclassification", "replanning", "retriable"] as const;
    const ends = fc.constantFrom<"hands over" | "works" | (typeof severities)[number]>(
      "works",
      "hands over",
      ...severities,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(ends, { maxLength: 8 }),
        fc.record({ maxIterations: fc.integer({ min: 1, max: 8 }), maxRetries: fc.integer({ min: 0, max: 3 }) }),
        async (script, limits) => {
          let runs = 0;
          const agents = (["front", "back"] as const).map((name) =>
            defineAgent(Desk, {
              name,
              classifyError: (error) => ({
                severity: severities.find((each) => String(error).includes(each)) ?? "fatal",
              }),
              run: (_, { handoff }) => {
                const next = script[runs] ?? "works";
                runs += 1;
                if (next === "works") return {};
                if (next === "hands over") {
                  const handed = handoff(name === "front" ? "back" : "front", { reason: "user_request" });
                  return handed.outcome === "handedOff" ? handed.command : {};
                }
                throw new Error(next);
              },
            }),
          );
          const graph = createAgentGraph({
            state: Desk,
            agents,
            entry: "front",
            limits,
            timer: quick,
            checks: { enabled: false },
            onError: () => {},
          });
          const state = await graph.invoke(say("To Oslo"));
          expect(state.execution_final_answer).toEqual(expect.any(String));
          expect(runs).toBeLessThanOrEqual(limits.maxIterations + 1);
        },
      ),
      { numRuns: 150 },
    );
  });

  test.each([1, 2, 3, 4, 5])("continues after a crash at checkpoint %i, with the same ids", async (crash) => {
    const keys = new Set<string>();
    const agent = defineAgent(Desk, {
      name: "travel",
      writes: ["city"],
      run: (_, { ids }) => {
        keys.add(ids.next());
        return { city: "Oslo" };
      },
    });
    const saver = new MemorySaver();
    const put = saver.put.bind(saver);
    let puts = 0;
    saver.put = (...stored) => {
      puts += 1;
      return puts === crash ? Promise.reject(new Error("power cut")) : put(...stored);
    };
    const graph = createAgentGraph({ state: Desk, agents: [agent], checkpointer: saver });
    const message = "To Oslo";
    await openSession({ graph, threadId: "ann" }).send(message).catch(String);
    const session = openSession({ graph, threadId: "ann" });
    const isStored = (await session.state()) !== null;
    const done =
      (await session.unfinished()) === null && !isStored ? await session.send(message) : await session.continue();
    expect(done.outcome).toMatch(/^(?:done|nothingToContinue)$/);
    const state: object | null = await session.state();
    expect(state).toMatchObject({ city: "Oslo", control_error_info: null, runtime_turn_id: "turn_1" });
    expect(Object.keys(state ?? {})).toContain("execution_final_answer");
    expect(keys.size).toBe(1);
  });

  test("a limit of calls ends it with an answer", async () => {
    const model = scriptedModel([call, call, call, "Never."]);
    const graph = createAgentGraph({
      state: Desk,
      agents: [travel],
      model,
      limits: { maxModelCalls: 2 },
      timer: quick,
    });
    const state = await graph.invoke(say("What time is it?"));
    expect(state.execution_final_answer).not.toBe("Never.");
    expect(state.execution_final_answer).not.toBeNull();
  });

  test("a handoff reaches the other agent, which answers", async () => {
    const front = defineAgent(Desk, { name: "front", instructions: "Pass it on.", handoffs: ["travel"] });
    const model = scriptedModel([{ toolCalls: [{ name: "transfer_to_travel", args: {} }] }, "Oslo it is."]);
    const graph = createAgentGraph({ state: Desk, agents: [front, travel], entry: "front", model });
    const state = await graph.invoke(say("Where to?"));
    expect(state.execution_final_answer).toBe("Oslo it is.");
    model.assertDone();
    // The words of the user are the task, which a graph without a plan does not store.
    expect(model.got.at(-1)?.messages.at(-1)?.text).toContain("Where to?");
    expect(fieldsOf(graph)).toContain("execution_handoff_history");
    expect(fieldsOf(graph).some((name) => name.startsWith("planning_"))).toBe(false);
  });

  test("a call that a person has to approve waits, runs once, and is in the audit log", async () => {
    let paid = 0;
    const refund = {
      description: "Refunds.",
      inputs: z.object({ amount: z.number() }),
      approve: ({ inputs }: { readonly inputs: { readonly amount: number } }) => inputs.amount > 100,
      run: () => {
        paid += 1;
        return { refunded: 180 };
      },
    };
    const agent = defineAgent(Desk, { name: "refunds", instructions: "Pay.", tools: { refund } });
    const model = scriptedModel([{ toolCalls: [{ name: "refund", args: { amount: 180 } }] }, "Refunded."]);
    const graph = createAgentGraph({ state: Desk, agents: [agent], model, checkpointer: new MemorySaver() });
    const session = openSession({ graph, threadId: "ann" });
    expect((await session.send("Refund it")).outcome).toBe("interrupted");
    const [question] = await session.pending();
    const done = await session.resume(question?.id ?? "", "yes");
    expect(done).toMatchObject({ outcome: "done", state: { execution_final_answer: "Refunded." } });
    expect(paid).toBe(1);
    expect(Reflect.get(Object(await session.state()), "runtime_audit_log")).toMatchObject([{ action: "approval" }, {}]);
  });

  test("a proposal is committed before the answer", async () => {
    const State = defineState({
      version: 1,
      fields: { city: field(z.string().nullable(), { default: null, lifetime: "thread", owner: "root" }) },
    });
    const agent = defineAgent(State, {
      name: "travel",
      proposes: ["city"],
      run: (_, { propose }) => {
        propose({ city: "Oslo" }, "The user said so.");
        return {};
      },
    });
    const graph = createAgentGraph({ state: State, agents: [agent], output: ["city"] });
    expect((await graph.invoke(say("To Oslo"))).city).toBe("Oslo");
  });
});

describe("the fields of a graph", () => {
  test("are those of AgentState for a state that declares a plan, which stays the same", () => {
    const graph = createAgentGraph({
      state: AgentState,
      agents: [defineAgent(AgentState, { name: "a", run: () => ({}) })],
    });
    expect(stateOf(graph)).toBe(AgentState);
  });

  test("include those of every feature that an option turns on", () => {
    const agents = [defineAgent(Desk, { name: "a", run: () => ({}) }), travel];
    const graph = createAgentGraph({
      state: Desk,
      agents,
      planner: () => Promise.resolve({ steps: [{ capability: "a" }] }),
      model: scriptedModel([]),
      approvals: { a: "always" },
      conversation: { window: { max: 10 }, summary: {} },
      guardrails: [{ name: "polite", beforeTurn: () => null }],
    });
    const groups = ["calls", "summary", "guardrails", "planning", "questions"] as const;
    for (const group of groups)
      expect(fieldsOf(graph)).toEqual(expect.arrayContaining(Object.keys(fieldGroups[group])));
  });

  test("include a field of the framework that an agent names", async () => {
    const State = extendState(Desk, {
      version: 1,
      fields: { approved_payload: fieldGroups.approval.approved_payload },
    });
    const agent = defineAgent(State, { name: "a", reads: ["approved_payload"], run: () => ({}) });
    const graph = createAgentGraph({ state: State, agents: [agent] });
    expect(fieldsOf(graph)).toContain("approved_payload");
    await expect(graph.invoke(say("Hello"))).resolves.toBeDefined();
  });

  test("include the count of questions for an agent that asks them", async () => {
    const { control_clarification_needed } = fieldGroups.questions;
    const State = extendState(Desk, { version: 1, fields: { control_clarification_needed } });
    const agent = defineAgent(State, {
      name: "travel",
      roles: ["root"],
      writes: ["control_clarification_needed"],
      run: () => ({ control_clarification_needed: true }),
    });
    const texts = { question: () => "Where to?" };
    const graph = createAgentGraph({ state: State, agents: [agent], texts });
    expect(fieldsOf(graph)).toContain("control_clarification_count");
    expect((await graph.invoke(say("Book it"))).execution_final_answer).toBe("Where to?");
  });

  test("an agent with the name of an added field is refused", () => {
    const agent = defineAgent(Desk, { name: "runtime_usage", instructions: "Be brief." });
    expect(() => createAgentGraph({ state: Desk, agents: [agent], model: scriptedModel([]) })).toThrow(
      expect.objectContaining({ code: "agents/reservedAgentName" }),
    );
  });
});
