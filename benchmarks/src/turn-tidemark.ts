import {
  createAgentGraph,
  defineAgent,
  modelPlanner,
  modelResponder,
  modelTaskExtractor,
} from "@tidemark/agents/langgraph";
import { AgentState } from "@tidemark/core-state";
import { handedOn, type MakeTurnGraph, planned, steps, turns } from "./turn-graphs.ts";
import { TurnModel } from "./turn-model.ts";

const agent = (name: string) =>
  defineAgent(AgentState, {
    name,
    description: `Knows all about ${name}.`,
    reads: ["messages"],
    writes: ["messages"],
    run: async ({ messages }, { model, signal }) => ({ messages: [await model.invoke([...messages], { signal })] }),
  });

/** Ours: the model says what the user wants, plans, answers for two agents, and words the answer. */
export const plannedByTidemark: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel(planned);
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

/** Ours: a plan of one step, whose agent hands the work on because its model wants to. */
export const handedOnByTidemark: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel(handedOn);
  const weather = defineAgent(AgentState, {
    name: "weather",
    description: "Knows all about weather.",
    reads: ["messages"],
    writes: ["messages"],
    run: async ({ messages }, { model: own, signal, handoff }) => {
      const answer = await own.invoke([...messages], { signal });
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
