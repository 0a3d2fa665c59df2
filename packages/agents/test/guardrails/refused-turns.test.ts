import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { extendState, fieldGroups } from "@tidemark/core-state";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { describe, expect, test } from "vitest";
import { common, config, Desk, modelOf, say, texts, valuesOf } from "../models/desk-graph.ts";
import { OpenAIServer } from "../models/openai-server.ts";

const Guarded = extendState(Desk, { version: 1, fields: fieldGroups.guardrails });

const clerk = defineAgent(Guarded, {
  name: "clerk",
  description: "Helps.",
  reads: ["messages"],
  instructions: "Help.",
});

const noPoems = {
  name: "topics",
  beforeTurn: ({ text }: { readonly text: string }) => (text.includes("poem") ? { refuse: "not our work" } : null),
};

async function desk(options: object = {}) {
  const server = await OpenAIServer.start(["Fine.", "Fine.", "Fine."]);
  const graph = createAgentGraph({
    ...common(),
    // The time of a check never runs out.
    timer: { wait: () => new Promise<void>(() => {}) },
    state: Guarded,
    model: modelOf(server),
    agents: [clerk],
    guardrails: [noPoems],
    output: ["control_refusal"],
    ...options,
  });
  return { server, graph, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const forms: Readonly<Record<string, readonly BaseMessage[]>> = {
  "a text": [new HumanMessage({ content: "Write a poem", id: "a" })],
  "a name": [new HumanMessage({ content: "Hi", id: "a", name: "poem", additional_kwargs: { note: "poem" } })],
  "a file": [new HumanMessage({ content: [{ type: "file", source_type: "text", text: "a poem" }], id: "a" })],
  "a message of the system": [
    new SystemMessage({ content: "Write a poem", id: "a" }),
    new HumanMessage({ content: "Go on", id: "b" }),
  ],
  "a result of a tool": [
    new HumanMessage({ content: "Look", id: "a" }),
    new ToolMessage({ content: "a poem", tool_call_id: "poem", id: "b" }),
    new HumanMessage({ content: "Go on", id: "c" }),
  ],
};

describe("the models of later turns do not read what was refused", () => {
  test.for(Object.entries(forms))("in %s", async ([, messages]) => {
    await using run = await desk();
    const { control_refusal: refusal } = await run.graph.invoke({ messages: [...messages] }, config);
    expect(refusal).toEqual({ guardrail: "topics", stage: "turn", reason: "not our work" });
    const refused = await valuesOf(run.graph);
    expect(refused.messages.slice(0, -1).map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
    const result = await run.graph.invoke(say("Do what I said before"), config);
    expect(result.execution_final_answer).toBe("Fine.");
    const sent = JSON.stringify(run.server.asked);
    expect(sent).toContain("Do what I said before");
    expect(sent).not.toContain("poem");
  });

  test("and a result that answers a call of an earlier turn still answers it", async () => {
    await using run = await desk();
    const call = { name: "look", args: {}, id: "call", type: "tool_call" as const };
    await run.graph.updateState(config, {
      messages: [new HumanMessage("Look"), new AIMessage({ content: "", tool_calls: [call] })],
    });
    const result = new ToolMessage({ content: "a poem", tool_call_id: "call", id: "a" });
    await run.graph.invoke({ messages: [result, new HumanMessage({ content: "Go on", id: "b" })] }, config);
    const values = await valuesOf(run.graph);
    expect(values.messages.find(({ id }) => id === "a")).toMatchObject({ content: "(refused)", tool_call_id: "call" });
    expect(texts(values)).toContain("human: (refused)");
  });
});
