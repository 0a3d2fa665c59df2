import type { AgentGraphOptions } from "../../src/graph/graph-options.graph.ts";
import { Command, MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { common, config, Desk, modelOf, say, valuesOf } from "../models/desk-graph.ts";
import { type Asked, OpenAIServer, type Served } from "../models/openai-server.ts";

type Options = Partial<AgentGraphOptions<typeof Desk>>;

/** What a model was asked to do, by the last words of a user; and the number of results of tools since. */
function askedFor({ messages }: Asked): { readonly task: string; readonly results: number } {
  const last = messages.findLastIndex(({ role }) => role === "user");
  const results = messages.slice(last + 1).filter(({ role }) => role === "tool").length;
  return { task: String(messages[last]?.content), results };
}

const step = (stepId: string, agentId: string, ...dependsOn: string[]) => ({
  stepId,
  agentId,
  task: stepId,
  contextKey: stepId,
  ...(dependsOn.length > 0 && { dependsOn }),
});

/** Lets its callers go on once so many have come. */
function meeting(count: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  return async () => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length >= count) for (const each of waiting) each();
    });
  };
}

interface Parts {
  /** Answers of the model by task, in order. */
  readonly answers: Readonly<Record<string, readonly Served[]>>;
  readonly steps: readonly ReturnType<typeof step>[];
  readonly options?: Options;
  readonly pay?: (id: string, key: string) => unknown;
}

/** A graph of clerks with a model. `paid` lists what their tool did. */
async function office({ answers, steps, options = {}, pay = () => "paid" }: Parts) {
  const server = await OpenAIServer.start((asked) => {
    const { task, results } = askedFor(asked);
    const list = answers[task] ?? [];
    const rounds = asked.messages.filter(({ role }) => role === "assistant").length;
    return list[results === 0 ? 0 : Math.min(rounds, list.length - 1)] ?? "Nothing.";
  });
  const paid: string[] = [];
  const keys: string[] = [];
  const clerk = (name: string) =>
    defineAgent(Desk, {
      name,
      description: `Does ${name}.`,
      reads: [],
      tools: {
        pay: {
          description: "Pays.",
          inputs: z.object({ id: z.string() }),
          run: async ({ id }, { key }) => {
            paid.push(id);
            keys.push(key);
            return await pay(id, key);
          },
        },
      },
      approvals: { pay: ({ inputs }) => inputs.id.startsWith("big") },
      ...(name === "desk" && { handoffs: ["bank"] }),
    });
  const checker = defineAgent(Desk, {
    name: "billing",
    description: "Checks.",
    reads: [],
    writes: ["desk_notes"],
    output: z.object({ desk_notes: z.array(z.string()) }),
  });
  const graph = createAgentGraph({
    ...common(),
    model: modelOf(server),
    agents: [clerk("desk"), clerk("bank"), checker],
    planner: () => Promise.resolve({ steps: [...steps] }),
    maxConcurrency: 3,
    ...options,
  });
  return { server, graph, paid, keys };
}

const pays = (...ids: readonly string[]): Served => ({ calls: ids.map((id) => ({ name: "pay", args: { id } })) });

const note = (text: string): Served => ({ calls: [{ name: "give_result", args: { desk_notes: [text] } }] });

const statusesOf = (values: Awaited<ReturnType<typeof valuesOf>>) =>
  values.planning_execution_plan?.steps.map(({ status }) => status);

/** A token of a subgraph, as LangGraph streams it. */
const Chunk = z.tuple([
  z.array(z.string()),
  z.literal("messages"),
  z.tuple([z.object({ text: z.string(), type: z.string() }), z.unknown()]),
]);

