import { MemorySaver } from "@langchain/langgraph";
import { tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState, extendState, field, fieldGroups, fields } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { OpenAIServer } from "./openai-server.ts";

export const Desk = extendState(AgentState, {
  version: 1,
  fields: [
    fieldGroups.calls,
    fields("desk", {
      invoice: field({
        description: "The invoice in question; null for none.",
        schema: z.object({ id: z.string(), amount: z.number() }).nullable(),
        default: () => null,
        lifetime: "thread",
        owner: "billing",
      }),
      customer: field({
        description: "The customer; null for none.",
        schema: z.string().nullable(),
        default: () => "Ann",
        lifetime: "thread",
        owner: "root",
      }),
    }),
  ],
});

export const modelOf = (server: OpenAIServer) =>
  new ChatOpenAI({
    model: "test-model",
    apiKey: "sk-secret-of-the-test",
    useResponsesApi: false,
    maxRetries: 0,
    configuration: { baseURL: server.url },
  });

const INVOICES = { a: { id: "a", amount: 120 }, b: { id: "b", amount: 80 } };

const findInvoice = tool(({ id }: { id: "a" | "b" }) => JSON.stringify(INVOICES[id]), {
  name: "find_invoice",
  description: "Finds an invoice by its id.",
  schema: z.object({ id: z.enum(["a", "b"]) }),
});

function desk(server: OpenAIServer) {
  const billing = defineAgent(Desk, {
    name: "billing",
    description: "Answers questions about invoices and charges.",
    instructions: "Look the invoice up before you answer.",
    tools: {
      find_invoice: findInvoice,
      note: {
        description: "Notes an invoice.",
        inputs: z.object({ id: z.string(), amount: z.number() }),
        run: ({ id, amount }, { update }) => {
          update({ desk_invoice: { id, amount } });
          return { noted: id };
        },
      },
    },
    reads: ["messages", "desk_customer"],
    writes: ["desk_invoice"],
  });
  return createAgentGraph({ state: Desk, model: modelOf(server), agents: [billing], checkpointer: new MemorySaver() });
}

const config = { configurable: { thread_id: "ann", user_id: "ann" } };
const say = (content: string) => ({ messages: [{ role: "user", content }] });

describe("an agent with a model and tools", () => {
  test("runs the calls that the model asks for, and answers with its words", async () => {
    await using server = await OpenAIServer.start([
      { calls: [{ name: "find_invoice", args: { id: "a" } }] },
      { calls: [{ name: "note", args: { id: "a", amount: 120 } }] },
      "You were charged 120.",
    ]);
    const graph = desk(server);
    const result = await graph.invoke(say("What was I charged?"), config);
    expect(result.execution_final_answer).toBe("You were charged 120.");
    const { values } = await graph.getState(config);
    expect(values.desk_invoice).toEqual({ id: "a", amount: 120 });
    expect(values.messages.map((each: { type: string; text: string }) => [each.type, each.text])).toEqual([
      ["human", "What was I charged?"],
      ["ai", ""],
      ["tool", '{"id":"a","amount":120}'],
      ["ai", ""],
      ["tool", '{"noted":"a"}'],
      ["ai", "You were charged 120."],
    ]);
    expect(values.execution_tool_executions).toMatchObject([
      {
        toolName: "find_invoice",
        agentId: "billing",
        args: { id: "a" },
        result: '{"id":"a","amount":120}',
        stepIndex: 0,
      },
      { toolName: "note", agentId: "billing", args: { id: "a", amount: 120 }, result: { noted: "a" } },
    ]);
    expect(Object.values(values.runtime_usage)).toMatchObject([
      { agent: "billing", model: "test-model", calls: 3, failures: 0, inputTokens: 30, outputTokens: 15, toolCalls: 2 },
    ]);
    expect(server.asked[0]?.messages[0]).toMatchObject({
      role: "system",
      content: [
        { type: "text", text: 'Look the invoice up before you answer.\n\nWhat is known:\ndesk_customer: "Ann"' },
      ],
    });
    expect(server.asked[0]?.tools.map((each) => each.function.name)).toEqual(["find_invoice", "note"]);
  });
});
