import type { BaseMessage } from "@langchain/core/messages";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { ScriptedTurn, TurnModel } from "./model.ts";

/** A graph of agents, ready for turns. */
export interface TurnGraph {
  readonly model: TurnModel;
  /** Runs one turn on a thread and returns its messages. */
  readonly turn: (threadId: string) => Promise<readonly BaseMessage[]>;
}

/** Compiles a graph with a checkpointer. */
export type MakeTurnGraph = (checkpointer: BaseCheckpointSaver) => TurnGraph;

/** Input of every turn. */
export const question = { messages: [{ role: "user", content: "A train to where it rains" }] };

const extraction = {
  task: "Find out where it rains, and a train",
  dependsOnChatHistory: false,
  dependsOnUserMemory: false,
};

/** A step for each of two agents. */
export const steps = [
  { capability: "weather", taskObjective: "Find out where it rains", contextKey: "sky" },
  { capability: "trains", taskObjective: "Find a train", contextKey: "train" },
];

const WEATHER = "It rains in Bergen.";
/** Answer of the second agent. A turn without it has failed. */
export const TRAINS = "The train leaves at 8:05.";
const ANSWER = "It rains in Bergen; the train leaves at 8:05.";

/** Answers of a model that plans: the task, the plan, two agents' answers, and the final answer. */
export const planScript: readonly ScriptedTurn[] = [
  { calls: { task: extraction } },
  { calls: { plan: { steps } } },
  { text: WEATHER },
  { text: TRAINS },
  { text: ANSWER },
];

/** Answers of a model whose supervisor decides after each agent. */
export const supervisorScript: readonly ScriptedTurn[] = [
  { calls: { transfer_to_weather: {} } },
  { text: WEATHER },
  { calls: { transfer_to_trains: {} } },
  { text: TRAINS },
  { text: ANSWER },
];

/** Answers of a model whose first agent transfers to the second. */
export const handoffScript: readonly ScriptedTurn[] = [
  { text: WEATHER, calls: { transfer_to_trains: {} } },
  { text: TRAINS },
];

/** Wraps a compiled graph. */
export function turns(model: TurnModel, graph: Compiled): TurnGraph {
  return {
    model,
    turn: async (threadId) => (await graph.invoke(question, { configurable: { thread_id: threadId } })).messages,
  };
}

interface Compiled {
  invoke(input: typeof question, config: object): Promise<{ readonly messages: readonly BaseMessage[] }>;
}
