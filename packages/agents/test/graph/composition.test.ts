import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { defineRegistry, pendingHandoff } from "@tidemark/agents";
import { type AgentResources } from "@tidemark/agents/internal/langgraph";
import {
  agentNode,
  clarificationRouter,
  createAgentGraph,
  defineAgent,
  handoffTool,
  routeToNextAgent,
} from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { SeedState, type HandoffRecord } from "@tidemark/core-state";
import { type GraphValueOf, toStateSchema } from "@tidemark/core-state/langgraph";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { everyField } from "../every-field.ts";

const clock = fixedClock("2030-01-31T12:00:00.000Z");

/** Answers questions about the weather, and hands requests to send over to `mail`. */
const weather = defineAgent(SeedState, {
  name: "weather",
  description: "Knows the weather of any town.",
  identity: { agentName: "Weather" },
  reads: ["messages"],
  writes: ["messages"],
  run: ({ messages }, { handoff }) => {
    const request = messages.findLast((each) => each.type === "human")?.text ?? "";
    if (request.includes("broken")) throw new Error("no connection to the station");
    const found = { messages: [{ role: "assistant", content: "It rains." }] };
    if (!request.includes("Tell")) return found;
    const handoffResult = handoff("mail", { reason: "user_request", payload: { to: "ben" }, update: found });
    return handoffResult.outcome === "handedOff" ? handoffResult.command : found;
  },
});

function addressee(received: HandoffRecord | null): string {
  const to: unknown = received?.payload?.["to"];
  return typeof to === "string" ? to : "nobody";
}

/** Sends the payload of its handoff. */
const mail = defineAgent(SeedState, {
  name: "mail",
  description: "Sends mail.",
  identity: { agentName: "Mail" },
  reads: [],
  writes: ["messages"],
  run: (_, { received }) => ({
    messages: [{ role: "assistant", content: `Sent to ${addressee(received)}.` }],
  }),
});

const registry = defineRegistry([weather, mail]);
const resources: AgentResources<typeof SeedState> = { registry, clock };
const config = { configurable: { thread_id: "ann" } };
const say = (content: string) => ({ messages: [new HumanMessage(content)] });
const speech = (messages: readonly BaseMessage[]) => messages.map((each) => [each.name, each.text]);
const handoffsOf = (history: readonly HandoffRecord[]) =>
  history.map((each) => `${each.fromAgentId} > ${each.toAgentId}`);

const expectedMessages = [
  [undefined, "Tell Ben"],
  ["weather", "It rains."],
  ["mail", "Sent to ben."],
];

/** Graph in which every agent returns to a supervisor, which follows handoffs and reports failures. */
const supervised = () => {
  const withRouter = { ...resources, onFailure: "record" as const, handoffs: { goto: () => null } };
  return new StateGraph(toStateSchema(SeedState))
    .addNode("turn_start", turnStart(SeedState, { clock }))
    .addNode(
      "supervisor",
      (values: GraphValueOf<typeof SeedState>) => {
        if (values.control_has_error) {
          const words = values.control_error_info?.classification.userMessage ?? "";
          return new Command({ update: { messages: [{ role: "assistant", content: words }] }, goto: END });
        }
        const open = pendingHandoff(values);
        if (open !== null) return new Command({ goto: open.toAgentId });
        return new Command({ goto: values.control_iteration === 0 ? "weather" : END });
      },
      { ends: ["weather", "mail", END] },
    )
    .addNode("weather", agentNode(SeedState, weather, withRouter))
    .addNode("mail", agentNode(SeedState, mail, withRouter))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "supervisor")
    .addEdge("weather", "supervisor")
    .addEdge("mail", "supervisor")
    .compile({ checkpointer: new MemorySaver() });
};

describe("agents under a custom supervisor", () => {
  test("work as in an assembled graph, and the supervisor follows their handoffs", async () => {
    const state = await supervised().invoke(say("Tell Ben"), config);
    expect(speech(state.messages)).toEqual(expectedMessages);
    expect(handoffsOf(state.execution_handoff_history)).toEqual(["weather > mail"]);
    expect(state).toMatchObject({ control_iteration: 2, ui_agent_identity: { agentName: "Mail" } });

    const assembled = createAgentGraph({
      state: SeedState,
      output: everyField(SeedState),
      agents: [weather, mail],
      planner: () => Promise.resolve({ steps: [{ capability: "weather" }, { capability: "mail" }] }),
      responder: () => Promise.resolve("Done."),
      clock,
    });
    const planned = await assembled.invoke(say("How is it?"));
    expect(speech(planned.messages).map(([name]) => name)).toEqual([undefined, "weather", "mail", undefined]);
  });

  test("fail as data: the supervisor handles the failure, and the next turn is clean", async () => {
    const graph = supervised();
    const failed = await graph.invoke(say("broken"), config);
    expect(failed.messages.at(-1)?.text).toBe("Something unexpected went wrong.");
    expect(failed.control_errors).toMatchObject([{ step: "weather", message: "no connection to the station" }]);
    const next = await graph.invoke(say("How is it?"), config);
    expect([next.control_has_error, next.messages.at(-1)?.text]).toEqual([false, "It rains."]);
  });
});

