import { lastWrite } from "@tidemark/reducers";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { Timestamp } from "../schemas/timestamp.ts";

/** Whose conversation it is, and when it began and last changed. */
export const sessionFields = fieldGroup(
  "session",
  fields("runtime", {
    session_id: field({
      description: "Id of the conversation; null when it has none.",
      schema: z.string().min(1).nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "runtime",
    }),
    user_id: field({
      description: "Id of the person who speaks; null when it is unknown.",
      schema: z.string().min(1).nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "runtime",
    }),
    created_at: field({
      description: "When the conversation began, as ISO 8601 in UTC; null before the first turn.",
      schema: Timestamp.nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "runtime",
    }),
    updated_at: field({
      description: "When the conversation was last changed, as ISO 8601 in UTC; null before the first turn.",
      schema: Timestamp.nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "runtime",
      // Agents that run in parallel all note their change; without a reducer the host refuses the second note.
      reducer: lastWrite<string | null>,
    }),
  }),
);
