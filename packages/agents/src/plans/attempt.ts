import type { ErrorClassification } from "@tidemark/core-state";
import type { RetryPolicy } from "@tidemark/core-state/internal";
import type { Clock } from "@tidemark/state-manager";
import { pause, retryDelay } from "../failures/backoff.ts";

/** What a step came to: a text for people, and data for the steps that need it. */
export type StepAnswer = string | { readonly text: string; readonly data?: unknown };

/** What the work on a step came to, after all its attempts. */
export type AttemptedStep =
  | { readonly outcome: "completed"; readonly answer: StepAnswer; readonly attempts: number }
  | { readonly outcome: "failed"; readonly error: unknown; readonly message: string; readonly attempts: number }
  /** Somebody asked for it to stop; what it still does is ignored. */
  | { readonly outcome: "stopped"; readonly attempts: number };

/** How the work on a step is tried. */
export interface AttemptOptions {
  readonly clock: Clock;
  readonly retryPolicy: RetryPolicy;
  /** For each attempt by itself. */
  readonly timeoutSeconds?: number | undefined;
  readonly signal: AbortSignal;
  /** Only what is `retriable` is tried again. */
  readonly classify: (error: unknown) => ErrorClassification;
}

/** What is said of a step that took too long. */
export const stepTimeout = "Step execution timeout";

/**
 * Does the work on a step, again after failures that trying again can mend, and never more often than the policy says.
 *
 * An attempt that takes too long is aborted and has failed; no timer is left behind. It never rejects.
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
    if (number >= retryPolicy.maxAttempts || severityOf(options, error) !== "retriable") {
      return { outcome: "failed", error, message: messageOf(error), attempts: number };
    }
    await pause(retryDelay(retryPolicy, number), clock, signal);
  }
}

/** A classification that fails itself calls for no further attempt. */
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
    // What comes after the first end changes nothing, and what the work throws then is nobody's any more.
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
 * What an error says, whatever was thrown.
 *
 * @internal
 */
export function messageOf(error: unknown): string {
  if (error instanceof Error && error.message !== "") return error.message;
  if (typeof error === "string" && error !== "") return error;
  return error instanceof Error ? error.name : "unknown error";
}
