import { append, appendUnique } from "@tidemark/reducers";
import { z } from "zod";
import { fields } from "../kernel/field.ts";
import { Confidence } from "../schemas/agent-output.ts";
import { ErrorInfo, NodeFailure } from "../schemas/error-info.ts";
import { ModelUsage } from "../schemas/model-usage.ts";
import { ToolExecution } from "../schemas/tool-execution.ts";
import { byAny, byRoot, byRuntime, groupsOf } from "./field-row.ts";

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

/** Groups for reports about a thread, and for the calls of its agents. */
export const reportGroups = groupsOf({
  /** Errors, duration and confidence of a turn, for reports about the thread. */
  report: {
    ...fields("control", {
      errors: byAny("Errors of this turn, oldest first; the newest 200 are kept.", z.array(ErrorInfo).readonly(), [], {
        reducer: append<ErrorInfo>({ cap: 200 }),
      }),
      last_error: byRuntime(
        "The most recent failure of this turn, handled or not, or null.",
        NodeFailure.nullable(),
        null,
      ),
    }),
    ...fields("execution", {
      total_time: byRuntime(
        "Duration of this turn, in seconds; null until it ends.",
        z.number().min(0).nullable(),
        null,
      ),
      confidence_score: byRoot(
        "Confidence in the final answer, from 0 to 1; null until there is one.",
        Confidence.nullable(),
        null,
      ),
    }),
  },
  /** Calls of models and tools in a turn: what they used and returned. Agents with a model need this group. */
  calls: {
    ...fields("execution", {
      tool_executions: byAny(
        "The finished tool calls of this turn, in order, each once.",
        z.array(ToolExecution).readonly(),
        [],
        { reducer: appendUnique<ToolExecution>({ key: (execution) => execution.toolCallId }) },
      ),
    }),
    ...fields("runtime", {
      usage: byRuntime(
        "Tokens, calls, time and cost of this turn, by agent and model; each write adds to it.",
        z.record(z.string(), ModelUsage),
        {},
        { reducer: addUsage },
      ),
    }),
  },
});
