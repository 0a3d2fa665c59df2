// Limits of calls, tokens and cost in steps that run next to each other, for any plan, any answers and any limits.
import { MemorySaver } from "@langchain/langgraph";
import { usageTotals } from "@tidemark/agents/internal";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { openSession } from "@tidemark/state-manager/langgraph";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { common, config, Desk, modelOf, say, valuesOf } from "../models/desk-graph.ts";
import { OpenAIServer, type Served } from "../models/openai-server.ts";

/** The most tokens and the highest cost of one answer below. */
const MOST_TOKENS = 600;
const MOST_COST = 0.000_8;

const answers: fc.Arbitrary<Served> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      calls: fc.array(fc.constantFrom({ name: "fine" }, { name: "throws" }), { minLength: 1, maxLength: 3 }),
      usage: fc.record({ input: fc.integer({ min: 1, max: 400 }), output: fc.integer({ min: 1, max: 200 }) }),
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom<Served>("Done.", { status: 400 }) },
);

/** Steps, each with the steps before it that it needs. */
const plans = fc.array(fc.array(fc.nat(4), { maxLength: 1 }), { minLength: 2, maxLength: 5 }).map((needs) =>
  needs.map((before, index) => ({
    stepId: `s${index}`,
    contextKey: `s${index}`,
    agentId: `clerk${index % 3}`,
    task: `Task ${index}`,
    dependsOn: before.filter((position) => position < index).map((position) => `s${position}`),
  })),
);

const limits = fc.record({
  maxModelCalls: fc.integer({ min: 0, max: 12 }),
  maxToolCalls: fc.integer({ min: 0, max: 12 }),
  maxTokens: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.constant(1_000_000)),
  maxCost: fc.constantFrom(0.000_5, 0.002, Number.POSITIVE_INFINITY),
});

const prices = { "test-model": { input: 1, output: 2 } };

interface Drawn {
  readonly plan: ReturnType<typeof plans.generate>["value"];
  readonly script: readonly Served[];
  readonly most: NonNullable<ReturnType<typeof limits.generate>["value"]>;
}

/** A graph of three clerks whose model answers by the script; `asks` lets a tool ask a person first. */
function office(server: OpenAIServer, { plan, most }: Drawn, checkpointer = new MemorySaver(), asks = false) {
  const tools = {
    fine: { description: "Works.", inputs: z.object({}), run: () => "ok" },
    throws: {
      description: "Throws.",
      inputs: z.object({}),
      run: () => {
        throw new Error("no");
      },
    },
  };
  const clerk = (name: string) =>
    defineAgent(Desk, {
      name,
      description: "Works.",
      reads: [],
      tools,
      ...(asks && { approvals: { throws: "always" as const } }),
    });
  return createAgentGraph({
    ...common(),
    checkpointer,
    model: modelOf(server),
    agents: [clerk("clerk0"), clerk("clerk1"), clerk("clerk2")],
    planner: () => Promise.resolve({ steps: plan }),
    maxConcurrency: 4,
    onStepFailure: "continue",
    limits: most,
    prices,
  });
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  plan: plans,
  script: fc.array(answers, { minLength: 1, maxLength: 10 }),
  most: limits,
});

const numRuns = Number(process.env["FC_RUNS"] ?? 100) > 100 ? 200 : 40;

async function expectWithin(graph: ReturnType<typeof office>, server: OpenAIServer, { most }: Drawn): Promise<void> {
  const { runtime_usage: usage, execution_tool_executions: executions } = await valuesOf(graph);
  const { calls, toolCalls, tokens, cost } = usageTotals(usage);
  // The server is the witness of what was really asked.
  expect(calls).toBe(server.asked.length);
  expect(calls).toBeLessThanOrEqual(most.maxModelCalls);
  expect(toolCalls).toBeLessThanOrEqual(most.maxToolCalls);
  // A call that waited for a person when its step failed is counted, and was not done.
  expect(executions.length).toBeLessThanOrEqual(toolCalls);
  expect(tokens).toBeLessThanOrEqual(most.maxTokens + MOST_TOKENS);
  expect(cost).toBeLessThanOrEqual(most.maxCost + MOST_COST);
}

test("law: steps next to each other exceed no limit of calls, and those of tokens and cost by less than one call", async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (given) => {
      await using server = await OpenAIServer.start(
        (_, number) => given.script[(number - 1) % given.script.length] ?? "",
      );
      const graph = office(server, given);
      const { execution_final_answer: answer } = await graph.invoke(say("Go"), config);
      expect(answer).toBeTruthy();
      await expectWithin(graph, server, given);
    }),
    { numRuns },
  );
});

test("law: nor do they when people are asked in between, and another process continues", async () => {
  await fc.assert(
    fc.asyncProperty(drawn, fc.array(fc.constantFrom("yes", "no"), { minLength: 1 }), async (given, said) => {
      await using server = await OpenAIServer.start(
        (_, number) => given.script[(number - 1) % given.script.length] ?? "",
      );
      const checkpointer = new MemorySaver();
      const open = () =>
        openSession({ graph: office(server, given, checkpointer, true), threadId: "ann", userId: "ann" });
      let result = await open().send("Go");
      for (let round = 0; result.outcome === "interrupted" && round < 100; round += 1) {
        const [question] = await open().pending();
        result = await open().resume(question?.id ?? "", said[round % said.length] ?? "no");
      }
      expect(result.outcome).toBe("done");
      await expectWithin(office(server, given, checkpointer), server, given);
    }),
    { numRuns },
  );
});
