import { append, appendUnique } from "@tidemark/reducers";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { Confidence } from "../schemas/agent-output.ts";
import { ErrorInfo, NodeFailure } from "../schemas/error-info.ts";
import { ModelUsage } from "../schemas/model-usage.ts";
import { ToolExecution } from "../schemas/tool-execution.ts";

/** Errors, duration and confidence of a turn, for reports about the thread. */
export const reportFields = fieldGroup("report", {
  ...fields("control", {
    errors: field({
      description: "Errors of this turn, oldest first; the newest 200 are kept.",
      schema: z.array(ErrorInfo).readonly(),
      default: () => [],
      lifetime: "turn",
      reducer: append<ErrorInfo>({ cap: 200 }),
    }),
    last_error: field({
      description: "The most recent failure of this turn, handled or not, or null.",
      schema: NodeFailure.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
  }),
  ...fields("execution", {
    total_time: field({
      description: "Duration of this turn, in seconds; null until it ends.",
      schema: z.number().min(0).nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
    confidence_score: field({
      description: "Confidence in the final answer, from 0 to 1; null until there is one.",
      schema: Confidence.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "root",
    }),
  }),
});

/** Calls of models and tools in a turn: what they used and returned. Agents with a model need this group. */
export const callsFields = fieldGroup("calls", {
  ...fields("execution", {
    tool_executions: field({
      description: "The finished tool calls of this turn, in order, each once.",
      schema: z.array(ToolExecution).readonly(),
      default: () => [],
      lifetime: "turn",
      reducer: appendUnique<ToolExecution>({ key: (execution) => execution.toolCallId }),
    }),
  }),
  ...fields("runtime", {
    usage: field({
      description: "Tokens, calls, time and cost of this turn, by agent and model; each write adds to it.",
      schema: z.record(z.string(), ModelUsage),
      default: () => ({}),
      lifetime: "turn",
      owner: "runtime",
      reducer: addUsage,
    }),
  }),
});

type Usage = Readonly<Record<string, ModelUsage>>;

/** Adds the counts of both, entry by entry. */
function addUsage(current: Usage | null | undefined, update: Usage | null | undefined): Usage {
  const entries = Object.entries(update ?? {});
  if (entries.length === 0) return current ?? {};
  const sum: Record<string, ModelUsage> = { ...current };
  for (const [key, more] of entries) {
    const before = sum[key];
    sum[key] = before === undefined ? more : added(before, more);
  }
  return sum;
}

const added = (one: ModelUsage, other: ModelUsage): ModelUsage => ({
  ...one,
  calls: one.calls + other.calls,
  failures: one.failures + other.failures,
  uncounted: one.uncounted + other.uncounted,
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  cachedTokens: one.cachedTokens + other.cachedTokens,
  totalTokens: one.totalTokens + other.totalTokens,
  toolCalls: one.toolCalls + other.toolCalls,
  seconds: Math.round((one.seconds + other.seconds) * 1000) / 1000,
  cost: one.cost + other.cost,
});
