import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "tidemark";
import { z } from "zod";
import { ListState } from "./state.ts";

const assistant = defineAgent(ListState, {
  name: "assistant",
  description: "Keeps a list.",
  instructions: "You keep a list for a person. Do what they ask for, and answer in one sentence.",
  reads: ["messages", "list_items"],
  writes: ["list_items"],
  tools: {
    add_item: {
      description: "Adds an item to the list.",
      inputs: z.object({ item: z.string().min(1) }),
      run: ({ item }, { values, update }) => {
        update({ list_items: [...values.list_items, item] });
        return `Added ${item}.`;
      },
    },
    clear_list: {
      description: "Removes all items from the list.",
      inputs: z.object({}),
      run: (_, { values, update }) => {
        update({ list_items: [] });
        return `Removed ${values.list_items.length} items.`;
      },
    },
  },
  // The page asks the person before this tool runs.
  approvals: { clear_list: "always" },
});

export interface AssistantOptions {
  /** A model, or its name, such as `openai:gpt-5-mini`. */
  readonly model: BaseChatModel | string;
  readonly checkpointer: BaseCheckpointSaver;
}

/** The graph: one agent, which runs in every turn. */
export const assistantGraph = ({ model, checkpointer }: AssistantOptions) =>
  createAgentGraph({ state: ListState, agents: [assistant], model, checkpointer });
