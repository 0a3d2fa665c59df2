import { millisecondsOf } from "./clock.ts";

/** The part of a state that says when it was last changed. */
export interface Touchable {
  readonly runtime_updated_at?: string | null | undefined;
}

/**
 * Gives the update that notes a change at `now`.
 *
 * The note never goes back: two processes whose clocks differ leave the later time.
 */
export function touched(state: Touchable, now: string): { runtime_updated_at: string } {
  const before = state.runtime_updated_at ?? null;
  return { runtime_updated_at: before !== null && millisecondsOf(before) > millisecondsOf(now) ? before : now };
}
