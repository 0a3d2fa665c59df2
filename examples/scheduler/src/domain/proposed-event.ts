import { z } from "zod";
import { CalendarEvent } from "./calendar-event.ts";
import { Instant } from "./interval.ts";

/**
 * The proposed change of the calendar: proposed → validated → confirmed | rejected.
 *
 * `event` is the entry to store; the other attributes repeat the parts that people see.
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
  /** For canceling several occurrences of a series: their original starts; `event` is the first of them. */
  cancelledStarts: z.array(z.string()).optional(),
  /** For changing several occurrences of a series alike: all but the first, which is `event`. */
  alsoChanged: z.array(CalendarEvent).optional(),
  /**
   * For changing one occurrence of a series and all that follow it: `event` is a new series of those. `alsoPut` contains the
   * original series, ending before them, and their changed occurrences.
   */
  splits: z
    .strictObject({ seriesId: z.string(), originalStart: z.string(), alsoPut: z.array(CalendarEvent) })
    .exactOptional(),
});
export type ProposedEvent = z.infer<typeof ProposedEvent>;
