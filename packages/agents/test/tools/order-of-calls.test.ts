import { tool } from "@langchain/core/tools";
import { Command } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { common, config, Desk, modelOf, say, valuesOf } from "../models/desk-graph.ts";
import { OpenAIServer } from "../models/openai-server.ts";

const NAMES = Array.from({ length: 12 }, (_, index) => `c${index}`);

/** Lets each call end only after those before it in `order` have ended. */
function endingIn(order: readonly string[]): (name: string) => Promise<void> {
  const ended = new Map(order.map((name) => [name, new AbortController()]));
  return async (name) => {
    const before = ended.get(order[order.indexOf(name) - 1] ?? "")?.signal;
    if (before?.aborted === false) await new Promise((resolve) => before.addEventListener("abort", resolve));
    // The end of the call before has to reach LangGraph first.
    await new Promise((resolve) => setImmediate(resolve));
    ended.get(name)?.abort();
  };
}

/** Runs one answer of a model that calls tools, of which each notes its name, in functions and in LangChain's commands by turns. */
async function run(order: readonly string[]) {
  const end = endingIn(order);
  const Name = z.object({ name: z.string() });
  const clerk = defineAgent(Desk, {
    name: "billing",
    description: "Notes a word.",
    reads: ["messages"],
    writes: ["desk_notes", "desk_invoice"],
    tools: {
      note: {
        description: "Notes a name.",
        inputs: Name,
        run: async ({ name }, { update }) => {
          await end(name);
          if (name === "c6") throw new Error("Out of ink.");
          update({ desk_notes: [name], desk_invoice: { id: name, amount: 1 } });
          return name;
        },
      },
      command: tool(
        async ({ name }: { name: string }) => {
          await end(name);
          return new Command({ update: { desk_notes: [name], desk_invoice: { id: name, amount: 2 } } });
        },
        { name: "command", description: "Notes a name.", schema: Name },
      ),
    },
  });
  const calls = NAMES.map((name, index) => ({ name: index % 2 === 0 ? "note" : "command", args: { name } }));
  await using server = await OpenAIServer.start([{ calls }, "Noted."]);
  const graph = createAgentGraph({ ...common(), model: modelOf(server), agents: [clerk] });
  await graph.invoke(say("Note them"), config);
  const { desk_notes: notes, desk_invoice: invoice, messages, ...values } = await valuesOf(graph);
  const asked = server.asked.at(-1)?.messages.filter(({ role }) => role === "tool");
  return {
    notes,
    invoice: invoice?.id,
    executions: values.execution_tool_executions.map(({ args }) => args["name"]),
    messages: messages.filter((each) => Reflect.get(each, "type") === "tool").length,
    asked: asked?.map((each) => Reflect.get(each, "tool_call_id")),
  };
}

test("what parallel tools write, say and record lands in the order of the calls, however they end", async () => {
  const orders = fc.shuffledSubarray([...NAMES], { minLength: NAMES.length });
  const inOrder = await run(NAMES);
  expect(inOrder).toMatchObject({
    notes: NAMES.filter((name) => name !== "c6"),
    invoice: "c11",
    executions: NAMES,
    messages: 12,
  });
  const law = fc.asyncProperty(orders, async (order) => {
    expect(await run(order)).toEqual(inOrder);
  });
  await fc.assert(law, { numRuns: 8, examples: [[NAMES.toReversed()]] });
});
