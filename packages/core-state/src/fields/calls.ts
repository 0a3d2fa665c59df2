import { appendUnique } from "@tidemark/reducers";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { ModelUsage } from "../schemas/model-usage.ts";
import { ToolExecution } from "../schemas/tool-execution.ts";

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
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  cachedTokens: one.cachedTokens + other.cachedTokens,
  totalTokens: one.totalTokens + other.totalTokens,
  toolCalls: one.toolCalls + other.toolCalls,
  seconds: Math.round((one.seconds + other.seconds) * 1000) / 1000,
  cost: one.cost + other.cost,
});
