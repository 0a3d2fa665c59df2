import { z } from "zod";
import { Flexibility, Priority } from "./calendar-event.ts";
import { Instant, Interval } from "./interval.ts";

/** Output of the `nl_parser` agent; a value that the text does not mention is an empty list or null. */
export const NLParserData = z.strictObject({
  eventType: z.enum(["create", "modify", "cancel", "query"]),
  title: z.string().nullable(),
  /** While `missing` includes "time", this has only the stated time of day, and its day is still open. */
  startTime: Instant.nullable(),
  endTime: Instant.nullable(),
  allDay: z.boolean(),
  /** True if the text names a time of day; false if it names only a day. */
  timeIsExact: z.boolean(),
  /** Stated or implied length; null when there is neither. */
  durationMinutes: z.int().min(1).nullable(),
  /** Time span to search without an exact time: "tomorrow afternoon", "next week". */
  searchWindow: z.strictObject({ start: Instant, end: Instant }).nullable(),
  timeZone: z.string(),
  /** Member ids. */
  participants: z.array(z.string()),
  /** Resource ids. */
  resources: z.array(z.string()),
  /** RFC 5545 rule without "RRULE:". */
  recurrenceRule: z.string().nullable(),
  priority: Priority.nullable(),
  flexibility: Flexibility.nullable(),
  /** For modify and cancel: the event, if exactly one matches. */
  targetEventId: z.string().nullable(),
  /** For modify and cancel: all matching events if several match; the user chooses. */
  targetCandidates: z.array(z.string()),
  /** For modify and cancel of a series: the original start of one occurrence; null means the whole series. */
  targetOccurrenceStart: z.string().nullable(),
  /** For queries: the type of question. */
  queryType: z.enum(["availability", "event_lookup", "resource_status", "conflict_check"]).nullable(),
  /** Missing details to ask for, most important first. */
  missing: z.array(z.enum(["title", "time", "target", "participants", "change"])),
  /** For create with a rule: days without an occurrence ("2026-12-24"); absent if no days are excluded. */
  excludedDates: z.array(z.iso.date()).optional(),
  /** For modify: the new name of the event. `title` identifies the event. */
  newTitle: z.string().min(1).optional(),
  /** For modify: members to remove, and resources no longer needed. */
  removedParticipants: z.array(z.string()).optional(),
  removedResources: z.array(z.string()).optional(),
  /** For modify by an amount ("an hour later" is 60): the shift of the start; `startTime` is already shifted. */
  shiftMinutes: z.int().optional(),
  /** Original starts of several occurrences of one series ("all soccer in December"), in order. */
  targetOccurrenceStarts: z.array(z.string()).optional(),
  /** For one occurrence and all that follow it; `targetOccurrenceStart` is the first of them. */
  targetFollowing: z.literal(true).exactOptional(),
  /** While the target is open: the description of the target, so that an answer can complete the search. `keepsDay` means that only a time of day was given. */
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
