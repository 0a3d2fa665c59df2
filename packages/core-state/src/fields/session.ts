import { lastWrite } from "@tidemark/reducers";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { Timestamp } from "../schemas/timestamp.ts";

/** Ids of the conversation and the user, and the times of the first and the last change. */
export const sessionFields = fieldGroup(
  "session",
  fields("runtime", {
    session_id: field({
      description: "Id of the conversation, or null.",
      schema: z.string().min(1).nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "runtime",
    }),
    user_id: field({
      description: "Id of the user, or null.",
      schema: z.string().min(1).nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "runtime",
    }),
    created_at: field({
      description: "Start time of the conversation, as ISO 8601 in UTC; null before the first turn.",
      schema: Timestamp.nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "runtime",
    }),
    updated_at: field({
      description: "Time of the last change to the conversation, as ISO 8601 in UTC; null before the first turn.",
      schema: Timestamp.nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "runtime",
      // Agents that run in parallel all write this field; without a reducer LangGraph refuses the second write.
      reducer: lastWrite<string | null>,
    }),
  }),
);
