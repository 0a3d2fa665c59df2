// cspell:ignore trage
import { agentErrors } from "@tidemark/agents";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { AgentState, extendState, fieldGroups } from "@tidemark/core-state";
import { expect, test } from "vitest";

const Desk = extendState(AgentState, { version: 1, fields: fieldGroups.calls });
const triage = defineAgent(Desk, {
  name: "triage",
  description: "Receives every message.",
  instructions: "Pass the work on.",
  handoffs: ["billing"],
});
const billing = defineAgent(Desk, { name: "billing", description: "Knows invoices.", instructions: "Be brief." });
const agents = [triage, billing];
const input = { messages: [{ role: "user", content: "What was I charged?" }] };
const transfer = { toolCalls: [{ name: "transfer_to_billing", args: {} }] };

const planner = () => Promise.resolve({ steps: [{ capability: "billing", taskObjective: "Answer" }] });

test("the entry starts the turn and hands over, and nothing is planned", async () => {
  const model = scriptedModel([transfer, "You were charged 120."]);
  const graph = createAgentGraph({ state: Desk, agents, model, entry: "triage" });
  expect((await graph.invoke(input)).execution_final_answer).toBe("You were charged 120.");
  model.assertDone();
});

test("any agent can be the entry", async () => {
  const graph = createAgentGraph({ state: Desk, agents, model: scriptedModel(["120."]), entry: "billing" });
  expect((await graph.invoke(input)).execution_final_answer).toBe("120.");
});

test("a planner takes precedence over the entry", async () => {
  const graph = createAgentGraph({ state: Desk, agents, model: scriptedModel(["120."]), entry: "triage", planner });
  expect((await graph.invoke(input)).execution_final_answer).toBe("120.");
});

test("an unknown entry is refused", () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a program without types passes
  const entry = "trage" as "triage";
  expect(() => createAgentGraph({ state: Desk, agents, model: scriptedModel([]), entry })).toThrow(
    agentErrors.unknownAgent({ agent: "trage", nearest: "triage", known: ["triage", "billing"] }).message,
  );
});

test("an agent with a model reads the conversation by default, and an agent with `run` nothing", () => {
  const worker = defineAgent(Desk, { name: "worker", description: "Works.", run: (values) => ({ ...values }) });
  expect([billing.reads, worker.reads]).toEqual([["messages"], []]);
});
