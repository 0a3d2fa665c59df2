import type { SeedStateValue } from "@tidemark/core-state";
import { epochSecondsOf } from "../kernel/clock.ts";

/** The fields that say since when a turn runs, and whether it waits for a person. */
export type Timed = Partial<
  Pick<SeedStateValue, "control_is_awaiting_validation" | "control_validation_timestamp" | "execution_start_time">
>;

/** What the runtime writes when the turn begins and ends to wait for a person. */
export type WaitUpdate = Partial<Timed & Pick<SeedStateValue, "control_validation_context">>;

/** Says why a run was stopped by its time limit; the value of `control_kill_reason` then. */
export const TIME_LIMIT = "time limit";

/**
 * Gives for how many seconds the turn has run, without the time it waits for a person; 0 before it began.
 *
 * A clock that went back gives 0, never less.
 */
export function executionSeconds(values: Timed, now: string): number {
  const start: unknown = values.execution_start_time;
  const present = epochSecondsOf(now);
  if (!isSeconds(start) || present === null) return 0;
  const since: unknown = isWaiting(values) ? values.control_validation_timestamp : null;
  const end = isSeconds(since) ? Math.min(since, present) : present;
  return Math.max(0, Math.round((end - start) * 1000) / 1000);
}

/** Gives how many seconds the turn may still run; 0 when its time is over. */
export const remainingSeconds = (values: Timed, options: { maxExecutionTimeSeconds: number; now: string }): number =>
  Math.max(0, options.maxExecutionTimeSeconds - executionSeconds(values, options.now));

/**
 * True when the turn has used up its time.
 *
 * @example
 * ```ts
 * import { deadlineExceeded } from "@tidemark/agents/internal";
 *
 * const begun = { execution_start_time: 1767904200 };
 * console.log(deadlineExceeded(begun, { maxExecutionTimeSeconds: 300, now: "2026-01-08T20:34:59Z" })); // false
 * console.log(deadlineExceeded(begun, { maxExecutionTimeSeconds: 300, now: "2026-01-08T20:35:00Z" })); // true
 * ```
 */
export const deadlineExceeded = (values: Timed, options: { maxExecutionTimeSeconds: number; now: string }): boolean =>
  remainingSeconds(values, options) <= 0;

/** Notes that the turn waits for a person from now on: its time stands still. Already waiting changes nothing. */
export function waitingForPerson(values: Timed, now: string): WaitUpdate {
  if (isWaiting(values) && isSeconds(values.control_validation_timestamp)) return {};
  return { control_is_awaiting_validation: true, control_validation_timestamp: epochSecondsOf(now) };
}

/** Notes that the person has answered: the turn goes on with as much time as it had left. Not waiting changes nothing. */
export function answeredByPerson(values: Timed, now: string): WaitUpdate {
  if (!isWaiting(values)) return {};
  const start: unknown = values.execution_start_time;
  const present = epochSecondsOf(now);
  const moved =
    isSeconds(start) && present !== null ? { execution_start_time: present - executionSeconds(values, now) } : {};
  return {
    ...moved,
    control_is_awaiting_validation: false,
    control_validation_timestamp: null,
    control_validation_context: null,
  };
}

/** Notes how long the turn took, once it is over; waiting for people not counted. */
export const ended = (values: Timed, now: string): Pick<SeedStateValue, "execution_total_time"> => ({
  execution_total_time: executionSeconds(values, now),
});

/** True while the turn waits for a person. Without the flag, which is a field of `SeedState`, the timestamp alone says so. */
export const isWaiting = (values: Timed): boolean =>
  values.control_is_awaiting_validation ?? isSeconds(values.control_validation_timestamp);

const isSeconds = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
