import type { SeedStateValue } from "@tidemark/core-state/internal";
import { epochSecondsOf } from "../kernel/clock.ts";

/** State fields that measure the time of a turn, including waits for a person. */
export type Timed = Partial<
  Pick<SeedStateValue, "control_is_awaiting_validation" | "control_validation_timestamp" | "execution_start_time">
>;

/** Update when a turn starts or stops waiting for a person. */
export type WaitUpdate = Partial<Timed & Pick<SeedStateValue, "control_validation_context">>;

/** Value of `control_kill_reason` for a run that exceeded its time limit. */
export const TIME_LIMIT = "time limit";

/**
 * Returns the seconds that the turn has run, not counting waits for a person. 0 before it starts.
 *
 * Never below 0, even if the clock was set back.
 */
export function executionSeconds(values: Timed, now: string): number {
  const start: unknown = values.execution_start_time;
  const present = epochSecondsOf(now);
  if (!isSeconds(start) || present === null) return 0;
  const since: unknown = isWaiting(values) ? values.control_validation_timestamp : null;
  const end = isSeconds(since) ? Math.min(since, present) : present;
  return Math.max(0, Math.round((end - start) * 1000) / 1000);
}

/** Returns the seconds left in the turn. 0 when its time is up. */
export const remainingSeconds = (values: Timed, options: { maxExecutionTimeSeconds: number; now: string }): number =>
  Math.max(0, options.maxExecutionTimeSeconds - executionSeconds(values, options.now));

/**
 * True when the turn has exceeded its time limit.
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

/** Returns the update that starts a wait for a person and pauses the turn's time. Empty if the turn already waits. */
export function waitUpdate(values: Timed, now: string): WaitUpdate {
  if (isWaiting(values) && isSeconds(values.control_validation_timestamp)) return {};
  return { control_is_awaiting_validation: true, control_validation_timestamp: epochSecondsOf(now) };
}

/**
 * Returns the update that ends a wait for a person. The turn keeps its remaining time. Empty if the turn does not wait.
 */
export function waitEndUpdate(values: Timed, now: string): WaitUpdate {
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

/** Returns the update with the duration of a finished turn, not counting waits for a person. */
export const turnEndUpdate = (values: Timed, now: string): Pick<SeedStateValue, "execution_total_time"> => ({
  execution_total_time: executionSeconds(values, now),
});

/** True while the turn waits for a person. Without the flag, a field of `SeedState`, the stored timestamp decides. */
export const isWaiting = (values: Timed): boolean =>
  values.control_is_awaiting_validation ?? isSeconds(values.control_validation_timestamp);

const isSeconds = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
