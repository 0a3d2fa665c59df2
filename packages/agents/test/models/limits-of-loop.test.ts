import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { usageTotals } from "@tidemark/agents/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { common, config, Desk, modelOf, say, valuesOf } from "./desk-graph.ts";
import { OpenAIServer, type Served } from "./openai-server.ts";

/** One answer of a model: calls that work or fail, words, or a failure of the server. */
const answers: fc.Arbitrary<Served> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      calls: fc.array(
        fc.constantFrom({ name: "fine" }, { name: "throws" }, { name: "ghost" }, { name: "fine", json: "{" }),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
      usage: fc.record({ input: fc.nat(40), output: fc.nat(20) }),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Served>("Done.", "", { status: 500 }, { status: 429 }, { body: "oops" }) },
);

const limits = fc.record({
  maxModelCalls: fc.integer({ min: 0, max: 8 }),
  maxToolCalls: fc.integer({ min: 0, max: 8 }),
  maxTokens: fc.integer({ min: 0, max: 300 }),
  maxCost: fc.constantFrom(0.000_05, 0.000_2, Number.POSITIVE_INFINITY),
});

const prices = { "test-model": { input: 1, output: 2 } };

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

describe("whatever a model answers, and however it fails", () => {
  test("no limit of calls, tokens or cost is exceeded, every call is counted, and the turn ends with an answer", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 10 }), limits, async (script, most) => {
        await using server = await OpenAIServer.start((_, number) => script[(number - 1) % script.length] ?? "");
        const billing = defineAgent(Desk, { name: "billing", description: "Answers.", reads: ["messages"], tools });
        const graph = createAgentGraph({
          ...common(),
          model: modelOf(server),
          agents: [billing],
          limits: most,
          prices,
        });
        const { execution_final_answer: answer } = await graph.invoke(say("Go"), config);
        const { runtime_usage: usage, execution_tool_executions: executions } = await valuesOf(graph);
        const { calls, toolCalls, tokens, cost } = usageTotals(usage);
        expect(answer).toBeTruthy();
        // The server is the witness of what was really asked.
        expect(calls).toBe(server.asked.length);
        expect(calls).toBeLessThanOrEqual(most.maxModelCalls);
        expect(toolCalls).toBeLessThanOrEqual(most.maxToolCalls);
        expect(executions.length).toBe(toolCalls);
        // A call that begins within the limit may end beyond it; none begins after that.
        expect(tokens).toBeLessThanOrEqual(most.maxTokens + 60);
        expect(cost).toBeLessThanOrEqual(Math.min(most.maxCost, 1) + 0.000_08);
      }),
      { numRuns: Number(process.env["FC_RUNS"] ?? 100) > 100 ? 200 : 40 },
    );
  });
});
