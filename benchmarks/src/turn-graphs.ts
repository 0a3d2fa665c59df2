import type { BaseMessage } from "@langchain/core/messages";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { TurnAnswer, TurnModel } from "./turn-model.ts";

/** A graph of agents, ready for turns. */
export interface TurnGraph {
  readonly model: TurnModel;
  /** Takes one turn on a thread, and gives its messages. */
  readonly turn: (threadId: string) => Promise<readonly BaseMessage[]>;
}

/** Makes a graph whose checkpoints go to a saver. */
export type MakeTurnGraph = (checkpointer: BaseCheckpointSaver) => TurnGraph;

/** What people ask in every turn. */
export const question = { messages: [{ role: "user", content: "A train to where it rains" }] };

const extraction = {
  task: "Find out where it rains, and a train",
  dependsOnChatHistory: false,
  dependsOnUserMemory: false,
};

/** Two steps, for an agent each. */
export const steps = [
  { capability: "weather", taskObjective: "Find out where it rains", contextKey: "sky" },
  { capability: "trains", taskObjective: "Find a train", contextKey: "train" },
];

const WEATHER = "It rains in Bergen.";
/** What the second agent says: a turn without it went wrong. */
export const TRAINS = "The train leaves at 8:05.";
const ANSWER = "It rains in Bergen; the train leaves at 8:05.";

/** What the model says where it plans: the task, the plan, two agents' answers, and the answer. */
export const planned: readonly TurnAnswer[] = [
  { calls: { task: extraction } },
  { calls: { plan: { steps } } },
  { said: WEATHER },
  { said: TRAINS },
  { said: ANSWER },
];

/** What the model says where a supervisor decides after each agent. */
export const supervised: readonly TurnAnswer[] = [
  { calls: { transfer_to_weather: {} } },
  { said: WEATHER },
  { calls: { transfer_to_trains: {} } },
  { said: TRAINS },
  { said: ANSWER },
];

/** What the model says where the first agent hands the work on by itself. */
export const handedOn: readonly TurnAnswer[] = [{ said: WEATHER, calls: { transfer_to_trains: {} } }, { said: TRAINS }];

/** Takes turns with a compiled graph. */
export function turns(model: TurnModel, graph: Compiled): TurnGraph {
  return {
    model,
    turn: async (threadId) => (await graph.invoke(question, { configurable: { thread_id: threadId } })).messages,
  };
}

interface Compiled {
  invoke(input: typeof question, config: object): Promise<{ readonly messages: readonly BaseMessage[] }>;
}
