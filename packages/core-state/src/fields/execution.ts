import { mergeByKey } from "@tidemark/reducers";
import { handoffHistoryReducer } from "@tidemark/reducers/internal";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { ExecutionResult, StepResult } from "../schemas/execution-result.ts";
import { HandoffRecord } from "../schemas/handoff.ts";
import { EpochSeconds } from "../schemas/timestamp.ts";

/** Step results, the final answer, and the start time of the turn. */
export const executionFields = fieldGroup(
  "execution",
  fields("execution", {
    step_results: field({
      description: "Result of each step, by context key, or by position and capability (`0_weather`) if it has no key.",
      schema: z.record(z.string(), StepResult),
      default: () => ({}),
      lifetime: "turn",
      reducer: mergeByKey<StepResult>(),
    }),
    last_result: field({
      description: "Result of the most recent node; null before the first one.",
      schema: ExecutionResult.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
    final_answer: field({
      description: "The answer to the user, as text; null until there is one.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "turn",
      ui: true,
      owner: "root",
    }),
    start_time: field({
      description: "Start time of the turn, in seconds since 1970; null before the first turn.",
      schema: EpochSeconds.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
    handoff_history: field({
      description: "Handoffs between agents, oldest first; the newest 200 are kept.",
      schema: z.array(HandoffRecord).readonly(),
      default: () => [],
      lifetime: "thread",
      owner: "runtime",
      reducer: handoffHistoryReducer,
    }),
  }),
);
