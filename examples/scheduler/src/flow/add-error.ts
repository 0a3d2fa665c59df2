import type { ErrorInfo } from "@tidemark/core-state";

/** What went wrong, where and when. */
export interface NewError {
  /** The agent or step that failed. */
  readonly step: string;
  readonly errorType: string;
  readonly message: string;
  readonly now: string;
  /** Whether trying again can help; true when nobody says otherwise. */
  readonly retryable?: boolean;
}

/**
 * Gives the update that adds an error to the list of errors.
 *
 * Nothing else changes: whether the workflow failed and how often something was tried is for the caller to say.
 */
export function addError({ step, errorType, message, now, retryable = true }: NewError): {
  control_errors: [ErrorInfo];
} {
  return { control_errors: [{ step, errorType, message, timestamp: now, retryable }] };
}
