import { millisecondsOf } from "./clock.ts";

/** Part of a state that contains the time of its last change. */
export interface Touchable {
  readonly runtime_updated_at?: string | null | undefined;
}

/**
 * Returns the update that records a change at `now`.
 *
 * The time never goes back: of two processes with different clocks the later time is kept.
 */
export function touched(state: Touchable, now: string): { runtime_updated_at: string } {
  const before = state.runtime_updated_at ?? null;
  return { runtime_updated_at: before !== null && millisecondsOf(before) > millisecondsOf(now) ? before : now };
}
