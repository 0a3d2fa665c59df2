import { AgentState, extendState, field, fieldGroups, fields } from "tidemark";
import { z } from "zod";

const Invoice = z.object({ id: z.string(), amount: z.number() });

/** State of the desk: the messages and records of every agent, and the fields below. */
export const DeskState = extendState(AgentState, {
  version: 1,
  fields: [
    fieldGroups.calls,
    fields("desk", {
      invoice: field({
        description: "The invoice that the conversation is about; null for none.",
        schema: Invoice.nullable(),
        default: () => null,
        // Kept for the whole conversation. A field with the lifetime "turn" is reset by each message.
        lifetime: "thread",
        // Other agents can propose changes, and cannot write it.
        owner: "billing",
      }),
    }),
  ],
});
