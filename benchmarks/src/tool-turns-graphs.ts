import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { Command, END, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import {
  createAgentGraph,
  defineAgent,
  modelPlanner,
  modelResponder,
  modelTaskExtractor,
} from "@tidemark/agents/langgraph";
import { AgentState } from "@tidemark/core-state";
import { z } from "zod";
import { converse, lookUp, plannedWork } from "./tool-turns.ts";
import { type MakeTurnGraph, turns } from "./turn-graphs.ts";
import { TurnModel } from "./turn-model.ts";

const agent = (name: string) =>
  defineAgent(AgentState, {
    name,
    description: `Knows all about ${name}.`,
    reads: ["messages"],
    writes: ["messages"],
    run: async ({ messages }, { model, handoff }) => {
      const { said, handsOn } = await converse(model, messages, [lookUp]);
      if (!handsOn) return { messages: said };
      const result = handoff("trains", {
        reason: "capability_match",
        capability: "trains",
        update: { messages: said },
      });
      return result.outcome === "handedOff" ? result.command : { messages: said };
    },
  });

/** Ours: a task, a plan, an agent that hands the work on, and the answer; two tools are called. */
export const workedByTidemark: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel(plannedWork);
  const graph = createAgentGraph({
    state: AgentState,
    agents: [agent("weather"), agent("trains"), agent("hotels")],
    taskExtractor: modelTaskExtractor(model),
    planner: modelPlanner(model),
    responder: modelResponder(model),
    model,
    checkpointer,
  });
  return turns(model, graph);
};

const Task = z.object({ task: z.string() });
const Plan = z.object({ steps: z.array(z.object({ capability: z.string() })) });
const names = ["weather", "trains", "hotels"] as const;
const Worked = new StateSchema({
  messages: MessagesValue,
  task: z.string().default(""),
  plan: Plan.nullable().default(null),
});

/** The same turn as people write it. */
export const workedByHand: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel(plannedWork);
  const extract = model.withStructuredOutput(Task, { name: "task" });
  const plan = model.withStructuredOutput(Plan, { name: "plan" });
  const work = async ({ messages }: typeof Worked.State) => {
    const { said, handsOn } = await converse(model, messages, [lookUp]);
    return new Command({ update: { messages: said }, goto: handsOn ? "trains" : "respond" });
  };
  const first = ({ plan: known }: typeof Worked.State) =>
    names.find((name) => name === known?.steps[0]?.capability) ?? ("respond" as const);
  const ends = [...names, "respond"];
  const graph = new StateGraph(Worked)
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
