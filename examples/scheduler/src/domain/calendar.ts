import { z } from "zod";
import { CalendarEvent, type Occurrence, type Interval } from "./calendar-event.ts";
import type { Household } from "./household.ts";

/** A change of the calendar. Changes are data: they are shown, approved, and then applied all together. */
export const CalendarChange = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("put_event"), event: CalendarEvent }),
  z.strictObject({ kind: z.literal("remove_event"), eventId: z.string() }),
]);
export type CalendarChange = z.infer<typeof CalendarChange>;

/** Read access to the calendar, for agents. */
export interface CalendarView {
  readonly household: Household;
  /** Returns the occurrences that overlap `range`, with series expanded, sorted by start. */
  occurrences(range: Interval): readonly Occurrence[];
  event(id: string): CalendarEvent | null;
  /** Returns all stored events, with series unexpanded, newest first. */
  events(): readonly CalendarEvent[];
  /** Returns the calendar as it would be after the changes, without writing them. Throws like `apply`. */
  withChanges(changes: readonly CalendarChange[]): CalendarView;
}

/** Author and time of a change, for the log of the calendar. */
export interface ChangeOrigin {
  readonly by: string;
  readonly at: string;
  /** Idempotency key: of all changes with one key, only the first are written. */
  readonly key?: string;
  /** Expected revision: if the calendar has a different one, `apply` does nothing. */
  readonly revision?: number;
  /** Description of the change for people, in one sentence. */
  readonly text?: string;
  /** Number of the change that this one undoes. */
  readonly undoes?: number;
}

/** Last confirmed change, and the changes that undo it. */
export interface LastChange {
  readonly number: number;
  readonly text: string;
  /** Null if its events were changed again since. */
  readonly undo: readonly CalendarChange[] | null;
}

/**
 * Result of applying changes: `written`, now or before under the same key; `decided`, because other changes have that key; or `overtaken`,
 * because the revision is outdated.
 */
export type Applied = "written" | "decided" | "overtaken";

/** The stored calendar. Only nodes that act as the root use it for writing. */
export interface Calendar extends CalendarView {
  /** Applies all changes in one transaction, or none of them. */
  apply(changes: readonly CalendarChange[], origin?: ChangeOrigin): Applied;
  /** Returns the latest confirmed change that was not undone, and is not an undo itself; null without one. */
  lastChange(): LastChange | null;
  /** Number that grows with every applied change of any process. */
  revision(): number;
  close(): void;
}
