import { defineState, field, tidemark } from "tidemark";
import { z } from "zod";

/** Fields of the conversation, beside those that every agent needs, such as `messages`. */
const ListState = defineState({
  version: 1,
  fields: {
    items: field({
      description: "Items on the list, oldest first.",
      schema: z.array(z.string()),
      default: () => [],
      // Kept for the whole conversation. A field with the lifetime "turn" is reset by each message.
      lifetime: "thread",
      // Other agents can propose changes, and cannot write it.
      owner: "assistant",
      // Sent to the page. Other fields stay on the server.
      ui: true,
    }),
  },
});

/** Makes agents and applications that know these fields. */
export const list = tidemark(ListState);
