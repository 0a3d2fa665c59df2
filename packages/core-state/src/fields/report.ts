import { append } from "@tidemark/reducers";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { Confidence } from "../schemas/agent-output.ts";
import { ErrorInfo, NodeFailure } from "../schemas/error-info.ts";

/** Errors, duration and confidence of a turn, for a reader of the thread. */
export const reportFields = fieldGroup("report", {
  ...fields("control", {
    errors: field({
      description: "What went wrong in this turn, in order; the newest 200, since retry rules read the last.",
      schema: z.array(ErrorInfo).readonly(),
      default: () => [],
      lifetime: "turn",
      reducer: append<ErrorInfo>({ cap: 200 }),
    }),
    last_error: field({
      description: "The latest failure of this turn, dealt with or not; null when nothing failed.",
      schema: NodeFailure.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
  }),
  ...fields("execution", {
    total_time: field({
      description: "How long this turn took, in seconds; null until it ended.",
      schema: z.number().min(0).nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "runtime",
    }),
    confidence_score: field({
      description: "How well founded the final answer is, from 0 to 1; null until there is one.",
      schema: Confidence.nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "root",
    }),
  }),
});
