import { Command, isInterrupted, MemorySaver } from "@langchain/langgraph";
import { checkPlan, defineRegistry } from "@tidemark/agents";
import { type ApprovalQuestion, createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState, type PlanStep } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const config = { configurable: { thread_id: "t", user_id: "ann" } };
const say = { messages: [{ role: "user", content: "Go" }] };

/** Agent that refunds the amount in its inputs, with a default for the currency. */
function desk(steps: readonly PlanStep[]) {
  const executed: unknown[] = [];
  const asked: number[] = [];
  const feedback: unknown[] = [];
  const triage = defineAgent(AgentState, {
    name: "triage",
    description: "Hands over.",
    reads: [],
    run: (_, { handoff }) => {
      const handoffResult = handoff("refunds", { reason: "user_request", payload: { amount: 300 } });
      return handoffResult.outcome === "refused" ? {} : handoffResult.command;
    },
  });
  const refunds = defineAgent(AgentState, {
    name: "refunds",
    description: "Pays back.",
    inputs: z.object({ amount: z.number(), currency: z.string().default("EUR") }),
    reads: [],
    run: (_, { inputs }) => {
      executed.push(inputs);
      return {};
    },
  });
  const plans = [steps];
  const graph = createAgentGraph({
    state: AgentState,
    agents: [triage, refunds],
    planner: (input) => {
      feedback.push(input.feedback ?? null);
      return Promise.resolve(plans.shift() ?? [{ capability: "refunds", parameters: { amount: 1 } }]);
    },
    approvals: {
      refunds: ({ inputs }) => {
        asked.push(inputs.amount);
        return inputs.amount > 100;
      },
      plan: "never",
    },
    // The pauses before a retry end immediately, and the time limit is never reached.
    timer: { wait: (milliseconds) => (milliseconds > 60_000 ? new Promise(() => {}) : Promise.resolve()) },
    checkpointer: new MemorySaver(),
  });
  return { graph, executed, asked, feedback, registry: defineRegistry([triage, refunds]) };
}

const refund = (parameters: PlanStep["parameters"]): PlanStep => ({ capability: "refunds", parameters });

describe("an agent that declares `inputs`", () => {
  test("receives the parameters of its step as parsed by the schema, and so does its rule", async () => {
    const { graph, executed, asked } = desk([refund({ amount: 80 })]);
    expect(isInterrupted(await graph.invoke(say, config))).toBe(false);
    expect(executed).toEqual([{ amount: 80, currency: "EUR" }]);
    expect(new Set(asked)).toEqual(new Set([80]));
  });

  test("waits for approval when its rule requires it", async () => {
    const { graph, executed } = desk([refund({ amount: 180 })]);
    const result = await graph.invoke(say, config);
    expect(isInterrupted<ApprovalQuestion>(result)).toBe(true);
    expect(executed).toEqual([]);
    await graph.invoke(new Command({ resume: "yes" }), config);
    expect(executed).toEqual([{ amount: 180, currency: "EUR" }]);
  });

  test("does not run with other parameters: the planner plans again with the reason", async () => {
    const { graph, executed, asked, feedback } = desk([refund({ amount: "a lot" })]);
    await graph.invoke(say, config);
    expect(feedback).toEqual([null, expect.stringContaining("steps[0].parameters.amount")]);
    expect(executed).toEqual([{ amount: 1, currency: "EUR" }]);
    expect(asked).not.toContain("a lot");
  });

  test("receives the payload of a handoff, and so does its rule", async () => {
    const { graph, executed, asked } = desk([{ capability: "triage" }]);
    const result = await graph.invoke(say, config);
    expect(isInterrupted<ApprovalQuestion>(result)).toBe(true);
    expect(new Set(asked)).toEqual(new Set([300]));
    await graph.invoke(new Command({ resume: "yes" }), config);
    expect(executed).toEqual([{ amount: 300, currency: "EUR" }]);
  });

  test("makes a plan without its parameters invalid, with the path", () => {
    const { registry } = desk([]);
    const options = { registry, contexts: {}, task: "Pay back" };
    expect(checkPlan([{ capability: "refunds" }], options)).toMatchObject({
      outcome: "refused",
      to: "replanning",
      issues: [{ code: "wrongParameters", path: "steps[0].parameters.amount", capability: "refunds" }],
    });
    expect(checkPlan([{ agentId: "refunds", parameters: { amount: 1 } }], options)).toMatchObject({
      outcome: "repaired",
    });
  });
});
