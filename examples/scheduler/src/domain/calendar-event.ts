import { z } from "zod";

/** Instant as ISO 8601 in UTC, to the second or finer: "2026-11-24T15:00:00Z". */
export const Instant = z.iso.datetime();

/** Time interval between two instants in UTC; the end is exclusive. */
export const Interval = z.strictObject({ start: Instant, end: Instant });
export type Interval = Readonly<z.infer<typeof Interval>>;

/** "2026-11-24T16:00:00" on a wall clock, or "2026-11-24" for all-day events. */
const WallTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2})?$/, "expected YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS");

/** Importance of an event: one of a lower priority can be moved, shortened or canceled for one of a higher. */
const Priority = z.enum(["low", "normal", "high"]);
/** Timing of an event: a fixed one is never moved for another, and a flexible one may be. */
const Flexibility = z.enum(["fixed", "flexible"]);

/**
 * Details of an event: what a person can say of it besides its name, time, people and resources. Null if nobody said it.
 *
 * A field that is added here is read, stored, changed and undone like the others.
 */
export const EventDetails = z.strictObject({
  priority: Priority.nullable().default(null),
  flexibility: Flexibility.nullable().default(null),
  location: z.string().nullable().default(null),
  description: z.string().nullable().default(null),
});
export type EventDetails = z.infer<typeof EventDetails>;

/**
 * Confirmed entry of the calendar: a single event, a series, or a changed occurrence of a series.
 *
 * Times are wall-clock times in `timeZone`, so a series at 16:00 stays at 16:00 when daylight saving time starts or ends.
 */
export const CalendarEvent = z.strictObject({
  /** iCalendar UID. The id of a changed occurrence is the UID of its series, "#", and its original start. */
  id: z.string().min(1),
  title: z.string().min(1),
  /** Wall-clock start in `timeZone`; only a date if `allDay`. */
  start: WallTime,
  /** Exclusive end, in the same form as `start` and after it. */
  end: WallTime,
  timeZone: z.string().min(1),
  allDay: z.boolean(),
  participants: z.array(z.string()),
  resources: z.array(z.string()),
  /** RFC 5545 rule without "RRULE:"; null for an event that does not repeat. */
  recurrenceRule: z.string().nullable(),
  /** EXDATE: original wall-clock starts, in `timeZone`, of canceled occurrences. */
  excludedStarts: z.array(WallTime),
  /** RDATE: additional wall-clock starts, in `timeZone`. */
  extraStarts: z.array(WallTime),
  /** RECURRENCE-ID: the occurrence that this event replaces; null for other events. */
  replaces: z.strictObject({ seriesId: z.string(), originalStart: WallTime }).nullable(),
  ...EventDetails.shape,
  /** Origin of the event: the id of a member, or "import". */
  createdBy: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  /** iCalendar SEQUENCE, incremented by every change. */
  sequence: z.int().min(0),
});
export type CalendarEvent = z.infer<typeof CalendarEvent>;

/** Priority of an event as a number: 0 for low, 1 for normal or none, 2 for high. */
export const rankOf = ({ priority }: Pick<CalendarEvent, "priority">): number =>
  Priority.options.indexOf(priority ?? "normal");

/** Occurrence of an event. `originalStart` identifies it within its series, even after it was moved. */
export interface Occurrence extends Interval {
  readonly eventId: string;
  /** Id of the series, also for a changed occurrence; the id of the event if it is not part of a series. */
  readonly seriesId: string;
  /** Wall-clock start by the rule, in the time zone of the series. */
  readonly originalStart: string;
  readonly allDay: boolean;
  readonly event: CalendarEvent;
}
