import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type ToolCall } from "@langchain/core/messages";
import { ChatGenerationChunk } from "@langchain/core/outputs";
import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { AgentState, extendState, fieldGroups } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineNode, openSession, turnStart } from "@tidemark/state-manager/langgraph";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { endTraces, record } from "./recorded.ts";

afterEach(endTraces);

const Desk = extendState(AgentState, { version: 1, fields: fieldGroups.calls });

const said = (content: string, input: number, toolCalls: ToolCall[] = []) =>
  Object.assign(new AIMessage({ content, tool_calls: toolCalls }), {
    usage_metadata: { input_tokens: input, output_tokens: input + 1, total_tokens: 2 * input + 1 },
  });

/** Conversation of an agent whose tool asks before each call: one call for each number, then an answer. */
async function converse(asks: readonly number[], decisions: readonly string[]): Promise<void> {
  const calls = asks.map((input, index) => said("", input, [{ name: "pay", args: { index }, id: `call-${index}` }]));
  const model = scriptedModel([...calls, said("Done.", 7)]);
  const clerk = defineAgent(Desk, {
    name: "clerk",
    description: "Pays.",
    reads: ["messages"],
    tools: { pay: { description: "Pays.", inputs: z.object({ index: z.number() }), run: () => "paid" } },
    approvals: { pay: "always" },
  });
  const graph = createAgentGraph({ state: Desk, model, agents: [clerk], checkpointer: new MemorySaver() });
  const session = openSession({ graph, threadId: "ann" });
  let result = await session.send("Pay them");
  for (let turn = 0; result.outcome === "interrupted"; turn += 1) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one answer after the other
    result = await session.resume(result.interrupts[0]?.id ?? "", decisions[turn % decisions.length]);
  }
  expect(result.outcome).toBe("done");
}

/** Sum of the tokens over the spans of each name. */
function tokensOf(spans: ReturnType<ReturnType<typeof record>["spans"]>, name: string): readonly number[] {
  const all = spans.filter((each) => each.name === name);
  const sum = (attribute: string) =>
    all.reduce((total, { attributes }) => total + Number(attributes[attribute] ?? 0), 0);
  return [sum("gen_ai.usage.input_tokens"), sum("gen_ai.usage.output_tokens")];
}

/** Runs an agent that holds another conversation, and returns what its limits have counted. */
const hold = async (): Promise<unknown> => {
  const sub = defineAgent(Desk, { name: "sub", description: "Answers.", reads: ["messages"], tools: {} });
  const model = scriptedModel([said("Done.", 7)]);
  const held = createAgentGraph({ state: Desk, model, agents: [sub], checkpointer: new MemorySaver() });
  const outer = defineAgent(Desk, {
    name: "outer",
    description: "Asks another conversation.",
    reads: [],
    run: async () => {
      await openSession({ graph: held, threadId: "inner" }).send("Hi");
      return {};
    },
  });
  const graph = createAgentGraph({ state: Desk, agents: [outer], checkpointer: new MemorySaver() });
  const session = openSession({ graph, threadId: "ann" });
  await session.send("Go");
  return Object.values((await session.state())?.runtime_usage ?? {}).map(({ agent, inputTokens }) => [
    agent,
    inputTokens,
  ]);
};

