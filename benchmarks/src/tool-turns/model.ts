import { createAgentGraph, defineAgent, modelParts } from "@tidemark/agents/langgraph";
import { AgentState, extendState, fieldGroups } from "@tidemark/core-state";
import { agentScript, lookUp, LAST, plannedToolScript } from "./tool-turns.ts";
import { type MakeTurnGraph, turns } from "../turns/graphs.ts";
import { TurnModel } from "../turns/model.ts";

const Calls = extendState(AgentState, { version: 1, fields: fieldGroups.calls });

const agent = (name: string, handoffs: readonly string[] = []) =>
  defineAgent(Calls, {
    name,
    description: `Knows all about ${name}.`,
    instructions: "Answer the user.",
    tools: [lookUp],
    handoffs,
  });
const agents = [agent("weather", ["trains"]), agent("trains"), agent("hotels")];

/** Tidemark with agents that have a model: a task, a plan, a handoff between two agents that call a tool each, and the answer. */
export const modelAgentTurns: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel(plannedToolScript);
  const { taskExtractor, planner, responder } = modelParts(model);
  const graph = createAgentGraph({
    state: Calls,
    agents,
    taskExtractor,
    planner,
    responder,
    model,
    checkpointer,
  });
  return turns(model, graph);
};

/** The same agents without a plan: the first starts every turn, and the second has the last word. */
export const entryTurns: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel([...agentScript.slice(0, 3), { text: LAST }]);
  return turns(model, createAgentGraph({ state: Calls, agents, entry: "weather", model, checkpointer }));
};