const call = (to: string) => ({ toolCalls: [{ name: `transfer_to_${to}`, args: { payload: { to: "eva" } } }] });

describe("agents under a supervisor that is a model with tools", () => {
  test("receive work from its transfers, each of which is once in the history", async () => {
    const transfer = (to: string) => handoffTool({ registry, from: "supervisor", to, clock });
    const model = scriptedModel([call("weather"), call("mail"), "All done."]);
    const transfers = [transfer("weather"), transfer("mail")];
    const bound = model.bindTools(transfers);
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("turn_start", turnStart(SeedState, { clock }))
      .addNode("supervisor", async ({ messages }) => ({ messages: [await bound.invoke(messages)] }))
      .addNode("tools", new ToolNode(transfers), { ends: ["weather", "mail"] })
      .addNode("weather", agentNode(SeedState, weather, resources), { ends: ["mail"] })
      .addNode("mail", agentNode(SeedState, mail, resources))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "supervisor")
      .addConditionalEdges("supervisor", toolsCondition, ["tools", END])
      .addEdge("weather", "supervisor")
      .addEdge("mail", "supervisor")
      .compile({ checkpointer: new MemorySaver() });
    const state = await graph.invoke(say("How is it?"), config);
    model.assertDone();
    expect(handoffsOf(state.execution_handoff_history)).toEqual(["supervisor > weather", "supervisor > mail"]);
    expect(speech(state.messages).filter(([, text]) => text !== "")).toEqual([
      [undefined, "How is it?"],
      ["transfer_to_weather", "weather has the work now."],
      ["weather", "It rains."],
      ["transfer_to_mail", "mail has the work now."],
      ["mail", "Sent to eva."],
      [undefined, "All done."],
    ]);
  });
});

