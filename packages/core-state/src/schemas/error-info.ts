import { z } from "zod";
import { JsonObject } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

/**
 * What a failure calls for: stop this request (`critical`), try the same again (`retriable`), make another plan
 * (`replanning`), choose other capabilities (`reclassification`), or end the run at once (`fatal`).
 */
export const ErrorSeverity = z.enum(["critical", "retriable", "replanning", "reclassification", "fatal"]);
export type ErrorSeverity = z.infer<typeof ErrorSeverity>;

/** A failure as its node understands it. */
export const ErrorClassification = z.strictObject({
  severity: ErrorSeverity,
  /** What people are told. */
  userMessage: z.string().optional(),
  metadata: JsonObject.optional(),
});
export type ErrorClassification = z.infer<typeof ErrorClassification>;

/** How often and how patiently a failed node is tried again. */
export const RetryPolicy = z.strictObject({
  /** Executions in total, the first one included. */
  maxAttempts: z.int().min(1),
  /** Seconds before the second execution. */
  delaySeconds: z.number().min(0),
  /** By what the delay is multiplied before each further execution. */
  backoffFactor: z.number().min(1),
});
export type RetryPolicy = z.infer<typeof RetryPolicy>;

/** Everything that the router and the error node need to know of a failed node. */
export const NodeFailure = z.strictObject({
  /** The node that failed. */
  node: z.string().min(1),
  /** The capability that failed, when the node is one. */
  capability: z.string().optional(),
  classification: ErrorClassification,
  retryPolicy: RetryPolicy.optional(),
  /** The message of the error as it was thrown. */
  originalError: z.string(),
  /** How long the node ran, in seconds. */
  executionTime: z.number().min(0).optional(),
  timestamp: Timestamp,
});
export type NodeFailure = z.infer<typeof NodeFailure>;

/** One line of the list of errors: where, of what kind, and whether trying again can help. */
export const ErrorInfo = z.strictObject({
  /** The agent or step that failed. */
  step: z.string().min(1),
  errorType: z.string().min(1),
  message: z.string(),
  timestamp: Timestamp,
  retryable: z.boolean(),
});
export type ErrorInfo = z.infer<typeof ErrorInfo>;
