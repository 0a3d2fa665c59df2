import type { Guardrail } from "../../src/guardrails/guardrail.ts";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { expectTypeOf, test } from "vitest";
import { Desk } from "../models/desk-graph.ts";
import { extendState, fieldGroups } from "@tidemark/core-state";

const Guarded = extendState(Desk, { version: 1, fields: [fieldGroups.guardrails, fieldGroups.summary] });
const clerk = defineAgent(Guarded, { name: "clerk", description: "Helps.", reads: [], run: () => ({}) });
const common = { state: Guarded, agents: [clerk] };

test("a guardrail knows the values of its state, and what it checks", () => {
  createAgentGraph({
    ...common,
    guardrails: [
      {
        name: "all",
        beforeTurn({ text, values, signal }) {
          expectTypeOf(text).toBeString();
          expectTypeOf(values.desk_customer).toEqualTypeOf<string | null>();
          expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
          // @ts-expect-error the state has no such field
          return values.desk_ghost === null ? { refuse: "no" } : null;
        },
        beforeTool({ tool, inputs }) {
          expectTypeOf(tool).toBeString();
          expectTypeOf(inputs["amount"]).toBeUnknown();
          return { ask: "why not" };
        },
        beforeAnswer: async ({ text, agent }) => {
          await Promise.resolve();
          return { replace: `${agent}: ${text}`, reason: "signed" };
        },
        onError: "allow",
        timeoutSeconds: 3,
      },
    ],
  });
});

test("a decision of another check does not compile", () => {
  createAgentGraph({
    ...common,
    // @ts-expect-error a turn cannot be replaced
    guardrails: [{ name: "turn", beforeTurn: () => ({ replace: "x" }) }],
  });
  createAgentGraph({
    ...common,
    // @ts-expect-error a person is not asked about answers
    guardrails: [{ name: "answer", beforeAnswer: () => ({ ask: "x" }) }],
  });
  createAgentGraph({
    ...common,
    // @ts-expect-error true is not a decision
    guardrails: [{ name: "tool", beforeTool: () => true }],
  });
  createAgentGraph({
    ...common,
    // @ts-expect-error it fails open or closed
    guardrails: [{ name: "tool", beforeTool: () => null, onError: "ignore" }],
  });
});

test("a guardrail for any state fits every graph", () => {
  const words: Guardrail = {
    name: "words",
    beforeTurn: ({ text }) => (text === "" ? { refuse: "say something" } : null),
  };
  createAgentGraph({ ...common, guardrails: [words] });
});

test("a summary needs a window, and its options are known", () => {
  createAgentGraph({
    ...common,
    conversation: { window: { max: 20, maxTokens: 4000 }, summary: { model: "openai:gpt-5-mini" } },
  });
  createAgentGraph({
    ...common,
    conversation: {
      window: { max: 20 },
      summary: {
        summarize({ messages, previous }) {
          expectTypeOf(previous).toEqualTypeOf<string | null>();
          return messages.map(({ text }) => text).join("\n");
        },
      },
    },
  });
  // @ts-expect-error there is no window
  createAgentGraph({ ...common, conversation: { summary: {} } });
  // @ts-expect-error there is no such option
  createAgentGraph({ ...common, conversation: { window: { max: 20 }, summary: { threshold: 3 } } });
  // @ts-expect-error a window is not a number
  defineAgent(Guarded, { name: "clerk", description: "Helps.", reads: ["messages"], instructions: "x", window: 4 });
});
