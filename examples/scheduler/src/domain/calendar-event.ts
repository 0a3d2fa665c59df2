import { z } from "zod";
import { Instant } from "./interval.ts";

/** How much an event matters when two compete; unset means "medium". */
export const Priority = z.enum(["low", "medium", "high", "critical"]);
export type Priority = z.infer<typeof Priority>;

/** How freely an event may be moved: not at all, within its day, within its week, to any time. */
export const Flexibility = z.enum(["fixed", "same_day", "same_week", "any"]);
export type Flexibility = z.infer<typeof Flexibility>;

/** "2026-11-24T16:00:00" on a wall clock, or "2026-11-24" for all-day events. */
const WallTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2})?$/, "expected YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS");

/**
 * One confirmed entry of the calendar: a single event, a whole series, or a changed occurrence of a series.
 *
 * Times are wall-clock times in `timeZone`, so that a series stays at 16:00 over a change to summer time.
 */
export const CalendarEvent = z.strictObject({
  /** The iCalendar UID. A changed occurrence has the UID of its series plus "#" and its original start. */
  id: z.string().min(1),
  title: z.string().min(1),
  /** Wall-clock start in `timeZone`; a date only when `allDay`. */
  start: WallTime,
  /** Exclusive end, in the same form as `start` and after it. */
  end: WallTime,
  timeZone: z.string().min(1),
  allDay: z.boolean(),
  participants: z.array(z.string()),
  resources: z.array(z.string()),
  /** The RFC 5545 rule without "RRULE:", or null for an event that happens once. */
  recurrenceRule: z.string().nullable(),
  /** EXDATE: original wall-clock starts, in `timeZone`, of occurrences that do not take place. */
  excludedStarts: z.array(WallTime),
  /** RDATE: further wall-clock starts, in `timeZone`. */
  extraStarts: z.array(WallTime),
  /** RECURRENCE-ID: which occurrence of which series this event stands in for; null for everything else. */
  replaces: z.strictObject({ seriesId: z.string(), originalStart: WallTime }).nullable(),
  priority: Priority,
  flexibility: Flexibility,
  location: z.string().nullable(),
  description: z.string().nullable(),
  /** Whom the event came from: a member's id, or "import". */
  createdBy: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  /** The iCalendar SEQUENCE: grows by one with each change. */
  sequence: z.int().min(0),
});
export type CalendarEvent = z.infer<typeof CalendarEvent>;

/** One happening of an event at one time. `originalStart` is its identity within a series, also after a move. */
export interface Occurrence {
  readonly eventId: string;
  /** The series this belongs to (also for a changed occurrence), or the event's own id. */
  readonly seriesId: string;
  /** Wall-clock start by the rule, in the series' time zone. */
  readonly originalStart: string;
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
  readonly event: CalendarEvent;
}
