import { createAgentGraph, defineAgent, modelParts } from "@tidemark/agents/langgraph";
import { AgentState } from "@tidemark/core-state";
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

/** Tidemark: a plan of one step, whose agent transfers to another because its model asks for it. */
export const tidemarkHandoff: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel(handoffScript);
  const weather = defineAgent(AgentState, {
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
  const graph = createAgentGraph({
    state: AgentState,
    agents: [weather, agent("trains"), agent("hotels")],
    planner: () => Promise.resolve({ steps: steps.slice(0, 1) }),
    model,
    checkpointer,
  });
  return turns(model, graph);
};