describe("agents with a model in steps that run next to each other", () => {
  test("call their models and tools at once, and every call is counted and recorded with its step", async () => {
    const meet = meeting(4);
    const { server, graph, paid } = await office({
      answers: { a: [pays("a1", "a2"), "A is done."], b: [pays("b1", "b2"), "B is done."] },
      steps: [step("a", "desk"), step("b", "bank")],
      pay: meet,
    });
    await using _ = server;
    await graph.invoke(say("Go"), config);
    const values = await valuesOf(graph);
    expect(statusesOf(values)).toEqual(["completed", "completed", "completed"]);
    expect(paid.toSorted()).toEqual(["a1", "a2", "b1", "b2"]);
    expect(
      values.execution_tool_executions.map(({ stepIndex, args }) => `${stepIndex} ${String(args["id"])}`).toSorted(),
    ).toEqual(["0 a1", "0 a2", "1 b1", "1 b2"]);
    expect(Object.values(values.runtime_usage).map(({ agent, calls, toolCalls }) => [agent, calls, toolCalls])).toEqual(
      [
        ["desk", 2, 2],
        ["bank", 2, 2],
      ],
    );
    expect(server.asked).toHaveLength(4);
  });

  test("of one agent may get equal call ids from their model: each call is done, recorded, and has its own key", async () => {
    const same: Served = { calls: [{ name: "pay", args: { id: "x" }, id: "functions.pay:0" }] };
    const { server, graph, keys } = await office({
      answers: { a: [same, "A is done."], b: [same, "B is done."] },
      steps: [step("a", "desk"), step("b", "desk")],
      pay: meeting(2),
    });
    await using _ = server;
    await graph.invoke(say("Go"), config);
    const values = await valuesOf(graph);
    expect(new Set(keys).size).toBe(2);
    expect(values.execution_tool_executions).toHaveLength(2);
    expect(statusesOf(values)).toEqual(["completed", "completed", "completed"]);
    // The model reads the result of each call under the id of that call.
    for (const { messages } of server.asked) {
      const calls = messages.flatMap((each) => z.array(z.object({ id: z.string() })).parse(each["tool_calls"] ?? []));
      const answers = messages.flatMap((each) => (each.role === "tool" ? [each["tool_call_id"]] : []));
      expect(calls.map(({ id }) => id)).toEqual(answers);
    }
  });

  test("hand their work on, and only their own step changes its agent", async () => {
    const { server, graph, paid } = await office({
      answers: {
        a: [{ calls: [{ name: "transfer_to_bank", args: { reason: "user_request", explanation: "Pay a" } }] }],
        "Pay a": [pays("a"), "The bank paid."],
        b: [pays("b"), "B is done."],
      },
      steps: [step("a", "desk"), step("b", "bank"), step("c", "bank", "a", "b")],
    });
    await using _ = server;
    await graph.invoke(say("Go"), config);
    const values = await valuesOf(graph);
    expect(statusesOf(values)).toEqual(["completed", "completed", "completed", "completed"]);
    expect(paid.toSorted()).toEqual(["a", "b"]);
    expect(
      values.execution_handoff_history
        .filter(({ reason }) => reason === "user_request")
        .map(({ toAgentId }) => toAgentId),
    ).toEqual(["bank"]);
  });

  test("ask about one call each, while the calls of the other steps are done, and no finished call is repeated", async () => {
    const checkpointer = new MemorySaver();
    const { server, graph, paid } = await office({
      answers: {
        a: [pays("big a", "a"), "A is done."],
        b: [pays("b"), "B is done."],
        c: [pays("big c"), "C is done."],
      },
      steps: [step("a", "desk"), step("b", "bank"), step("c", "bank")],
      options: { checkpointer },
    });
    await using _ = server;
    const session = openSession({ graph, threadId: "ann", userId: "boss" });
    expect((await session.send("Go")).outcome).toBe("interrupted");
    expect(paid.toSorted()).toEqual(["a", "b"]);
    const asked = await session.pending();
    expect(asked).toHaveLength(2);
    const about = (id: string) => asked.find(({ value }) => JSON.stringify(value).includes(`"${id}"`))?.id ?? "";
    expect((await session.resume(about("big c"), "no")).outcome).toBe("interrupted");
    expect((await session.resume(about("big a"), "yes")).outcome).toBe("done");
    expect(paid.toSorted()).toEqual(["a", "b", "big a"]);
    const values = await valuesOf(graph);
    expect(statusesOf(values)).toEqual(["completed", "completed", "completed", "completed"]);
    expect(
      values.execution_tool_executions
        .map(({ args, errorCode = "done" }) => `${String(args["id"])} ${errorCode}`)
        .toSorted(),
    ).toEqual(["a done", "b done", "big a done", "big c agents/toolNotApproved"]);
    // Two questions for each step, and none of them twice.
    expect(server.asked).toHaveLength(6);
  });

  test("give their structured results, each under its own step", async () => {
    const { server, graph } = await office({
      answers: { a: [note("A fits")], b: [note("B fits")] },
      steps: [step("a", "billing"), step("b", "billing")],
    });
    await using _ = server;
    await graph.invoke(say("Go"), config);
    const values = await valuesOf(graph);
    expect(values.desk_notes.toSorted()).toEqual(["A fits", "B fits"]);
    expect(statusesOf(values)).toEqual(["completed", "completed", "completed"]);
  });

  test.each([
    ["abort", ["failed", "completed", "skipped", "skipped"], "failed"],
    ["skip", ["skipped", "completed", "skipped", "completed"], "completed"],
    ["continue", ["failed", "completed", "skipped", "completed"], "failed"],
  ] as const)(
    "keep the work of a step whose neighbor fails, with onStepFailure %s",
    async (onStepFailure, steps, plan) => {
      const { server, graph, paid } = await office({
        answers: { a: [{ status: 400, message: "no" }], b: [pays("b"), "B is done."], c: ["C is done."] },
        steps: [step("a", "desk"), step("b", "bank"), step("c", "desk", "a")],
        options: { onStepFailure },
      });
      await using _ = server;
      const { execution_final_answer: answer } = await graph.invoke(say("Go"), config);
      const values = await valuesOf(graph);
      expect(answer).toBeTruthy();
      expect([statusesOf(values), values.planning_execution_plan?.status]).toEqual([steps, plan]);
      expect([paid, values.execution_tool_executions.length]).toEqual([["b"], 1]);
    },
  );

  test("stream their tokens and events with the names of their nodes, each step's own in order", async () => {
    const { server, graph } = await office({
      answers: { a: [pays("a"), "Apples are here."], b: [pays("b"), "Bananas are here."] },
      steps: [step("a", "desk"), step("b", "bank")],
    });
    await using _ = server;
    const said: Record<string, string> = {};
    const stream = await graph.stream(say("Go"), { ...config, streamMode: ["messages"], subgraphs: true });
    for await (const chunk of stream) {
      const [namespace, , [message]] = Chunk.parse(chunk);
      const node = namespace[0]?.split(":")[0] ?? "";
      if (message.type === "ai") said[node] = `${said[node] ?? ""}${message.text}`;
    }
    expect(said).toMatchObject({ desk: "Apples are here.", bank: "Bananas are here." });
  });

  test("are answered by Command with the ids of their questions, all at once", async () => {
    const { server, graph, paid } = await office({
      answers: { a: [pays("big a"), "A is done."], b: [pays("big b"), "B is done."] },
      steps: [step("a", "desk"), step("b", "bank")],
    });
    await using _ = server;
    await graph.invoke(say("Go"), config);
    const questions = await openSession({ graph, threadId: "ann" }).pending();
    expect(questions).toHaveLength(2);
    const resume = Object.fromEntries(questions.map(({ id }) => [id, "yes"]));
    await graph.invoke(new Command({ resume }), config);
    expect(paid.toSorted()).toEqual(["big a", "big b"]);
    expect(statusesOf(await valuesOf(graph))).toEqual(["completed", "completed", "completed"]);
  });
});
