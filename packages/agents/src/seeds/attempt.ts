import type { ErrorClassification } from "@tidemark/core-state";
import type { RetryPolicy } from "@tidemark/core-state/internal";
import type { Clock } from "@tidemark/state-manager";
import { hasAttemptsLeft, pause, retryDelay } from "../failures/backoff.ts";

/** Result of a step: a text for people, and data for later steps. */
export type StepAnswer = string | { readonly text: string; readonly data?: unknown };

/** Result of a step after all its attempts. */
export type AttemptedStep =
  | { readonly outcome: "completed"; readonly answer: StepAnswer; readonly attempts: number }
  | { readonly outcome: "failed"; readonly error: unknown; readonly message: string; readonly attempts: number }
  /** Stopped from outside. Later results of the work are ignored. */
  | { readonly outcome: "stopped"; readonly attempts: number };

/** Options of attempts. */
export interface AttemptOptions {
  readonly clock: Clock;
  readonly retryPolicy: RetryPolicy;
  /** Maximum duration of each attempt, in seconds. Defaults to no limit. */
  readonly timeoutSeconds?: number | undefined;
  readonly signal: AbortSignal;
  /** Classifies an error. Only `retriable` errors are retried. */
  readonly classify: (error: unknown) => ErrorClassification;
}

/** Error message of a step that exceeded its time limit. */
export const stepTimeout = "Step execution timeout";

/**
 * Runs a step and retries it after retriable failures, within its retry policy. Never rejects.
 *
 * An attempt that exceeds the time limit is aborted and fails. No timer is left running.
 *
 * @internal
 */
export async function attemptStep(
  work: (attempt: { readonly number: number; readonly signal: AbortSignal }) => StepAnswer | Promise<StepAnswer>,
  options: AttemptOptions,
): Promise<AttemptedStep> {
  const { clock, retryPolicy, signal } = options;
  for (let number = 1; ; number += 1) {
    if (signal.aborted) return { outcome: "stopped", attempts: number - 1 };
    const attempted = await attemptOnce((own) => work({ number, signal: own }), options);
    if (attempted.outcome === "completed") return { ...attempted, attempts: number };
    if (attempted.outcome === "stopped") return { outcome: "stopped", attempts: number };
    const { error } = attempted;
    if (!hasAttemptsLeft(retryPolicy, number) || severityOf(options, error) !== "retriable") {
      return { outcome: "failed", error, message: messageOf(error), attempts: number };
    }
    await pause(retryDelay(retryPolicy, number), clock, signal);
  }
}

/** Severity of an error. `critical` if classifying it fails. */
function severityOf({ classify }: AttemptOptions, error: unknown): ErrorClassification["severity"] {
  try {
    return classify(error).severity;
  } catch {
    return "critical";
  }
}

type Attempted =
  | { readonly outcome: "completed"; readonly answer: StepAnswer }
  | { readonly outcome: "failed"; readonly error: unknown }
  | { readonly outcome: "stopped" };

function attemptOnce(
  work: (signal: AbortSignal) => StepAnswer | Promise<StepAnswer>,
  { clock, timeoutSeconds, signal }: AttemptOptions,
): Promise<Attempted> {
  return new Promise((resolve) => {
    const own = new AbortController();
    const timer = new AbortController();
    const stop = () => {
      own.abort(signal.reason);
      end({ outcome: "stopped" });
    };
    // Only the first outcome counts. Later results and errors of the work are ignored.
    const end = (attempted: Attempted) => {
      signal.removeEventListener("abort", stop);
      timer.abort();
      resolve(attempted);
    };
    signal.addEventListener("abort", stop, { once: true });
    const expire = async (seconds: number) => {
      await clock.wait(seconds * 1000, timer.signal);
      if (timer.signal.aborted) return;
      const error = new Error(stepTimeout);
      error.name = "TimeoutError";
      own.abort(error);
      end({ outcome: "failed", error });
    };
    if (timeoutSeconds !== undefined) void expire(timeoutSeconds);
    Promise.resolve()
      .then(() => work(own.signal))
      .then(
        (answer) => end({ outcome: "completed", answer }),
        (error: unknown) => end({ outcome: "failed", error }),
      );
  });
}

/**
 * Returns the message of any thrown value.
 *
 * @internal
 */
export function messageOf(error: unknown): string {
  if (error instanceof Error && error.message !== "") return error.message;
  if (typeof error === "string" && error !== "") return error;
  return error instanceof Error ? error.name : "unknown error";
}
