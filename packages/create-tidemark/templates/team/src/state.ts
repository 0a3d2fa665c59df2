import { defineState, field, tidemark } from "tidemark";
import { z } from "zod";

const Invoice = z.object({ id: z.string(), amount: z.number() });

/** Fields of the conversation, beside those that every agent needs, such as `messages`. */
const DeskState = defineState({
  version: 1,
  fields: {
    invoice: field({
      description: "The invoice that the conversation is about; null for none.",
      schema: Invoice.nullable(),
      default: () => null,
      // Kept for the whole conversation. A field with the lifetime "turn" is reset by each message.
      lifetime: "thread",
      // Other agents can propose changes, and cannot write it.
      owner: "billing",
    }),
  },
});

/** Makes agents and applications that know these fields. */
export const desk = tidemark(DeskState);
