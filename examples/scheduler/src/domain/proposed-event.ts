import { z } from "zod";
import { CalendarEvent } from "./calendar-event.ts";
import { Instant } from "./interval.ts";

/**
 * The change under discussion: proposed → validated → confirmed | rejected.
 *
 * `event` is the entry as the calendar would hold it; the flat attributes repeat what people look at.
 */
export const ProposedEvent = z.strictObject({
  eventId: z.string(),
  title: z.string(),
  /** First occurrence, as instants. */
  startTime: Instant,
  endTime: Instant,
  participants: z.array(z.string()),
  resources: z.array(z.string()),
  status: z.enum(["proposed", "validated", "confirmed", "rejected"]),
  createdAt: Instant,
  action: z.enum(["create", "modify", "cancel"]),
  event: CalendarEvent,
  /** For cancel, when several occurrences of a series are to go: their original starts; `event` is the first of them. */
  cancelledStarts: z.array(z.string()).optional(),
  /** For modify, when several occurrences of a series change alike: all but the first, which is `event`. */
  alsoChanged: z.array(CalendarEvent).optional(),
  /**
   * When an occurrence of a series is meant and all that follow it: `event` is those, as a series of their own. What else is put
   * then: the series as it ends before them, and their single changes.
   */
  splits: z
    .strictObject({ seriesId: z.string(), originalStart: z.string(), alsoPut: z.array(CalendarEvent) })
    .exactOptional(),
});
export type ProposedEvent = z.infer<typeof ProposedEvent>;
