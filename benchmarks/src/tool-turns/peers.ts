// oxlint-disable typescript/no-deprecated -- lighter than the agents that replace it, and used by the supervisor itself
import { tool } from "@langchain/core/tools";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { createSupervisor } from "@langchain/langgraph-supervisor";
import { createHandoffTool, createSwarm } from "@langchain/langgraph-swarm";
import { z } from "zod";
import { LAST, lookUp } from "./tool-turns.ts";
import { type MakeTurnGraph, question, steps, turns } from "../turns/graphs.ts";
import { TurnModel } from "../turns/model.ts";

const looks = { calls: { look_up: {} } };
const WEATHER = "It rains in Bergen.";

/** The supervisor. Its two transfers replace the plan and the handoff. */
export const supervisorToolTurns: MakeTurnGraph = (checkpointer) => {
  const model = new TurnModel([
    { calls: { transfer_to_weather: {} } },
    looks,
    { text: WEATHER },
    { calls: { transfer_to_trains: {} } },
    looks,
    { text: "The train leaves at 8:05." },
    { text: LAST },
  ]);
  const agents = ["weather", "trains", "hotels"].map((name) =>
    createReactAgent({ llm: model, tools: [lookUp], name, description: `Knows all about ${name}.` }),
  );
  return turns(model, createSupervisor({ agents, llm: model, outputMode: "full_history" }).compile({ checkpointer }));
};

/** The swarm. A tool call replaces the plan, and the second agent's answer is the last one. */
export const swarmToolTurns: MakeTurnGraph = (checkpointer) => {
  const script = [
    { calls: { plan: { steps: steps.slice(0, 1) } } },
    looks,
    { calls: { transfer_to_trains: {} } },
    looks,
  ];
  const model = new TurnModel([...script, { text: LAST }]);
  const Steps = z.object({ steps: z.array(z.object({ capability: z.string() })) });
  const plan = tool(() => "Planned.", { name: "plan", description: "Notes what to do.", schema: Steps });
  const transfer = createHandoffTool({ agentName: "trains", description: "Knows all about trains." });
  const agents = [
    createReactAgent({ llm: model, tools: [plan, lookUp, transfer], name: "weather" }),
    createReactAgent({ llm: model, tools: [lookUp], name: "trains" }),
    createReactAgent({ llm: model, tools: [lookUp], name: "hotels" }),
  ];
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- the node names of the agents have the type any
  const graph = createSwarm({ agents, defaultActiveAgent: "weather" }).compile({ checkpointer });
  return {
    model,
    // Otherwise the turn would start with the agent that was active last.
    turn: async (threadId) =>
      (await graph.invoke({ ...question, activeAgent: "weather" }, { configurable: { thread_id: threadId } })).messages,
  };
};
