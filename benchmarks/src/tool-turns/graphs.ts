import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { Command, END, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { createAgentGraph, defineAgent, modelParts } from "@tidemark/agents/langgraph";
import { AgentState } from "@tidemark/core-state";
import { z } from "zod";
import { converse, lookUp, plannedToolScript } from "./tool-turns.ts";
import { type MakeTurnGraph, turns } from "../turns/graphs.ts";
import { TurnModel } from "../turns/model.ts";

const agent = (name: string) =>
  defineAgent(AgentState, {
    name,
    description: `Knows all about ${name}.`,
    reads: ["messages"],
    writes: ["messages"],
    run: async ({ messages }, { model, handoff }) => {
      const { added, transfers } = await converse(model, messages, [lookUp]);
      if (!transfers) return { messages: added };
      const result = handoff("trains", {
        reason: "capability_match",
        capability: "trains",
        update: { messages: added },
      });
      return result.outcome === "handedOff" ? result.command : { messages: added };
    },
  });

/** Tidemark: a task, a plan, a handoff between two agents that call a tool each, and the answer. */
export const tidemarkToolTurns: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel(plannedToolScript);
  const { taskExtractor, planner, responder } = modelParts(model);
  const graph = createAgentGraph({
    state: AgentState,
    agents: [agent("weather"), agent("trains"), agent("hotels")],
    taskExtractor,
    planner,
    responder,
    model,
    checkpointer,
  });
  return turns(model, graph);
};

const Task = z.object({ task: z.string() });
const Plan = z.object({ steps: z.array(z.object({ capability: z.string() })) });
const names = ["weather", "trains", "hotels"] as const;
const PlainState = new StateSchema({
  messages: MessagesValue,
  task: z.string().default(""),
  plan: Plan.nullable().default(null),
});

/** The same turn in plain LangGraph. */
export const plainToolTurns: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel(plannedToolScript);
  const extract = model.withStructuredOutput(Task, { name: "task" });
  const plan = model.withStructuredOutput(Plan, { name: "plan" });
  const work = async ({ messages }: typeof PlainState.State) => {
    const { added, transfers } = await converse(model, messages, [lookUp]);
    return new Command({ update: { messages: added }, goto: transfers ? "trains" : "respond" });
  };
  const first = ({ plan: planned }: typeof PlainState.State) =>
    names.find((name) => name === planned?.steps[0]?.capability) ?? ("respond" as const);
  const ends = [...names, "respond"];
  const graph = new StateGraph(PlainState)
    .addNode("extract", async ({ messages }) => ({ task: (await extract.invoke(messages)).task }))
    .addNode("make_plan", async ({ task }) => ({
      plan: await plan.invoke([new SystemMessage(`Plan with ${names.join(", ")}.`), new HumanMessage(task)]),
    }))
    .addNode("weather", work, { ends })
    .addNode("trains", work, { ends })
    .addNode("hotels", work, { ends })
    .addNode("respond", async ({ messages }) => ({
      messages: [await model.invoke([new SystemMessage("Answer the user."), ...messages])],
    }))
    .addEdge(START, "extract")
    .addEdge("extract", "make_plan")
    .addConditionalEdges("make_plan", first, [...names, "respond"])
    .addEdge("respond", END)
    .compile({ checkpointer });
  return turns(model, graph);
};
