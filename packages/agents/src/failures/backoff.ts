import type { RetryPolicy } from "@tidemark/core-state/internal";
import type { Clock } from "@tidemark/state-manager";

/** What kind of node is tried again: an agent, one of the model-driven parts, or any other part of the graph. */
export type RetryKind = "agent" | "classifier" | "infrastructure" | "planner" | "router" | "task_extraction";

const POLICIES: Readonly<Record<RetryKind, RetryPolicy>> = {
  agent: { maxAttempts: 3, delaySeconds: 0.5, backoffFactor: 1.5 },
  classifier: { maxAttempts: 4, delaySeconds: 1, backoffFactor: 1.8 },
  infrastructure: { maxAttempts: 2, delaySeconds: 0.2, backoffFactor: 1.2 },
  planner: { maxAttempts: 4, delaySeconds: 2, backoffFactor: 2 },
  router: { maxAttempts: 3, delaySeconds: 0.5, backoffFactor: 1.5 },
  task_extraction: { maxAttempts: 3, delaySeconds: 1, backoffFactor: 1.5 },
};

/** Gives the retry policy of a kind of node that has none of its own, in a new object each time. */
export const defaultRetryPolicy = (kind: RetryKind): RetryPolicy => ({ ...POLICIES[kind] });

/** The longest pause between two attempts unless another one is said; longer than this nobody waits for an answer. */
const LONGEST_SECONDS = 60;

/**
 * Gives the seconds to wait after so many failures in a row: the delay, then by the factor longer each time, up to a cap.
 *
 * @example
 * ```ts
 * import { defaultRetryPolicy, retryDelay } from "@tidemark/agents/internal";
 *
 * const policy = defaultRetryPolicy("agent");
 * console.log([0, 1, 2].map((failures) => retryDelay(policy, failures))); // [ 0, 0.5, 0.75 ]
 * ```
 */
export function retryDelay(policy: RetryPolicy, failures: number, capSeconds: number = LONGEST_SECONDS): number {
  // What is no count gives no delay; a factor to a huge power is Infinity, and the cap takes care of that.
  if (!(failures >= 1)) return 0;
  const delay = policy.delaySeconds * policy.backoffFactor ** (Math.floor(failures) - 1);
  return Number.isNaN(delay) ? 0 : Math.min(Math.max(0, delay), Math.max(0, capSeconds));
}

/** Waits so many seconds by the clock, without blocking; says whether the whole time went by or the signal ended it. */
export async function pause(seconds: number, clock: Clock, signal?: AbortSignal): Promise<"aborted" | "waited"> {
  if (signal?.aborted === true) return "aborted";
  if (seconds > 0) await clock.wait(seconds * 1000, signal);
  return isAborted(signal) ? "aborted" : "waited";
}

// Asked anew: the compiler takes a signal that was not aborted before the wait for one that never is.
const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;
