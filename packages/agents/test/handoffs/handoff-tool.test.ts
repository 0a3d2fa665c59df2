import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { SeedState, type HandoffRecord } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { describeAgent } from "../../src/roster/agent-description.ts";
import { defineAgent } from "../../src/run/agent.graph.ts";
import { agentNode } from "../../src/run/agent-node.graph.ts";
import { handoffTool } from "../../src/handoffs/handoff-tool.graph.ts";
import { defineRegistry } from "../../src/roster/registry.ts";

const clock = fixedClock("2026-01-08T20:30:00.000Z");

const mail = defineAgent(SeedState, {
  name: "mail",
  description: "Sends mail.",
  identity: { agentName: "Mail" },
  reads: [],
  writes: ["messages"],
  run: (_, { received }) => ({ messages: [new AIMessage(`Got ${JSON.stringify(received?.payload ?? null)}`)] }),
});
const registry = defineRegistry([
  describeAgent({ name: "weather", description: "Knows the weather." }),
  mail,
  describeAgent({ name: "respond", description: "Answers.", system: true }),
]);

/** A tool node skips a call whose id was answered before, so every turn needs a new id. */
const asks = (to: string, args: object = {}, id = "call_1") =>
  new AIMessage({
    content: "",
    tool_calls: [{ id, name: `transfer_to_${to}`, args: { reason: "user_request", ...args } }],
  });

const hello = { messages: [new HumanMessage("Write to Ann")] };

const textsOf = (messages: readonly BaseMessage[]) => messages.map((each) => [each.type, each.name, each.text]);

const handoffsOf = (history: readonly HandoffRecord[]) => history.map((each) => [each.fromAgentId, each.toAgentId]);

describe("handoffTool", () => {
  test("PS-08 hands work over from a tool node of the same graph", async () => {
    const transfer = handoffTool({ registry, from: "weather", to: "mail", clock });
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("weather", () => ({ messages: [asks("mail", { payload: { to: "ann" } })] }))
      .addNode("tools", new ToolNode([transfer]), { ends: ["mail"] })
      .addNode("mail", agentNode(SeedState, mail, { clock }))
      .addEdge(START, "weather")
      .addEdge("weather", "tools")
      .addEdge("mail", END)
      .compile();
    const state = await graph.invoke(hello);
    expect(handoffsOf(state.execution_handoff_history)).toEqual([["weather", "mail"]]);
    expect(state.ui_agent_identity.agentName).toBe("Mail");
    expect(textsOf(state.messages).slice(2)).toEqual([
      ["tool", "transfer_to_mail", "mail has the work now."],
      ["ai", "mail", 'Got {"to":"ann"}'],
    ]);
  });

  test("PS-13 hands work out of an inner graph, once in the history, without repeated messages", async () => {
    const transfer = handoffTool({ registry, from: "weather", to: "mail", graph: "parent", clock });
    const inner = new StateGraph(toStateSchema(SeedState))
      .addNode("think", ({ runtime_turn_id: turn }) => ({ messages: [asks("mail", {}, `call_of_${turn}`)] }))
      .addNode("tools", new ToolNode([transfer]))
      .addEdge(START, "think")
      .addConditionalEdges("think", toolsCondition)
      .addEdge("tools", END)
      .compile();
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("turn_start", turnStart(SeedState))
      .addNode("weather", inner, { ends: ["mail"] })
      .addNode("mail", agentNode(SeedState, mail, { clock }))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "weather")
      .addEdge("mail", END)
      .compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" } };
    const first = await graph.invoke(hello, config);
    expect(textsOf(first.messages)).toEqual([
      ["human", undefined, "Write to Ann"],
      ["ai", "weather", ""],
      ["tool", "transfer_to_mail", "mail has the work now."],
      ["ai", "mail", "Got null"],
    ]);
    const second = await graph.invoke({ messages: [new HumanMessage("Again")] }, config);
    expect(handoffsOf(second.execution_handoff_history)).toEqual([
      ["weather", "mail"],
      ["weather", "mail"],
    ]);
    expect(second.messages.length).toBe(8);
  });

  test("reports a refusal to the model as a failure of the tool", async () => {
    const transfer = handoffTool({ registry, from: "mail", to: "mail", clock });
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("think", () => ({ messages: [asks("mail")] }))
      .addNode("tools", new ToolNode([transfer]))
      .addEdge(START, "think")
      .addEdge("think", "tools")
      .compile();
    const state = await graph.invoke(hello);
    expect(state.execution_handoff_history).toEqual([]);
    expect(state.messages.at(-1)).toMatchObject({ status: "error", tool_call_id: "call_1" });
    expect(state.messages.at(-1)?.text).toContain("already has the work");
  });

  test("refuses a system agent, and cannot be created for an unknown one", async () => {
    const transfer = handoffTool({ registry, from: "mail", to: "respond", clock });
    const answer: unknown = await transfer.invoke({ id: "call_1", name: transfer.name, args: {}, type: "tool_call" });
    expect(answer).toMatchObject({ status: "error" });
    expect(() => handoffTool({ registry, from: "mail", to: "wether", clock })).toThrow("weather");
  });

  test("returns a command that an agent can return", async () => {
    const transfer = handoffTool({ registry, from: "weather", to: "mail", clock });
    const weather = defineAgent(SeedState, {
      name: "weather",
      description: "Knows the weather.",
      reads: [],
      writes: ["messages"],
      run: async (_, { tools: [tool], config }) => {
        const call = {
          id: "call_7",
          name: "transfer_to_mail",
          args: { reason: "clarification" },
          type: "tool_call",
        } as const;
        const answer: unknown = await tool?.invoke(call, config);
        return answer instanceof Command ? answer : {};
      },
    });
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("weather", agentNode(SeedState, weather, { clock, tools: [transfer] }), { ends: ["mail"] })
      .addNode("mail", agentNode(SeedState, mail, { clock }))
      .addEdge(START, "weather")
      .compile();
    const state = await graph.invoke(hello);
    expect(handoffsOf(state.execution_handoff_history)).toEqual([["weather", "mail"]]);
    expect(state.execution_handoff_history[0]?.reason).toBe("clarification");
    expect(state.control_iteration).toBe(2);
  });
});
