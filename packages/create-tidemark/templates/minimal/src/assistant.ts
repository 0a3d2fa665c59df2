import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "tidemark";
import { z } from "zod";
import { ListState } from "./state.ts";

const assistant = defineAgent(ListState, {
  name: "assistant",
  description: "Keeps a list.",
  instructions: "You keep a list for a person. Add what they ask for, and answer in one sentence.",
  reads: ["messages", "list_items"],
  writes: ["list_items"],
  tools: {
    add_item: {
      description: "Adds an item to the list.",
      inputs: z.object({ item: z.string().min(1) }),
      run: ({ item }, { values, update }) => {
        const isKnown = values.list_items.some((each) => each.toLowerCase() === item.toLowerCase());
        update({ list_items: [item] });
        return isKnown ? `${item} is on the list already.` : `Added ${item}.`;
      },
    },
  },
});

export interface AssistantOptions {
  /** A model, or its name, such as `openai:gpt-5-mini`. */
  readonly model: BaseChatModel | string;
  readonly checkpointer: BaseCheckpointSaver;
}

/** The graph: one agent, which runs in every turn. */
export const assistantGraph = ({ model, checkpointer }: AssistantOptions) =>
  createAgentGraph({ state: ListState, agents: [assistant], model, checkpointer });
