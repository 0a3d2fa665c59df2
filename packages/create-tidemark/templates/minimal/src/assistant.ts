import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { ThreadStorage } from "tidemark";
import { z } from "zod";
import { list } from "./state.ts";

const assistant = list.agent({
  name: "assistant",
  instructions: "You keep a list for a person. Add what they ask for, and answer in one sentence.",
  reads: ["messages", "items"],
  writes: ["items"],
  tools: {
    add_item: {
      description: "Adds an item to the list.",
      inputs: z.object({ item: z.string().min(1) }),
      run: ({ item }, { values, update }) => {
        const isKnown = values.items.some((each) => each.toLowerCase() === item.toLowerCase());
        update({ items: [item] });
        return isKnown ? `${item} is on the list already.` : `Added ${item}.`;
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
