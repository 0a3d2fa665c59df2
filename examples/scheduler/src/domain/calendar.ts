import type { CalendarEvent, Occurrence } from "./calendar-event.ts";
import type { Household } from "./household.ts";
import type { Interval } from "./interval.ts";

/**
 * One change to the calendar. Changes are data: they are shown, approved and only then applied, all or none.
 *
 * `exclude_occurrence` takes one occurrence out of a series; to move one, put an event with `replaces`.
 */
export type CalendarChange =
  | { readonly kind: "put_event"; readonly event: CalendarEvent }
  | { readonly kind: "remove_event"; readonly eventId: string }
  | { readonly kind: "exclude_occurrence"; readonly eventId: string; readonly originalStart: string };

/** What agents may know of the calendar: they read, they never write. */
export interface CalendarView {
  readonly household: Household;
  /** Every occurrence that overlaps `range`, expanded from series, in order of start. */
  occurrences(range: Interval): readonly Occurrence[];
  event(id: string): CalendarEvent | null;
  /** All stored events (series unexpanded), newest first. */
  events(): readonly CalendarEvent[];
  /** The calendar as it would be after the changes; nothing is written. Throws where `apply` would. */
  withChanges(changes: readonly CalendarChange[]): CalendarView;
}

/** Who made a change and when, for the calendar's log. A `key` that was applied before makes `apply` do nothing. */
export interface ChangeOrigin {
  readonly by: string;
  readonly at: string;
  readonly key?: string;
}

/** The calendar of record. Only the confirmation step holds one. */
export interface Calendar extends CalendarView {
  /** Applies every change in one transaction, or none of them. */
  apply(changes: readonly CalendarChange[], origin?: ChangeOrigin): void;
  /** True when changes with this key were applied before, by whichever process. */
  hasApplied(key: string): boolean;
  close(): void;
}
