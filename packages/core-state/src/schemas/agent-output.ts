import { z } from "zod";
import { JsonObject } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

/** How sure an agent is, from 0 (a guess) to 1 (certain), both included. */
export const Confidence = z.number().min(0).max(1);

/** What an agent answers: data for the next agent, an explanation for people, and how sure it is and why. */
export const AgentOutput = z.strictObject({
  data: JsonObject,
  /** What the agent did, in a sentence for people. */
  explanation: z.string(),
  confidence: Confidence,
  /** Why the agent decided so, for those who debug it. */
  reasoning: z.string(),
  timestamp: Timestamp,
});
export type AgentOutput = z.infer<typeof AgentOutput>;
