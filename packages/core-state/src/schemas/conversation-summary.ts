import { z } from "zod";
import { Timestamp } from "./timestamp.ts";

/** Maximum length of a stored summary, in characters. */
export const LONGEST_SUMMARY = 20_000;

/** Summary of the start of a conversation: its text, the messages that it covers, and its author. */
export const ConversationSummary = z.strictObject({
  text: z.string().min(1).max(LONGEST_SUMMARY),
  /** Id of the first message that it covers. */
  from: z.string().min(1),
  /** Id of the last message that it covers. All messages before this one are covered too. */
  through: z.string().min(1),
  /** Number of messages that it covers. */
  messages: z.int().min(1),
  /** The model or function that wrote the text. */
  by: z.string().min(1),
  /** The turn in which it was written. */
  turnId: z.string().min(1).nullable(),
  timestamp: Timestamp,
});
export type ConversationSummary = z.infer<typeof ConversationSummary>;