describe("usage of spans", () => {
  test("adds up to that of the model's messages, for each kind of span and with any number of pauses", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 4 }),
        fc.array(fc.constantFrom("yes", "no"), { minLength: 1, maxLength: 3 }),
        async (asks, decisions) => {
          const { spans } = record();
          try {
            await converse(asks, decisions);
            const input = asks.reduce((total, each) => total + each, 7);
            const expected = [input, input + asks.length + 1];
            expect(tokensOf(spans(), "invoke_agent clerk")).toEqual(expected);
            expect(tokensOf(spans(), "invoke_workflow")).toEqual(expected);
          } finally {
            endTraces();
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  test("is that of the calls which ran inside of each, also of a turn that waits", async () => {
    const { spans } = record();
    await converse([100, 20], ["yes"]);
    const workflows = spans().filter(({ name }) => name === "invoke_workflow");
    expect(workflows.map(({ attributes }) => attributes["gen_ai.usage.input_tokens"])).toEqual([100, 20, 7]);
  });

  test("contains calls of models by ordinary nodes, and an agent in an agent counts only its own", async () => {
    const { spans } = record();
    const models = { inner: scriptedModel([said("Inner.", 3)]), outer: scriptedModel([said("Outer.", 10)]) };
    const inner = new StateGraph(toStateSchema(AgentState))
      .addNode(
        "inner",
        defineNode(AgentState, {
          agent: "inner",
          run: async () => {
            await models.inner.invoke("Hi");
            return {};
          },
        }),
      )
      .addEdge(START, "inner")
      .addEdge("inner", END)
      .compile();
    const outer = defineNode(AgentState, {
      agent: "outer",
      run: async (_, { config }) => {
        await models.outer.invoke("Hi");
        await inner.invoke({}, config);
        return {};
      },
    });
    const graph = new StateGraph(toStateSchema(AgentState))
      .addNode("turn_start", turnStart(AgentState))
      .addNode("outer", outer)
      .addNode("plain", async () => {
        await scriptedModel([said("Plain.", 100)]).invoke("Hi");
        return {};
      })
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "outer")
      .addEdge("outer", "plain")
      .addEdge("plain", END)
      .compile({ checkpointer: new MemorySaver() });
    await openSession({ graph, threadId: "ann" }).send("Go");
    const found = ["invoke_agent inner", "invoke_agent outer", "invoke_workflow"].map((name) => [
      name,
      tokensOf(spans(), name)[0],
    ]);
    expect(found).toEqual([
      ["invoke_agent inner", 3],
      ["invoke_agent outer", 10],
      ["invoke_workflow", 113],
    ]);
  });

  test("of a conversation that an agent holds is that conversation's, and the limits of the agent count it as without traces", async () => {
    const unobserved = await hold();
    const { spans } = record();
    expect(await hold()).toEqual(unobserved);
    expect(unobserved).toEqual([["outer", 7]]);
    const found = spans().map(({ name, attributes }) => [
      name,
      attributes["gen_ai.conversation.id"],
      attributes["gen_ai.usage.input_tokens"],
    ]);
    expect(found.filter(([name]) => name !== "plan planner")).toEqual([
      ["invoke_agent sub", "inner", 7],
      ["invoke_workflow", "inner", 7],
      ["invoke_agent outer", "ann", undefined],
      ["invoke_workflow", "ann", undefined],
    ]);
  });

  test("is counted without a session as well", async () => {
    const { spans } = record();
    const clerk = defineAgent(Desk, { name: "clerk", description: "Answers.", reads: ["messages"], tools: {} });
    const model = scriptedModel([said("Done.", 7)]);
    const graph = createAgentGraph({ state: Desk, model, agents: [clerk] });
    await graph.invoke({ messages: [{ role: "user", content: "Hi" }] });
    expect(tokensOf(spans(), "invoke_agent clerk")).toEqual([7, 8]);
  });

  test("counts running totals that each chunk of an answer repeats once", async () => {
    const traces = record();
    const clerk = defineAgent(Desk, {
      name: "clerk",
      description: "Answers.",
      reads: ["messages"],
      writes: ["messages"],
      run: async (_, { model }) => {
        for await (const part of await model.stream("Hi")) void part;
        return {};
      },
    });
    const graph = createAgentGraph({
      state: Desk,
      model: new RunningTotals({}),
      agents: [clerk],
      planner: () => Promise.resolve({ steps: [{ capability: "clerk" }] }),
      checkpointer: new MemorySaver(),
    });
    await openSession({ graph, threadId: "ann" }).send("Hi");
    expect(tokensOf(traces.spans(), "invoke_agent clerk")).toEqual([100, 3]);
  });
});

/** A model that streams three chunks, each with the totals so far. */
class RunningTotals extends BaseChatModel {
  override _llmType(): string {
    return "running-totals";
  }

  override _generate(): Promise<never> {
    return Promise.reject(new Error("It streams only."));
  }

  override async *_streamResponseChunks(
    ...[, , manager]: Parameters<BaseChatModel["_streamResponseChunks"]>
  ): AsyncGenerator<ChatGenerationChunk> {
    for (const output of [1, 2, 3]) {
      const usage_metadata = { input_tokens: 100, output_tokens: output, total_tokens: 100 + output };
      const chunk = new ChatGenerationChunk({
        text: "x",
        message: Object.assign(new AIMessageChunk("x"), { usage_metadata }),
      });
      yield chunk;
      await manager?.handleLLMNewToken("x", undefined, undefined, undefined, undefined, { chunk });
    }
  }
}
