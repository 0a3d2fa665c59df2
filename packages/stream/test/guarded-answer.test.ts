import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { AgentState, extendState, fieldGroups } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { streamTurn } from "@tidemark/stream/langgraph";
import type { RunEvent } from "@tidemark/stream";
import { expect, test } from "vitest";
import { z } from "zod";

const Desk = extendState(AgentState, { version: 1, fields: [fieldGroups.calls, fieldGroups.guardrails] });

/** A turn whose agent calls a tool and answers; the guardrail passes, replaces or refuses its words. */
async function events(decision: { readonly replace: string } | { readonly refuse: string } | null) {
  const seen: string[] = [];
  const model = scriptedModel([
    { toolCalls: [{ name: "find_invoice", args: { id: "a" }, id: "c1" }] },
    "You were charged 120.",
  ]);
  const billing = defineAgent(Desk, {
    name: "billing",
    description: "Answers questions about invoices.",
    reads: ["messages"],
    tools: { find_invoice: { description: "Finds.", inputs: z.object({ id: z.string() }), run: () => "found" } },
  });
  const graph = createAgentGraph({
    state: Desk,
    model,
    agents: [billing],
    guardrails: [
      {
        name: "watch",
        beforeAnswer: ({ text }) => {
          seen.push(text);
          return decision;
        },
      },
    ],
    checkpointer: new MemorySaver(),
  });
  const list: RunEvent[] = [];
  let early = false;
  for await (const event of streamTurn(openSession({ graph, threadId: "ann" }), "What?", { state: Desk })) {
    list.push(event);
    // Nothing leaves before the guardrail has seen it.
    early ||= seen.length === 0 && JSON.stringify(event).includes("charged");
  }
  const words = list.flatMap((event) =>
    event.type === "text_delta" && event.role === "assistant" ? [event.delta] : [],
  );
  const calls = list.filter(({ type }) => type === "tool_call_started" || type === "tool_result");
  return { text: JSON.stringify(list), words: words.join(""), calls: calls.length, early };
}

test("an answer that a guardrail lets pass is streamed after the check, with the calls before it", async () => {
  expect(await events(null)).toMatchObject({ words: "You were charged 120.", calls: 2, early: false });
});

test("of an answer that a guardrail replaces, only the other text is streamed", async () => {
  const { words, text, early } = await events({ replace: "You were charged." });
  expect(words).toBe("You were charged.");
  expect([early, text.includes("charged 120")]).toEqual([false, false]);
});

test("of an answer that a guardrail refuses, only the refusal is streamed", async () => {
  const { words, text, early } = await events({ refuse: "amounts are private" });
  expect(words).toBe("The answer was withheld: amounts are private.");
  expect([early, text.includes("charged 120")]).toEqual([false, false]);
});
