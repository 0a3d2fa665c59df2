import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { agentErrors } from "@tidemark/agents";
import { plainQuestion } from "@tidemark/agents/internal";
import { scriptedModel } from "@tidemark/agents/testing";
import { SeedState, initialState } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { storedFindings, researchWorkflow } from "./clarify-workflow.ts";

const asking = (...names: string[]) =>
  new AIMessage({ content: "", tool_calls: names.map((name) => ({ id: `call_${name}`, name, args: {} })) });
const found = (name: string) => new ToolMessage({ content: `from ${name}`, tool_call_id: `call_${name}` });

/** Tool call of a scripted model. */
const call = (name: string, id: string) => ({ toolCalls: [{ name, args: {}, id }] });

/** Calls two tools, then answers; returns the conversation with all added messages. */
const research = (messages: readonly BaseMessage[]): readonly BaseMessage[] => [
  ...messages,
  asking("pdf"),
  found("pdf"),
  asking("web", "pdf"),
  found("web"),
  new AIMessage("87.2 %"),
];

/** Research or synthesis that fails. */
const down = (): never => {
  throw new Error("offline");
};

const texts = (messages: readonly { readonly text: string }[]) => messages.map(({ text }) => text);

describe("a research workflow", () => {
  test("AR-01 starts without questions, findings and answers", () => {
    expect(initialState(SeedState)).toMatchObject({
      control_next_agent: "orchestrator",
      control_last_agent: null,
      control_iteration: 0,
      control_clarification_needed: false,
      control_clarification_count: 0,
      control_missing_context: [],
      capability_context_data: {},
      execution_final_answer: null,
      execution_confidence_score: null,
    });
  });

  test("AR-02 AR-03 asks for a vague request and ends the turn with the question", async () => {
    const model = scriptedModel(["CLARIFICATION"]);
    const { say } = researchWorkflow({ decide: model, ask: scriptedModel(["What topic are you asking about?"]) });
    expect(await say("Tell me about it")).toMatchObject({
      control_clarification_needed: true,
      control_clarification_count: 1,
      control_missing_context: ["Query is vague or ambiguous"],
      control_iteration: 1,
      control_next_agent: "END",
      control_last_agent: "clarification",
      control_workflow_status: "awaiting_user",
      execution_final_answer: "What topic are you asking about?",
      messages: [{ text: "Tell me about it" }, { text: "What topic are you asking about?", name: "clarification" }],
    });
  });

  test("AR-03 asks the plain question when the model that writes it fails, and records the failure", async () => {
    const { say } = researchWorkflow({ decide: () => "CLARIFICATION", ask: scriptedModel([new Error("no quota")]) });
    const state = await say("Tell me about it");
    expect(state.execution_final_answer).toBe(plainQuestion);
    expect(state.control_errors).toEqual([
      {
        step: "clarification",
        errorType: "model",
        message: "no quota",
        timestamp: "2026-03-01T09:00:00.000Z",
        retryable: true,
      },
    ]);
  });

  test("AR-04 researches after the reply without calling a model, and clears the missing information", async () => {
    const model = scriptedModel(["CLARIFICATION: the topic"]);
    const { say } = researchWorkflow({ decide: model, research });
    const asked = await say("Tell me about it");
    expect(asked.execution_final_answer).toBe("Could you please tell me more? Missing details: the topic.");
    const state = await say("Zhang et al.");
    expect(model.got).toHaveLength(1);
    expect(state).toMatchObject({
      control_clarification_needed: false,
      control_clarification_count: 0,
      control_missing_context: [],
      execution_final_answer: "In short: 87.2 %",
    });
  });

  test("AR-05 calls the model again after an ordinary answer", async () => {
    const model = scriptedModel(["RESEARCH", "RESEARCH"]);
    const { say } = researchWorkflow({ decide: model, research });
    await say("What is the accuracy?");
    await say("And the recall?");
    expect(model.got).toHaveLength(2);
  });

  test("AR-06 calls the model for two messages of the user in a row", async () => {
    const model = scriptedModel(["CLARIFICATION", "RESEARCH"]);
    const { graph, config, say } = researchWorkflow({ decide: model, research });
    await say("Tell me about it");
    await graph.invoke({ messages: [new HumanMessage("Zhang"), new HumanMessage("et al.")] }, config);
    expect(model.got).toHaveLength(2);
  });

  test("AR-07 AR-08 asks twice while research fails, then proceeds; the count ends with an answer", async () => {
    let fails = true;
    const model = scriptedModel(["CLARIFICATION", "CLARIFICATION"]);
    const { say } = researchWorkflow({
      decide: model,
      research: (messages) => {
        if (fails) throw new Error("offline");
        return research(messages);
      },
    });
    const counts: number[] = [];
    for (const words of ["Tell me", "The paper", "Tell me", "The table", "Tell me"]) {
      counts.push((await say(words)).control_clarification_count);
    }
    expect(counts).toEqual([1, 1, 2, 2, 2]);
    expect(model.got).toHaveLength(2);
    fails = false;
    expect((await say("Again")).control_clarification_count).toBe(0);
  });

  test("AR-09 researches immediately when the limit of questions is 0", async () => {
    const model = scriptedModel([]);
    const { say } = researchWorkflow({ decide: model, research, maxClarifications: 0 });
    expect((await say("Tell me about it")).execution_final_answer).toBe("In short: 87.2 %");
  });

  test("AR-10 AR-12 researches for RESEARCH, other text, an empty answer, and a later CLARIFICATION", async () => {
    for (const reply of ["RESEARCH", "banana", "", "RESEARCH - no CLARIFICATION needed"]) {
      const { say } = researchWorkflow({ decide: scriptedModel([reply]), research });
      expect((await say("What is the accuracy?")).execution_final_answer).toBe("In short: 87.2 %");
    }
  });

  test("AR-11 asks the user for a decision in lower case", async () => {
    const { say } = researchWorkflow({ decide: scriptedModel(["clarification"]) });
    expect((await say("Tell me about it")).control_clarification_needed).toBe(true);
  });

  test("AR-13 researches when the model throws, counts the iteration, and records the failure", async () => {
    const { say } = researchWorkflow({ decide: scriptedModel([new Error("no quota")]), research });
    expect(await say("What is the accuracy?")).toMatchObject({
      control_clarification_needed: false,
      control_clarification_count: 0,
      control_iteration: 3,
      execution_final_answer: "In short: 87.2 %",
      control_errors: [{ step: "orchestrator", errorType: "model", message: "no quota" }],
    });
  });

  test("AR-14 an empty conversation throws a typed error", async () => {
    const { graph, config } = researchWorkflow();
    await expect(graph.invoke({ messages: [] }, config)).rejects.toMatchObject({
      code: agentErrors.emptyConversation.code,
    });
  });

  test("AR-15 shows the model the last 10 messages; the state keeps all", async () => {
    const model = scriptedModel(["RESEARCH"]);
    const { graph, config } = researchWorkflow({ decide: model, research });
    const messages = Array.from({ length: 15 }, (_, index) => new HumanMessage(`message ${index}`));
    const state = await graph.invoke({ messages }, config);
    expect(texts(model.got[0]?.messages.slice(1) ?? [])).toEqual(texts(messages.slice(5)));
    expect(state.messages).toHaveLength(17);
  });

  test("AR-16 finds a reply although the window of the model contains one message", async () => {
    const model = scriptedModel(["CLARIFICATION"]);
    const { say } = researchWorkflow({ decide: model, research, maxHistory: 1 });
    await say("Tell me about it");
    expect((await say("Zhang et al.")).execution_final_answer).toBe("In short: 87.2 %");
    expect(model.got[0]?.messages).toHaveLength(2);
  });

  test("AR-17 AR-25 AR-26 adds one message of each agent, names tools once, and counts three agents", async () => {
    const state = await researchWorkflow({ research }).say("What is the accuracy?");
    expect(texts(state.messages)).toEqual(["What is the accuracy?", "87.2 %", "In short: 87.2 %"]);
    expect(storedFindings(state)).toEqual({
      observations: ["Used tool: pdf", "Used tool: web"],
      toolHistory: ["pdf", "web"],
      finalOutput: "87.2 %",
      complete: true,
      failed: false,
    });
    expect([state.control_iteration, state.control_last_agent, state.control_next_agent]).toEqual([
      3,
      "synthesis",
      "END",
    ]);
    expect(state.execution_confidence_score).toBe(0.8);
  });

  test("AR-17 AR-26 adds one message from a subgraph that uses a model and tools", async () => {
    const model = scriptedModel([call("pdf", "1"), call("web", "2"), "87.2 %", call("pdf", "3"), "91 %"]);
    const tools = ["pdf", "web"].map((name) =>
      tool(() => `from ${name}`, { name, description: name, schema: z.object({}) }),
    );
    const agent = new StateGraph(MessagesAnnotation)
      .addNode("model", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addNode("tools", new ToolNode(tools))
      .addEdge(START, "model")
      .addConditionalEdges("model", toolsCondition)
      .addEdge("tools", "model")
      .compile();
    const { say } = researchWorkflow({
      research: async (messages) => (await agent.invoke({ messages: [...messages] })).messages,
    });
    expect(texts((await say("Accuracy?")).messages)).toEqual(["Accuracy?", "87.2 %", "In short: 87.2 %"]);
    const state = await say("Recall?");
    expect(texts(state.messages).slice(3)).toEqual(["Recall?", "91 %", "In short: 91 %"]);
    expect(storedFindings(state).toolHistory).toEqual(["pdf"]);
    model.assertDone();
  });

  test("AR-18 accepts an answer with an empty list of calls", async () => {
    const empty = new AIMessage({ content: "87.2 %", tool_calls: [] });
    const state = await researchWorkflow({ research: () => [empty] }).say("What is the accuracy?");
    expect(texts(state.messages)).toContain("87.2 %");
  });

  test("AR-19 keeps the last text of research that stopped early, and no tool call", async () => {
    const stopped = [asking("pdf"), found("pdf"), asking("web")];
    const state = await researchWorkflow({ research: () => stopped }).say("What is the accuracy?");
    expect(texts(state.messages)).toEqual(["What is the accuracy?", "In short: from pdf"]);
    expect(storedFindings(state)).toMatchObject({ complete: false, failed: false });
  });

  test("AR-20 does not add the previous answer again when research adds nothing", async () => {
    let silent = false;
    const { say } = researchWorkflow({ research: (messages) => (silent ? messages : research(messages)) });
    await say("What is the accuracy?");
    silent = true;
    const state = await say("And the recall?");
    expect(texts(state.messages).filter((text) => text === "87.2 %")).toHaveLength(1);
    expect(state.execution_confidence_score).toBe(0);
  });

  test("AR-21 answers with confidence 0 when research throws, and stores the reason", async () => {
    const state = await researchWorkflow({ research: down, synthesize: ({ findings }) => findings.finalOutput }).say(
      "Hi",
    );
    expect(storedFindings(state)).toMatchObject({ observations: ["Research failed: offline"], failed: true });
    expect(state).toMatchObject({
      execution_final_answer: "Unable to complete research due to an error.",
      execution_confidence_score: 0,
      control_workflow_status: "failed",
      control_last_agent: "synthesis",
      control_iteration: 3,
    });
  });

  test("AR-21 routes failed research to synthesis under its own name", async () => {
    const { graph, config, say } = researchWorkflow({ research: down });
    await say("What is the accuracy?");
    const before: unknown[] = [];
    for await (const { values, next } of graph.getStateHistory(config))
      if (next[0] === "synthesis") before.push(values);
    expect(before).toMatchObject([{ control_last_agent: "research", control_next_agent: "synthesis" }]);
  });

  test("AR-22 derives its confidence from the number of tools", async () => {
    const scores: unknown[] = [];
    for (const tools of [[], ["a"], ["a", "b"], ["a", "b", "c"]]) {
      const answers = [...tools.flatMap((name) => [asking(name), found(name)]), new AIMessage("Yes")];
      scores.push((await researchWorkflow({ research: () => answers }).say("Is it?")).execution_confidence_score);
    }
    expect(scores).toEqual([0, 0.6, 0.8, 0.95]);
  });

  test("AR-23 AR-28 answers the current question on the same thread, and duplicates nothing", async () => {
    const { say } = researchWorkflow({ research, synthesize: ({ question }) => `To "${question}": yes.` });
    const first = await say("Is it accurate?");
    const second = await say("Is it fast?");
    expect(second.execution_final_answer).toBe('To "Is it fast?": yes.');
    expect([first.messages.length, second.messages.length]).toEqual([3, 6]);
    expect(new Set(second.messages.map(({ id }) => id)).size).toBe(6);
  });

  test("AR-24 answers with the findings, or an apology, when synthesis throws", async () => {
    const kept = await researchWorkflow({ research, synthesize: down }).say("What is the accuracy?");
    expect([kept.execution_final_answer, kept.execution_confidence_score]).toEqual(["87.2 %", 0]);
    expect(kept.control_next_agent).toBe("END");
    const nothing = await researchWorkflow({ synthesize: down }).say("What is the accuracy?");
    expect(nothing.execution_final_answer).toBe("I'm sorry, I could not write an answer. Please try again.");
  });

  test("AR-29 refuses to route to an unknown agent", async () => {
    const { say } = researchWorkflow({ proceed: "reserch" });
    await expect(say("What is the accuracy?")).rejects.toThrow(
      'Agent "reserch" does not exist. Did you mean "research"?',
    );
  });

  test("AR-30 stops with a message when agents would run endlessly", async () => {
    const state = await researchWorkflow({ research, afterResearch: "research" }).say("What is the accuracy?");
    expect(state.execution_final_answer).toMatch(/^I stopped after 20 steps/);
    expect(state.control_iteration).toBe(20);
  });
});
