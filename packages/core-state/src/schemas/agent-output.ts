import { z } from "zod";
import { JsonObject } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

/** Confidence of an agent, from 0 (a guess) to 1 (certain), inclusive. */
export const Confidence = z.number().min(0).max(1);

/** Output of an agent: data for the next agent, an explanation for people, a confidence, and the reasoning. */
export const AgentOutput = z.strictObject({
  data: JsonObject,
  /** Sentence for people about the work that was done. */
  explanation: z.string(),
  confidence: Confidence,
  /** Reasons for the agent's decision, for debugging. */
  reasoning: z.string(),
  timestamp: Timestamp,
});
export type AgentOutput = z.infer<typeof AgentOutput>;
