import { z } from "zod";

const count = z.int().min(0);

/** Usage of one model by one agent. */
export const ModelUsage = z.strictObject({
  /** The agent or built-in node that called the model. */
  agent: z.string().min(1),
  /** The name of the model, as its provider gives it. */
  model: z.string().min(1),
  /** Number of calls of the model, failed ones included. */
  calls: count,
  /** Number of calls that failed. */
  failures: count,
  /** Number of calls whose tokens, or cost under `maxCost`, are not known. */
  uncounted: count,
  inputTokens: count,
  outputTokens: count,
  /** Input tokens that were read from the provider's cache; part of `inputTokens`. */
  cachedTokens: count,
  totalTokens: count,
  /** Number of calls of tools. */
  toolCalls: count,
  /** Time that the calls of the model took, in seconds. */
  seconds: z.number().min(0),
  /** Cost by the application's prices, in their currency; 0 without prices. */
  cost: z.number().min(0),
});
export type ModelUsage = z.infer<typeof ModelUsage>;
