import type { RetryPolicy } from "@tidemark/core-state/internal";
import type { Clock } from "@tidemark/state-manager";

/** Kind of node that is retried: an agent, a model-driven node, or another built-in node. */
export type RetryKind = "agent" | "classifier" | "infrastructure" | "planner" | "router" | "task_extraction";

const POLICIES: Readonly<Record<RetryKind, RetryPolicy>> = {
  agent: { maxAttempts: 3, delaySeconds: 0.5, backoffFactor: 1.5 },
  classifier: { maxAttempts: 4, delaySeconds: 1, backoffFactor: 1.8 },
  infrastructure: { maxAttempts: 2, delaySeconds: 0.2, backoffFactor: 1.2 },
  planner: { maxAttempts: 4, delaySeconds: 2, backoffFactor: 2 },
  router: { maxAttempts: 3, delaySeconds: 0.5, backoffFactor: 1.5 },
  task_extraction: { maxAttempts: 3, delaySeconds: 1, backoffFactor: 1.5 },
};

/** Returns the default retry policy of a kind of node, as a new object. */
export const defaultRetryPolicy = (kind: RetryKind): RetryPolicy => ({ ...POLICIES[kind] });

/** True if a node that failed this often in a row may run again. */
export const hasAttemptsLeft = ({ maxAttempts }: RetryPolicy, failures: number): boolean => failures < maxAttempts;

/** Default maximum pause between two attempts, in seconds. */
const LONGEST_SECONDS = 60;

/**
 * Returns the seconds to wait after a number of consecutive failures: the delay times the factor for each further
 * failure, up to a cap. Defaults to a cap of 60 seconds.
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
  // An invalid count means no delay. A factor to a huge power is Infinity, which the cap limits.
  if (!(failures >= 1)) return 0;
  const delay = policy.delaySeconds * policy.backoffFactor ** (Math.floor(failures) - 1);
  return Number.isNaN(delay) ? 0 : Math.min(Math.max(0, delay), Math.max(0, capSeconds));
}

/** Waits without blocking. Returns whether the full time passed or the signal aborted the wait. */
export async function pause(seconds: number, clock: Clock, signal?: AbortSignal): Promise<"aborted" | "waited"> {
  if (signal?.aborted === true) return "aborted";
  if (seconds > 0) await clock.wait(seconds * 1000, signal);
  return isAborted(signal) ? "aborted" : "waited";
}

// A function, because the compiler assumes that a signal checked before the wait cannot change.
const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;
