import { mergeByKey } from "@tidemark/reducers";
import { handoffHistoryReducer } from "@tidemark/reducers/internal";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { ExecutionResult, StepResult } from "../schemas/execution-result.ts";
import { HandoffRecord } from "../schemas/handoff.ts";
import { EpochSeconds } from "../schemas/timestamp.ts";

/** The results of the steps and the answer, and when the turn began. */
export const executionFields = fieldGroup(
  "execution",
  fields("execution", {
    step_results: field({
      description: "Result of each step by context key, or by `0_weather` (position and capability) without one.",
      schema: z.record(z.string(), StepResult),
      default: () => ({}),
      lifetime: "turn",
      reducer: mergeByKey<StepResult>(),
    }),
    last_result: field({
      description: "What the node that ran last came to; null before the first one.",
      schema: ExecutionResult.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
    final_answer: field({
      description: "The answer that the user gets, as text; null until there is one.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "root",
    }),
    start_time: field({
      description: "When this turn began, in seconds since 1970; null before it did.",
      schema: EpochSeconds.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
    handoff_history: field({
      description: "Transfers of work between agents, in order; the newest 200, since loops show in the last few.",
      schema: z.array(HandoffRecord).readonly(),
      default: () => [],
      lifetime: "thread",
      owner: "runtime",
      reducer: handoffHistoryReducer,
    }),
  }),
);
