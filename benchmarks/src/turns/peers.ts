// oxlint-disable typescript/no-deprecated -- lighter than the agents that replace it, and used by the supervisor itself
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { createSupervisor } from "@langchain/langgraph-supervisor";
import { createHandoffTool, createSwarm } from "@langchain/langgraph-swarm";
import { handoffScript, type MakeTurnGraph, supervisorScript, turns } from "./graphs.ts";
import { TurnModel } from "./model.ts";

/** The supervisor as in its documentation: three agents without tools, and a model that chooses one. */
export const supervisorPlan: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel(supervisorScript);
  const agents = ["weather", "trains", "hotels"].map((name) =>
    createReactAgent({ llm: model, tools: [], name, description: `Knows all about ${name}.` }),
  );
  return turns(model, createSupervisor({ agents, llm: model }).compile({ checkpointer }));
};

/** The swarm: three agents. The first can transfer to another. */
export const swarmHandoff: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel(handoffScript);
  const transfer = createHandoffTool({ agentName: "trains", description: "Knows all about trains." });
  const agents = [
    createReactAgent({ llm: model, tools: [transfer], name: "weather" }),
    createReactAgent({ llm: model, tools: [], name: "trains" }),
    createReactAgent({ llm: model, tools: [], name: "hotels" }),
  ];
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- the node names of the agents have the type any
  return turns(model, createSwarm({ agents, defaultActiveAgent: "weather" }).compile({ checkpointer }));
};
