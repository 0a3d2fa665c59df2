import type { RunEvent } from "./run-events.ts";

/** An error that ended a run, as a server reports it. */
export interface RunFailure {
  /** Identifies the error in the log and in the text that the client receives. */
  readonly errorId: string;
  /** The run that failed; null when it failed before its first event. */
  readonly runId: string | null;
  /** The error's code; null when it has none. */
  readonly code: string | null;
  /** What was thrown, with its stack and cause. */
  readonly error: unknown;
}

/** What a server does with the errors of its runs. */
export interface FailureOptions {
  /**
   * Writes the text that clients receive for an error. Defaults to a sentence that contains the error's id and nothing else
   * of the error.
   */
  readonly describeError?: (failure: RunFailure) => string;
  /** Receives every error of a run, with stack and cause. Defaults to `console.error`. */
  readonly onError?: (failure: RunFailure) => void;
}

/** The errors behind `run_failed` events of this process; an event itself is JSON and carries no stack. */
const errors = new WeakMap<object, unknown>();

/**
 * Remembers what was thrown for a `run_failed` event.
 *
 * @internal
 */
export function rememberError<Event extends object>(event: Event, error: unknown): Event {
  errors.set(event, error);
  return event;
}

/**
 * Replaces the error text of a `run_failed` event with one that may leave the process, and reports the error.
 *
 * Other events, and failures whose text was written for users, are returned as they are.
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
 * Reports an error and returns the text that may leave the process.
 *
 * @internal
 */
export function reportFailure(failure: RunFailure, { describeError, onError = logFailure }: FailureOptions): string {
  const neutral = `The run failed. Error id: ${failure.errorId}`;
  try {
    onError(failure);
    return describeError?.(failure) ?? neutral;
  } catch (error) {
    // A log or a text that fails must neither end the stream nor hide the first error.
    logFailure(failure);
    logFailure({ ...failure, error });
    return neutral;
  }
}

/**
 * The code of an error, when it looks like one: any other text could contain what the error says.
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
  // oxlint-disable-next-line eslint/no-console -- without a log of the application's own, an error must not disappear
  console.error(`A run failed. Error id: ${errorId}`, error);
}
