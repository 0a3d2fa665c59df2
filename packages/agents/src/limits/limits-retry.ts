import type { NodeFailure, RetryPolicy } from "@tidemark/core-state/internal";
import { defaultRetryPolicy, retryDelay } from "../failures/backoff.ts";
import { type Counted, type Limits, mayAttempt } from "./limits.ts";

/** Whether a failed node runs again, after which delay, and why. */
export type RetryDecision =
  | { readonly outcome: "retry"; readonly delaySeconds: number; readonly because: string }
  | { readonly outcome: "exhausted"; readonly because: string };

/**
 * Returns the retry policy of a failure: the one of its node, else the default of agents within `maxRetries`.
 */
export function retryPolicyOf(
  failure: Pick<NodeFailure, "node" | "retryPolicy">,
  limits: Pick<Limits, "maxRetries">,
): RetryPolicy {
  if (failure.retryPolicy !== undefined) return failure.retryPolicy;
  const policy = defaultRetryPolicy("agent");
  return { ...policy, maxAttempts: Math.min(policy.maxAttempts, limits.maxRetries + 1) };
}

/**
 * Decides whether a node that failed runs again: within its policy, within the retries of its step, and within the time left.
 *
 * The failure is counted already when this is asked, so a node runs `maxAttempts` times in all, for every kind of node.
 */
export function mayRetry(
  failure: NodeFailure,
  values: Counted,
  options: { limits: Limits; now: string; hasPaused?: boolean },
): RetryDecision {
  const policy = retryPolicyOf(failure, options.limits);
  const failures = Math.max(1, values.control_retry_count ?? 1);
  const times = `"${failure.node}" failed ${failures} of ${policy.maxAttempts} times`;
  if (!(failures < policy.maxAttempts)) return { outcome: "exhausted", because: `${times}: no attempt is left` };
  if (failure.capability !== undefined) {
    const step = mayAttempt("stepRetry", values, options);
    if (!step.allowed)
      return { outcome: "exhausted", because: `${times}, but the step may be retried ${step.limit} times` };
  }
  const delaySeconds = retryDelay(policy, failures);
  const { used, limit } = mayAttempt("time", values, options);
  if (used + (options.hasPaused === true ? 0 : delaySeconds) >= limit) {
    return { outcome: "exhausted", because: `${times}, and the time is over before the next attempt` };
  }
  return { outcome: "retry", delaySeconds, because: `${times}, and can be retried` };
}
