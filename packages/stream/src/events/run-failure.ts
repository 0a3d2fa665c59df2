import type { RunEvent } from "./run-events.ts";

/** An error that ended a run, as a server reports it. */
export interface RunFailure {
  /** Identifies the error in the log and in the text that the client receives. */
  readonly errorId: string;
  /** The run that failed; null when it failed before its first event. */
  readonly runId: string | null;
  /** The error's code; null when it has none. */
  readonly code: string | null;
  /** Thrown value, with its stack and cause. */
  readonly error: unknown;
}

/** Options for reporting the errors of runs. */
export interface FailureOptions {
  /**
   * Returns the error text that clients receive. Defaults to a sentence that contains only the error's id.
   */
  readonly describeError?: ((failure: RunFailure) => string) | undefined;
  /** Receives every error of a run, with stack and cause. Defaults to `console.error`. */
  readonly onError?: ((failure: RunFailure) => void) | undefined;
}

/** Errors of the `run_failed` events of this process. The events are JSON and contain no stack. */
const errors = new WeakMap<object, unknown>();

/**
 * Stores the thrown value of a `run_failed` event.
 *
 * @internal
 */
export function rememberError<Event extends object>(event: Event, error: unknown): Event {
  errors.set(event, error);
  return event;
}

/**
 * Replaces the error text of a `run_failed` event with text that is safe for clients, and reports the error.
 *
 * Other events, and failures with text written for users, are returned unchanged.
 *
 * @internal
 */
export function withSafeFailure(event: RunEvent, options: FailureOptions): RunEvent {
  if (event.type !== "run_failed" || event.isPublic === true) return event;
  const { eventId: errorId, runId, code: given } = event;
  const code = safeCode(given);
  const error = errors.has(event) ? errors.get(event) : new Error(event.message);
  const { code: _, ...rest } = event;
  const message = reportFailure({ errorId, runId, code, error }, options);
  return { ...rest, message, ...(code !== null && { code }) };
}

/**
 * Reports an error and returns text that is safe for clients.
 *
 * @internal
 */
export function reportFailure(failure: RunFailure, { describeError, onError = logFailure }: FailureOptions): string {
  const neutral = `The run failed. Error id: ${failure.errorId}`;
  try {
    onError(failure);
    return describeError?.(failure) ?? neutral;
  } catch (error) {
    // An error of `onError` or `describeError` must neither end the stream nor hide the original error.
    logFailure(failure);
    logFailure({ ...failure, error });
    return neutral;
  }
}

/**
 * Code of an error, if it has the form of a code. Any other text could contain the error message.
 *
 * @internal
 */
export function codeOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  const code: unknown = Reflect.get(error, "code") ?? Reflect.get(error, "lc_error_code");
  return typeof code === "string" ? safeCode(code) : null;
}

const safeCode = (code: string | undefined): string | null =>
  code !== undefined && /^[\w.-]{1,40}(?:\/[\w.-]{1,60})?$/.test(code) ? code : null;

function logFailure({ errorId, error }: RunFailure): void {
  // oxlint-disable-next-line eslint/no-console -- without `onError`, an error must not disappear
  console.error(`A run failed. Error id: ${errorId}`, error);
}
