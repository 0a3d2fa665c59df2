import { append, appendUnique } from "@tidemark/reducers";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { Confidence } from "../schemas/agent-output.ts";
import { ErrorInfo, NodeFailure } from "../schemas/error-info.ts";
import { ToolExecution } from "../schemas/tool-execution.ts";

/** Errors, tool calls, duration and confidence of a turn, for reports about the thread. */
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
    tool_executions: field({
      description: "Finished tool calls of this turn, in order, without duplicates.",
      schema: z.array(ToolExecution).readonly(),
      default: () => [],
      lifetime: "turn",
      reducer: appendUnique<ToolExecution>({ key: (execution) => execution.toolCallId }),
    }),
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
