import { ClarificationVerdict } from "../../src/clarification/verdict.ts";
import { HumanMessage } from "@langchain/core/messages";
import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { clarificationRouter, clarifyNode, routeToNextAgent } from "@tidemark/agents/langgraph";
import { type ClarificationRouterOptions } from "@tidemark/agents/internal/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { SeedState, defineState, extendState, field, fieldGroups, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const TripState = extendState(SeedState, {
  version: 1,
  fields: fields("trip", {
    city: field({
      description: "Destination.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "thread",
    }),
  }),
});

/** Graph that asks a question or books. */
function trip(options: Omit<ClarificationRouterOptions, "proceed">) {
  const graph = new StateGraph(toStateSchema(TripState))
    .addNode("turn_start", turnStart(TripState))
    .addNode("orchestrator", clarificationRouter(TripState, { ...options, proceed: "book" }))
    .addNode("clarify", clarifyNode(TripState))
    .addNode("book", () => ({ trip_city: "Lisbon" }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "orchestrator")
    .addConditionalEdges("orchestrator", routeToNextAgent(["clarify", "book"]))
    .addEdge("clarify", END)
    .addEdge("book", END)
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "ann" } };
  return { graph, config, say: (content: string) => graph.invoke({ messages: [new HumanMessage(content)] }, config) };
}

describe("clarificationRouter", () => {
  test("works with structured output in a state that extends SeedState", async () => {
    const structured = { decision: "clarify", missing: ["the city"], question: "Where would you like to go?" };
    const model = scriptedModel([{ structured }]).withStructuredOutput(ClarificationVerdict);
    const { say } = trip({ decide: model });
    const asked = await say("Book a flight");
    expect([asked.execution_final_answer, asked.control_missing_context]).toEqual([structured.question, ["the city"]]);
    expect((await say("Lisbon")).trip_city).toBe("Lisbon");
  });

  test("lets a model decide instead of the function", async () => {
    const structured = { decision: "clarify", missing: ["the city"], question: "Where would you like to go?" };
    const model = scriptedModel([{ structured }]);
    const { say } = trip({ decide: () => "RESEARCH", model });
    expect((await say("Book a flight")).execution_final_answer).toBe(structured.question);
    model.assertDone();
  });

  test("works on when a model that is named cannot be used, and records why", async () => {
    const { say } = trip({ decide: () => "CLARIFICATION: the city", model: "acme:best" });
    const worked = await say("Book a flight");
    expect(worked.trip_city).toBe("Lisbon");
    expect(worked.control_errors).toMatchObject([{ step: "orchestrator", errorType: "model" }]);
  });

  test("passes the missing information to a function", async () => {
    const received: (readonly string[])[] = [];
    const { graph, config, say } = trip({
      decide: ({ missing }) => {
        received.push(missing);
        return "CLARIFICATION: the city";
      },
    });
    await say("Book a flight");
    await graph.invoke({ messages: [new HumanMessage("Soon"), new HumanMessage("Please")] }, config);
    expect(received).toEqual([[], ["the city"]]);
  });

  test("replaces the default instructions with custom ones", async () => {
    const model = scriptedModel(["PROCEED"]);
    await trip({ decide: model, instructions: "Is the city known?" }).say("Fly to Lisbon");
    expect(model.got[0]?.messages[0]?.text).toBe("Is the city known?");
  });

  test("an abort ends the run and is not a failure of the model", async () => {
    const controller = new AbortController();
    const { graph, config } = trip({
      decide: () => {
        controller.abort();
        throw new Error("stopped");
      },
    });
    const run = graph.invoke({ messages: [new HumanMessage("Hi")] }, { ...config, signal: controller.signal });
    await expect(run).rejects.toThrow("abort");
    expect((await graph.getState(config)).values).toMatchObject({ trip_city: null, control_errors: [] });
  });

  test("keeps the count of questions after a restart", async () => {
    const { say } = trip({ decide: () => "CLARIFICATION", maxClarifications: 1 });
    expect((await say("Book a flight")).control_clarification_count).toBe(1);
    expect(await say("Well")).toMatchObject({ trip_city: "Lisbon", control_clarification_count: 1 });
    expect(await say("Another")).toMatchObject({ control_clarification_needed: false, control_clarification_count: 1 });
  });

  test("refuses a state without the clarification fields", () => {
    const bare = defineState({ version: 1, fields: fieldGroups.conversation });
    expect(() => clarificationRouter(bare, { decide: () => "", proceed: "book" })).toThrow(
      '"orchestrator" needs fields that are missing from the state: control_clarification_count',
    );
  });
});
