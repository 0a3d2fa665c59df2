/** The part of a state that says what failed and how often. */
export interface WithErrors {
  readonly control_errors?: readonly { readonly retryable?: boolean }[] | null | undefined;
  readonly control_retry_count?: number | undefined;
}

/**
 * True when trying again can help and is still allowed.
 *
 * Only the last error counts, and one that does not say that it is retryable is not. The caller raises
 * `control_retry_count`.
 */
export function shouldRetry(state: WithErrors, maxRetries = 3): boolean {
  const last = state.control_errors?.at(-1);
  return last?.retryable === true && (state.control_retry_count ?? 0) < maxRetries;
}
