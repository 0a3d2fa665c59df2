import { HumanMessage } from "@langchain/core/messages";
import { Command, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { plainQuestion } from "@tidemark/agents/internal";
import { clarifyNode } from "@tidemark/agents/langgraph";
import { type ClarifyNodeOptions } from "@tidemark/agents/internal/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { SeedState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { describe, expect, test } from "vitest";

/** Graph whose only node asks a question. */
const asking = (options?: ClarifyNodeOptions) =>
  new StateGraph(toStateSchema(SeedState))
    .addNode("clarify", clarifyNode(SeedState, options))
    .addEdge(START, "clarify")
    .addEdge("clarify", END)
    .compile({ checkpointer: new MemorySaver() });

const config = { configurable: { thread_id: "ann" } };
const vague = { messages: [new HumanMessage("Tell me about it")] };

describe("clarifyNode", () => {
  test("AR-03 asks, answers the turn with the question, and counts no iteration", async () => {
    const state = await asking({ ask: () => "Which topic?" }).invoke({ ...vague, control_iteration: 1 }, config);
    expect(state).toMatchObject({
      execution_final_answer: "Which topic?",
      control_workflow_status: "awaiting_user",
      control_next_agent: "END",
      control_last_agent: "clarify",
      control_iteration: 1,
    });
    expect(state.messages.map(({ type, name, text }) => [type, name, text])).toEqual([
      ["human", undefined, "Tell me about it"],
      ["ai", "clarify", "Which topic?"],
    ]);
  });

  test("passes the missing information and the conversation to a model", async () => {
    const model = scriptedModel(["Which paper do you mean?"]);
    const state = await asking({ ask: model }).invoke({ ...vague, control_missing_context: ["which paper"] }, config);
    expect(state.execution_final_answer).toBe("Which paper do you mean?");
    expect(model.got[0]?.messages[0]?.text).toContain("Missing details: which paper.");
    expect(model.got[0]?.messages[1]?.text).toBe("Tell me about it");
  });

  test("asks the plain question when the missing information is unknown", async () => {
    const state = await asking().invoke({ ...vague, control_missing_context: ["Query is vague or ambiguous"] }, config);
    expect(state.execution_final_answer).toBe(plainQuestion);
  });

  test("lets LangGraph interrupt while the question is written", async () => {
    const graph = asking({ ask: () => interrupt("How should I ask?") });
    await graph.invoke(vague, config);
    expect((await graph.getState(config)).tasks[0]?.interrupts[0]?.value).toBe("How should I ask?");
    const state = await graph.invoke(new Command({ resume: "Which topic, please?" }), config);
    expect([state.execution_final_answer, state.control_errors]).toEqual(["Which topic, please?", []]);
  });
});
