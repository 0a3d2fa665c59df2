import { Command, END, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { z } from "zod";
import { handoffScript, type MakeTurnGraph, planScript, turns } from "./graphs.ts";
import { TurnModel } from "./model.ts";

const Task = z.object({ task: z.string(), dependsOnChatHistory: z.boolean(), dependsOnUserMemory: z.boolean() });
const Plan = z.object({
  steps: z.array(z.object({ capability: z.string(), taskObjective: z.string(), contextKey: z.string() })),
});

const names = ["weather", "trains", "hotels"] as const;

const Planned = new StateSchema({
  messages: MessagesValue,
  task: z.string().default(""),
  plan: Plan.nullable().default(null),
  index: z.number().default(0),
  answer: z.string().nullable().default(null),
});

/** The planned turn in plain LangGraph: a node for each model call, and an edge that reads the plan. */
export const plainPlan: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel(planScript);
  const extract = model.withStructuredOutput(Task, { name: "task" });
  const plan = model.withStructuredOutput(Plan, { name: "plan" });
  const agent = async ({ messages, index }: typeof Planned.State, { signal }: { signal?: AbortSignal }) => ({
    messages: [await model.invoke(messages, signal === undefined ? {} : { signal })],
    index: index + 1,
  });
  const next = ({ plan: planned, index }: typeof Planned.State) =>
    names.find((name) => name === planned?.steps[index]?.capability) ?? ("respond" as const);
  const graph = new StateGraph(Planned)
    .addNode("extract", async ({ messages }) => ({ task: (await extract.invoke(messages)).task, index: 0 }))
    .addNode("make_plan", async ({ task }) => ({
      plan: await plan.invoke([new SystemMessage(`Plan with ${names.join(", ")}.`), new HumanMessage(task)]),
    }))
    .addNode("weather", agent)
    .addNode("trains", agent)
    .addNode("hotels", agent)
    .addNode("respond", async ({ messages }) => {
      const answer = await model.invoke([new SystemMessage("Answer the user."), ...messages]);
      return { messages: [answer], answer: answer.text };
    })
    .addEdge(START, "extract")
    .addEdge("extract", "make_plan")
    .addConditionalEdges("make_plan", next, [...names, "respond"])
    .addConditionalEdges("weather", next, [...names, "respond"])
    .addConditionalEdges("trains", next, [...names, "respond"])
    .addConditionalEdges("hotels", next, [...names, "respond"])
    .addEdge("respond", END)
    .compile({ checkpointer });
  return turns(model, graph);
};

/** The handoff in plain LangGraph: a command from one agent to the other. */
export const plainHandoff: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel(handoffScript);
  const agent = async ({ messages }: { messages: typeof Planned.State.messages }) => {
    const answer = await model.invoke(messages);
    const [call] = answer.tool_calls ?? [];
    const to = names.find((name) => call?.name === `transfer_to_${name}`);
    if (to === undefined) return { messages: [answer] };
    return new Command({ update: { messages: [{ role: "assistant", content: answer.text }] }, goto: to });
  };
  const graph = new StateGraph(new StateSchema({ messages: MessagesValue }))
    .addNode("weather", agent, { ends: [...names] })
    .addNode("trains", agent, { ends: [...names] })
    .addNode("hotels", agent, { ends: [...names] })
    .addEdge(START, "weather")
    .compile({ checkpointer });
  return turns(model, graph);
};
