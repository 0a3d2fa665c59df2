import { append, appendUnique, handoffHistoryReducer, mergeByKey } from "@tidemark/reducers";
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
    doc: "What each step came to, by context key, or `0_weather` (position, capability) without one.",
    schema: z.record(z.string(), StepResult),
    initial: () => ({}),
    lifetime: "turn",
    reduce: mergeByKey<StepResult>(),
  }),
  last_result: field({
    doc: "What the node that ran last came to; null before the first one.",
    schema: ExecutionResult.nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "runtime",
  }),
  start_time: field({
    doc: "When this turn began, in seconds since 1970; null before it did.",
    schema: EpochSeconds.nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "runtime",
  }),
  total_time: field({
    doc: "How long this turn took, in seconds; null until it ended.",
    schema: z.number().min(0).nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "runtime",
  }),
  pending_approvals: field({
    doc: "The approvals asked for in this turn, by request id, with their present status.",
    schema: z.record(z.string(), ApprovalRequest),
    update: z.record(z.string(), ApprovalRequest.nullable()),
    initial: () => ({}),
    lifetime: "turn",
    writer: "runtime",
    reduce: mergeByKey<ApprovalRequest>({ deleteOnNull: true }),
  }),
  handoff_history: field({
    doc: "Transfers of work between agents, in order; the newest 200, since loops show in the last few.",
    schema: z.array(HandoffRecord).readonly(),
    initial: () => [],
    lifetime: "thread",
    writer: "runtime",
    reduce: handoffHistoryReducer,
  }),
  tool_executions: field({
    doc: "The finished tool calls of this turn, in order, each once.",
    schema: z.array(ToolExecution).readonly(),
    initial: () => [],
    lifetime: "turn",
    reduce: appendUnique<ToolExecution>({ key: (execution) => execution.toolCallId }),
  }),
  validation_results: field({
    doc: "What the checks of this turn found, in order.",
    schema: z.array(ValidationResult).readonly(),
    initial: () => [],
    lifetime: "turn",
    reduce: append<ValidationResult>(),
  }),
  final_answer: field({
    doc: "The answer that the user gets, as text; null until there is one.",
    schema: z.string().nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "root",
  }),
  confidence_score: field({
    doc: "How well founded the final answer is, from 0 to 1; null until there is one.",
    schema: Confidence.nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "root",
  }),
});
