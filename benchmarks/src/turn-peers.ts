// oxlint-disable typescript/no-deprecated -- lighter than the agents that replace it, and what the supervisor itself is made of
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { createSupervisor } from "@langchain/langgraph-supervisor";
import { createHandoffTool, createSwarm } from "@langchain/langgraph-swarm";
import { handedOn, type MakeTurnGraph, supervised, turns } from "./turn-graphs.ts";
import { TurnModel } from "./turn-model.ts";

/** The supervisor, as its own documentation builds it: three agents without tools, and a model that chooses between them. */
export const plannedBySupervisor: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel(supervised);
  const agents = ["weather", "trains", "hotels"].map((name) =>
    createReactAgent({ llm: model, tools: [], name, description: `Knows all about ${name}.` }),
  );
  return turns(model, createSupervisor({ agents, llm: model }).compile({ checkpointer }));
};

/** The swarm: three agents, of which the first can hand the work on. */
export const handedOnBySwarm: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel(handedOn);
  const transfer = createHandoffTool({ agentName: "trains", description: "Knows all about trains." });
  const agents = [
    createReactAgent({ llm: model, tools: [transfer], name: "weather" }),
    createReactAgent({ llm: model, tools: [], name: "trains" }),
    createReactAgent({ llm: model, tools: [], name: "hotels" }),
  ];
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- the names of the agents' nodes are any there
  return turns(model, createSwarm({ agents, defaultActiveAgent: "weather" }).compile({ checkpointer }));
};
