import { z } from "zod";
import { Flexibility, Priority } from "./calendar-event.ts";
import { Instant, Interval } from "./interval.ts";

/** What the `nl_parser` agent understood; a list is empty and a value null when nothing was said. */
export const NLParserData = z.strictObject({
  eventType: z.enum(["create", "modify", "cancel", "query"]),
  title: z.string().nullable(),
  /** While `missing` names "time", only its time of day was said, and its day is still open. */
  startTime: Instant.nullable(),
  endTime: Instant.nullable(),
  allDay: z.boolean(),
  /** True when the text named a time of day; false when only a day was named and the time is still open. */
  timeIsExact: z.boolean(),
  /** Stated or implied length; null when neither was said. */
  durationMinutes: z.int().min(1).nullable(),
  /** The stretch the text allows when no exact time was given: "tomorrow afternoon", "next week". */
  searchWindow: z.strictObject({ start: Instant, end: Instant }).nullable(),
  timeZone: z.string(),
  /** Member ids. */
  participants: z.array(z.string()),
  /** Resource ids. */
  resources: z.array(z.string()),
  /** The RFC 5545 rule without "RRULE:". */
  recurrenceRule: z.string().nullable(),
  priority: Priority.nullable(),
  flexibility: Flexibility.nullable(),
  /** For modify and cancel: the calendar event meant, when exactly one fits. */
  targetEventId: z.string().nullable(),
  /** For modify and cancel: every event that fits when it is not exactly one; the user chooses. */
  targetCandidates: z.array(z.string()),
  /** For modify and cancel of a series: the original start of the one occurrence meant; null means the whole series. */
  targetOccurrenceStart: z.string().nullable(),
  /** For queries: what is asked. */
  queryType: z.enum(["availability", "event_lookup", "resource_status", "conflict_check"]).nullable(),
  /** What must still be asked before one can go on, most important first: "title", "time", "target", ... */
  missing: z.array(z.enum(["title", "time", "target", "participants", "change"])),
  /** For create with a rule: days ("2026-12-24") on which it does not happen; absent when none were named. */
  excludedDates: z.array(z.iso.date()).optional(),
  /** For modify: the name the event is to have. `title` says which event is meant. */
  newTitle: z.string().min(1).optional(),
  /** For modify: members who no longer take part, and resources no longer needed. */
  removedParticipants: z.array(z.string()).optional(),
  removedResources: z.array(z.string()).optional(),
  /** For modify by an amount ("an hour later" is 60): how far the start moves; `startTime` is already moved. */
  shiftMinutes: z.int().optional(),
  /** When several occurrences of one series are meant ("all soccer in December"): their original starts, in order. */
  targetOccurrenceStarts: z.array(z.string()).optional(),
  /** When an occurrence of a series is meant and all that follow it: `targetOccurrenceStart` is the first of them. */
  targetFollowing: z.literal(true).exactOptional(),
  /** While the target is open: how it was named, so that an answer can complete the search; `keepsDay` when only a time of day was given. */
  targetScope: z
    .strictObject({
      wholeSeries: z.boolean(),
      window: Interval.nullable(),
      keepsDay: z.boolean(),
      following: z.literal(true).exactOptional(),
    })
    .optional(),
});
export type NLParserData = z.infer<typeof NLParserData>;
