import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { ThreadStorage } from "tidemark";
import { z } from "zod";
import { list } from "./state.ts";

const assistant = list.agent({
  name: "assistant",
  instructions: "You keep a list for a person. Do what they ask for, and answer in one sentence.",
  reads: ["messages", "items"],
  writes: ["items"],
  tools: {
    add_item: {
      description: "Adds an item to the list.",
      inputs: z.object({ item: z.string().min(1) }),
      run: ({ item }, { values, update }) => {
        update({ items: [...values.items, item] });
        return `Added ${item}.`;
      },
    },
    clear_list: {
      description: "Removes all items from the list.",
      inputs: z.object({}),
      // The page asks the person before this tool runs.
      approve: "always",
      run: (_, { values, update }) => {
        update({ items: [] });
        return `Removed ${values.items.length} items.`;
      },
    },
  },
});

export interface AssistantOptions {
  /** A model, or its name, such as `openai:gpt-5-mini`. */
  readonly model: BaseChatModel | string;
  readonly storage: ThreadStorage;
}

/** The application: one agent, which runs in every turn. */
export const assistantApp = ({ model, storage }: AssistantOptions) => list.app({ agents: [assistant], model, storage });