describe("agents in a swarm", () => {
  const ends = { ends: ["weather", "mail"] };

  test("pass work to each other, and the last speaker answers the next message", async () => {
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("turn_start", turnStart(SeedState, { clock, keep: ["control_active_agent", "ui_agent_identity"] }))
      .addNode("weather", agentNode(SeedState, weather, resources), ends)
      .addNode("mail", agentNode(SeedState, mail, resources), ends)
      .addEdge(START, "turn_start")
      .addConditionalEdges(
        "turn_start",
        ({ control_active_agent: active }) => registry.find(active)?.name ?? "weather",
        ["weather", "mail"],
      )
      .compile({ checkpointer: new MemorySaver() });
    const first = await graph.invoke(say("Tell Ben"), config);
    expect(speech(first.messages)).toEqual(expectedMessages);
    const second = await graph.invoke(say("Again"), config);
    expect([second.control_active_agent, second.messages.at(-1)?.name]).toEqual(["mail", "mail"]);
    // A handoff of the previous turn is not work of this turn.
    expect(second.messages.at(-1)?.text).toBe("Sent to nobody.");
    expect(handoffsOf(second.execution_handoff_history)).toEqual(["weather > mail"]);
  });

  test("leave a team that is a subgraph, with all of its messages", async () => {
    const leaving = agentNode(SeedState, weather, { ...resources, handoffs: { graph: "parent" } });
    const team = new StateGraph(toStateSchema(SeedState))
      .addNode("weather", leaving)
      .addEdge(START, "weather")
      .addEdge("weather", END)
      .compile();
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("turn_start", turnStart(SeedState, { clock }))
      .addNode("team", team, { ends: ["mail"] })
      .addNode("mail", agentNode(SeedState, mail, resources))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "team")
      .compile({ checkpointer: new MemorySaver() });
    const state = await graph.invoke(say("Tell Ben"), config);
    expect(speech(state.messages)).toEqual(expectedMessages);
    expect(handoffsOf(state.execution_handoff_history)).toEqual(["weather > mail"]);
    expect(state.control_iteration).toBe(2);
  });

  test("leave a team that an agent calls, with what that agent proposes, and are counted once", async () => {
    const leaving = agentNode(SeedState, weather, { ...resources, handoffs: { graph: "parent" } });
    const team = new StateGraph(toStateSchema(SeedState))
      .addNode("weather", leaving)
      .addEdge(START, "weather")
      .compile();
    const lead = defineAgent(SeedState, {
      name: "lead",
      description: "Asks its team.",
      reads: ["messages"],
      writes: ["messages"],
      proposes: ["task_current_task"],
      run: async ({ messages }, { config: own, propose }) => {
        propose({ task_current_task: "Tell Ben" }, "The user said so.");
        await team.invoke({ messages }, own);
        return {};
      },
    });
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("turn_start", turnStart(SeedState, { clock }))
      .addNode("lead", agentNode(SeedState, lead, resources), { ends: ["mail"] })
      .addNode("mail", agentNode(SeedState, mail, resources))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "lead")
      .compile({ checkpointer: new MemorySaver() });
    const state = await graph.invoke(say("Tell Ben"), config);
    expect(speech(state.messages)).toEqual(expectedMessages);
    expect(handoffsOf(state.execution_handoff_history)).toEqual(["weather > mail"]);
    expect([state.control_iteration, Object.keys(state.execution_step_results)]).toEqual([2, ["0_weather", "0_mail"]]);
    expect(state.control_proposals.map(({ proposedBy }) => proposedBy)).toEqual(["lead"]);
  });

  test("leave a team with its own checkpoints", async () => {
    const leaving = agentNode(SeedState, weather, { ...resources, handoffs: { graph: "parent" } });
    const team = new StateGraph(toStateSchema(SeedState))
      .addNode("weather", leaving)
      .addEdge(START, "weather")
      .compile({ checkpointer: true });
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("team", team, { ends: ["mail"] })
      .addNode("mail", agentNode(SeedState, mail, resources))
      .addEdge(START, "team")
      .compile({ checkpointer: new MemorySaver() });
    const state = await graph.invoke(say("Tell Ben"), config);
    expect(speech(state.messages)).toEqual(expectedMessages);
    expect(handoffsOf(state.execution_handoff_history)).toEqual(["weather > mail"]);
  });

  test("stay in the team without a handoff, and their result is stored once", async () => {
    const node = agentNode(SeedState, weather, { ...resources, handoffs: { graph: "parent" } });
    const team = new StateGraph(toStateSchema(SeedState)).addNode("weather", node).addEdge(START, "weather").compile();
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("team", team, { ends: ["mail"] })
      .addNode("mail", agentNode(SeedState, mail, resources))
      .addEdge(START, "team")
      .compile();
    const state = await graph.invoke(say("How is it?"));
    expect(speech(state.messages)).toEqual([
      [undefined, "How is it?"],
      ["weather", "It rains."],
    ]);
    expect([state.control_iteration, state.control_errors.length]).toEqual([1, 0]);
  });
});

const route = (values: GraphValueOf<typeof SeedState>) =>
  new Command({ goto: registry.find(values.control_last_agent ?? "") === null ? "weather" : END });

const twins = (counts: boolean) =>
  new StateGraph(toStateSchema(SeedState))
    .addNode("weather", agentNode(SeedState, weather, { ...resources, counts }))
    .addNode("mail", agentNode(SeedState, mail, { ...resources, counts }))
    .addEdge(START, "weather")
    .addEdge(START, "mail")
    .compile();

describe("recipes together", () => {
  test("a supervisor behind a clarification router lets its agent run", async () => {
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("turn_start", turnStart(SeedState, { clock }))
      .addNode(
        "orchestrator",
        clarificationRouter(SeedState, { decide: () => "RESEARCH: clear", proceed: "supervisor" }),
      )
      .addNode("supervisor", route, { ends: ["weather", END] })
      .addNode("weather", agentNode(SeedState, weather, resources))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "orchestrator")
      .addConditionalEdges("orchestrator", routeToNextAgent(["supervisor"]), ["supervisor", END])
      .addEdge("weather", "supervisor")
      .compile({ checkpointer: new MemorySaver() });
    const { messages } = await graph.invoke(say("Will it rain?"), config);
    expect(speech(messages)).toEqual([
      [undefined, "Will it rain?"],
      ["weather", "It rains."],
    ]);
  });

  test("two agents that count in one step throw with the advice to disable counting", async () => {
    await expect(twins(true).invoke(say("Hi"))).rejects.toThrow(/2 nodes of one step wrote this field.*counts: false/);
    expect((await twins(false).invoke(say("Hi"))).messages).toHaveLength(3);
  });
});
