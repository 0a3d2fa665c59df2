import { z } from "zod";
import { CalendarEvent, type Occurrence } from "./calendar-event.ts";
import type { Household } from "./household.ts";
import type { Interval } from "./interval.ts";

/**
 * One change to the calendar. Changes are data: they are shown, approved and only then applied, all or none.
 *
 * `exclude_occurrence` takes one occurrence out of a series; to move one, put an event with `replaces`.
 */
export const CalendarChange = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("put_event"), event: CalendarEvent }),
  z.strictObject({ kind: z.literal("remove_event"), eventId: z.string() }),
  z.strictObject({ kind: z.literal("exclude_occurrence"), eventId: z.string(), originalStart: z.string() }),
]);
export type CalendarChange = z.infer<typeof CalendarChange>;

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

/** Who made a change and when, for the calendar's log. */
export interface ChangeOrigin {
  readonly by: string;
  readonly at: string;
  /** What the change answers; a key that was applied before makes `apply` do nothing. */
  readonly key?: string;
  /** The revision that the change was made for; when the calendar has another by now, `apply` does nothing. */
  readonly revision?: number;
  /** What is done, in a sentence for people. */
  readonly text?: string;
  /** The number of the change that this one takes back. */
  readonly undoes?: number;
}

/** A change that somebody confirmed, and what would take it back. */
export interface LastChange {
  readonly number: number;
  readonly by: string;
  readonly at: string;
  readonly text: string;
  /** Null when what it changed was changed again since. */
  readonly undo: readonly CalendarChange[] | null;
}

/** What became of changes: written now, written before under the same key, or not written since the calendar moved on. */
export type Applied = "written" | "repeated" | "overtaken";

/** The calendar of record. Only the confirmation step holds one. */
export interface Calendar extends CalendarView {
  /** Applies every change in one transaction, or none of them. */
  apply(changes: readonly CalendarChange[], origin?: ChangeOrigin): Applied;
  /** The changes that were applied with this key, by whichever process; null when none were. */
  appliedWith(key: string): readonly CalendarChange[] | null;
  /** The latest change with a key that was not taken back, and takes nothing back itself; null when there is none. */
  lastChange(): LastChange | null;
  /** A number that grows with everything that is applied, by whichever process. */
  revision(): number;
  close(): void;
}
