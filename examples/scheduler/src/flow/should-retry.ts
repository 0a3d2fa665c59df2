/** State with the latest errors and retries. */
export interface WithErrors {
  readonly control_errors?: readonly { readonly retryable?: boolean }[] | null | undefined;
  readonly control_retry_count?: number | undefined;
}

/**
 * True when a retry can help and is still allowed.
 *
 * Only the last error counts, and only if it is marked as retryable. The caller increments `control_retry_count`.
 */
export function shouldRetry(state: WithErrors, maxRetries = 3): boolean {
  const last = state.control_errors?.at(-1);
  return last?.retryable === true && (state.control_retry_count ?? 0) < maxRetries;
}
