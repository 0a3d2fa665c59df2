import { AgentState, extendState, field, fieldGroups, fields } from "tidemark";
import { z } from "zod";

/** State of the assistant: the messages and records of every agent, and the fields below. */
export const ListState = extendState(AgentState, {
  version: 1,
  fields: [
    fieldGroups.calls,
    fields("list", {
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
    }),
  ],
});
