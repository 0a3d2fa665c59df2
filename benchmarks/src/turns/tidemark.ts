import { createAgentGraph, defineAgent, modelParts } from "@tidemark/agents/langgraph";
import { AgentState, defineState } from "@tidemark/core-state";
import { handoffScript, type MakeTurnGraph, planScript, steps, turns } from "./graphs.ts";
import { TurnModel } from "./model.ts";

const agent = (name: string) =>
  defineAgent(AgentState, {
    name,
    description: `Knows all about ${name}.`,
    reads: ["messages"],
    writes: ["messages"],
    run: async ({ messages }, { model, signal }) => ({ messages: [await model.invoke([...messages], { signal })] }),
  });

/** Tidemark: the model extracts the task, plans, answers for two agents, and writes the answer. */
export const tidemarkPlan: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel(planScript);
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

/** The first agent, which transfers to another because its model asks for it. */
const transferring = () =>
  defineAgent(AgentState, {
    name: "weather",
    description: "Knows all about weather.",
    reads: ["messages"],
    writes: ["messages"],
    run: async ({ messages }, { model: boundModel, signal, handoff }) => {
      const answer = await boundModel.invoke([...messages], { signal });
      const update = { messages: [{ role: "assistant", content: answer.text }] };
      const result = handoff("trains", { reason: "capability_match", capability: "trains", update });
      return result.outcome === "handedOff" ? result.command : update;
    },
  });

/** Tidemark: a plan of one step, whose agent transfers to another. */
export const tidemarkHandoff: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel(handoffScript);
  const graph = createAgentGraph({
    state: AgentState,
    agents: [transferring(), agent("trains"), agent("hotels")],
    planner: () => Promise.resolve({ steps: steps.slice(0, 1) }),
    model,
    checkpointer,
  });
  return turns(model, graph);
};

/** Declares no plan, so that the graph has none of its fields. */
const Conversation = defineState({ version: 1, fields: { messages: AgentState.fields.messages } });

/** Tidemark without a plan: the turn begins with the agent that transfers to another. */
export const tidemarkEntry: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel(handoffScript);
  const graph = createAgentGraph({
    state: Conversation,
    agents: [transferring(), agent("trains"), agent("hotels")],
    entry: "weather",
    model,
    checkpointer,
  });
  return turns(model, graph);
};
