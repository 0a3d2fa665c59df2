import type { NodeFailure, RetryPolicy } from "@tidemark/core-state/internal";
import { defaultRetryPolicy, hasAttemptsLeft, retryDelay } from "../failures/backoff.ts";
import { type Counted, type Limits, mayAttempt } from "./limits.ts";

/** Decision whether a failed node runs again, with its delay and reason. */
export type RetryDecision =
  | { readonly outcome: "retry"; readonly delaySeconds: number; readonly because: string }
  | { readonly outcome: "exhausted"; readonly because: string };

/** Returns the retry policy of a failure: the policy of its node, or the default for agents within `maxRetries`. */
export function retryPolicyOf(
  failure: Pick<NodeFailure, "node" | "retryPolicy">,
  limits: Pick<Limits, "maxRetries">,
): RetryPolicy {
  if (failure.retryPolicy !== undefined) return failure.retryPolicy;
  const policy = defaultRetryPolicy("agent");
  return { ...policy, maxAttempts: Math.min(policy.maxAttempts, limits.maxRetries + 1) };
}

/**
 * Decides whether a failed node runs again, within its retry policy, the retries of its step and the remaining time.
 *
 * The failure must already be counted. A node of any kind therefore runs at most `maxAttempts` times.
 */
export function mayRetry(
  failure: NodeFailure,
  values: Counted,
  options: { limits: Limits; now: string; hasPaused?: boolean },
): RetryDecision {
  const policy = retryPolicyOf(failure, options.limits);
  const failures = Math.max(1, values.control_retry_count ?? 1);
  const times = `"${failure.node}" failed ${failures} of ${policy.maxAttempts} times`;
  if (!hasAttemptsLeft(policy, failures)) return { outcome: "exhausted", because: `${times}: no attempts left` };
  if (failure.capability !== undefined) {
    const step = mayAttempt("stepRetry", values, options);
    if (!step.allowed)
      return {
        outcome: "exhausted",
        because: `${times}, but the maximum number of retries of the step is ${step.limit}`,
      };
  }
  const delaySeconds = retryDelay(policy, failures);
  const { used, limit } = mayAttempt("time", values, options);
  if (used + (options.hasPaused === true ? 0 : delaySeconds) >= limit) {
    return { outcome: "exhausted", because: `${times}, and the time limit ends before the next attempt` };
  }
  return { outcome: "retry", delaySeconds, because: `${times}, and can be retried` };
}
