import { append, appendUnique, mergeByKey } from "@tidemark/reducers";
import { handoffHistoryReducer } from "@tidemark/reducers/internal";
import { z } from "zod";
import { field, fields } from "../field.ts";
import { Confidence } from "../schemas/agent-output.ts";
import { ApprovalRequest } from "../schemas/approval.ts";
import { ExecutionResult, StepResult } from "../schemas/execution-result.ts";
import { HandoffRecord } from "../schemas/handoff.ts";
import { EpochSeconds } from "../schemas/timestamp.ts";
import { ToolExecution } from "../schemas/tool-execution.ts";
import { ValidationResult } from "../schemas/validation-result.ts";

/** What happened while the plan ran, and what came of it. */
export const executionFields = fields("execution", {
  step_results: field({
    description: "What each step came to, by context key, or `0_weather` (position, capability) without one.",
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
  start_time: field({
    description: "When this turn began, in seconds since 1970; null before it did.",
    schema: EpochSeconds.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "runtime",
  }),
  total_time: field({
    description: "How long this turn took, in seconds; null until it ended.",
    schema: z.number().min(0).nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "runtime",
  }),
  pending_approvals: field({
    description: "The approvals asked for in this turn, by request id, with their present status.",
    schema: z.record(z.string(), ApprovalRequest),
    updateSchema: z.record(z.string(), ApprovalRequest.nullable()),
    default: () => ({}),
    lifetime: "turn",
    owner: "runtime",
    reducer: mergeByKey<ApprovalRequest>({ deleteOnNull: true }),
  }),
  handoff_history: field({
    description: "Transfers of work between agents, in order; the newest 200, since loops show in the last few.",
    schema: z.array(HandoffRecord).readonly(),
    default: () => [],
    lifetime: "thread",
    owner: "runtime",
    reducer: handoffHistoryReducer,
  }),
  tool_executions: field({
    description: "The finished tool calls of this turn, in order, each once.",
    schema: z.array(ToolExecution).readonly(),
    default: () => [],
    lifetime: "turn",
    reducer: appendUnique<ToolExecution>({ key: (execution) => execution.toolCallId }),
  }),
  validation_results: field({
    description: "What the checks of this turn found, in order.",
    schema: z.array(ValidationResult).readonly(),
    default: () => [],
    lifetime: "turn",
    reducer: append<ValidationResult>(),
  }),
  final_answer: field({
    description: "The answer that the user gets, as text; null until there is one.",
    schema: z.string().nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "root",
  }),
  confidence_score: field({
    description: "How well founded the final answer is, from 0 to 1; null until there is one.",
    schema: Confidence.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "root",
  }),
});
