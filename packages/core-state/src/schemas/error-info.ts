import { z } from "zod";
import { JsonObject } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

/**
 * Response that a failure requires: stop this request (`critical`), retry (`retriable`), make a new plan
 * (`replanning`), choose capabilities again (`reclassification`), or end the run immediately (`fatal`).
 */
export const ErrorSeverity = z.enum(["critical", "retriable", "replanning", "reclassification", "fatal"]);
export type ErrorSeverity = z.infer<typeof ErrorSeverity>;

/** Classification of a failure by its node. */
export const ErrorClassification = z.strictObject({
  severity: ErrorSeverity,
  /** Message for the user. */
  userMessage: z.string().optional(),
  metadata: JsonObject.optional(),
});
export type ErrorClassification = z.infer<typeof ErrorClassification>;

/** Attempts and delays for retries of a failed node. */
export const RetryPolicy = z.strictObject({
  /** Maximum number of executions, including the first one. */
  maxAttempts: z.int().min(1),
  /** Seconds before the second execution. */
  delaySeconds: z.number().min(0),
  /** Factor by which the delay is multiplied before each further execution. */
  backoffFactor: z.number().min(1),
});
export type RetryPolicy = z.infer<typeof RetryPolicy>;

/** Failure of a node, with everything that the router and the error node need. */
export const NodeFailure = z.strictObject({
  /** The node that failed. */
  node: z.string().min(1),
  /** The capability that failed, if the node runs one. */
  capability: z.string().optional(),
  classification: ErrorClassification,
  retryPolicy: RetryPolicy.optional(),
  /** Message of the thrown error. */
  originalError: z.string(),
  /** Execution time of the node, in seconds. */
  executionTime: z.number().min(0).optional(),
  timestamp: Timestamp,
});
export type NodeFailure = z.infer<typeof NodeFailure>;

/** One entry of the error list, with its origin, its kind, and whether a retry can help. */
export const ErrorInfo = z.strictObject({
  /** The agent or step that failed. */
  step: z.string().min(1),
  errorType: z.string().min(1),
  message: z.string(),
  timestamp: Timestamp,
  retryable: z.boolean(),
});
export type ErrorInfo = z.infer<typeof ErrorInfo>;
