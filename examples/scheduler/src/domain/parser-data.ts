import { z } from "zod";
import { EventDetails } from "./calendar-event.ts";

/** A date on the wall clock of the household. */
const Day = z.iso.date();
/** Minutes since midnight. */
const Minutes = z.int().min(0).max(1440);
/** ISO 8601 on the wall clock of the household: "2026-11-24T16:00", the day "2026-11-24", or "T16:00" on the day that an event has. */
const Time = z
  .string()
  .regex(/^(?:\d{4}-\d{2}-\d{2}(?:T(?:[01]\d|2[0-3]):[0-5]\d)?|T(?:[01]\d|2[0-3]):[0-5]\d)$/, "expected ISO 8601");

/** Target of a change or cancellation. */
export const Target = z.strictObject({
  eventId: z.string(),
  /** Original starts of the meant occurrences of a series; null for the whole event. */
  starts: z.array(z.string()).nullable(),
  /** The first of `starts` and all that follow it. */
  following: z.boolean(),
});
export type Target = z.infer<typeof Target>;

/**
 * A message as it was read: the output of the `nl_parser` agent. What the message leaves out is null or empty. `assumed`, `questions` and `unused` are
 * shown before anything is written.
 */
export const NLParserData = z.strictObject({
  eventType: z.enum(["create", "modify", "cancel", "query"]).default("create"),
  /** Name of a new event, new name of another one, or words of the title that a question is about. */
  title: z.string().min(1).nullable().default(null),
  startTime: Time.nullable().default(null),
  /** End; for whole days the last day. */
  endTime: Time.nullable().default(null),
  /** Ids of those who take part; for a change, of those who are added. */
  participants: z.array(z.string()).default([]),
  resources: z.array(z.string()).default([]),
  /** RFC 5545 rule without "RRULE:". */
  recurrenceRule: z.string().nullable().default(null),
  ...EventDetails.shape,
  /** Length in minutes. */
  minutes: z
    .int()
    .min(1)
    .max(14 * 1440)
    .nullable()
    .default(null),
  allDay: z.boolean().default(false),
  /** A free time is to be found: from the day of `startTime` to a last day, within hours. */
  search: z
    .strictObject({ lastDay: Day.nullable(), from: Minutes.nullable(), to: Minutes.nullable() })
    .nullable()
    .default(null),
  /** Days on which a new series does not take place. */
  exceptDays: z.array(Day).default([]),
  removedParticipants: z.array(z.string()).default([]),
  removedResources: z.array(z.string()).default([]),
  target: Target.nullable().default(null),
  queryType: z.enum(["availability", "event_lookup", "resource_status", "conflict_check"]).nullable().default(null),
  /** Events among which the person must choose. */
  candidates: z.array(Target).default([]),
  /** What has to be asked for, most important first. */
  missing: z.array(z.enum(["title", "time", "target", "scope", "change"])).default([]),
  /** What was chosen among several meanings, in words. */
  assumed: z.array(z.string()).default([]),
  /** Sentences about what cannot be meant, or can be meant in several ways. */
  questions: z.array(z.string()).default([]),
  /** Words that were not used. */
  unused: z.array(z.string()).default([]),
  /** True if it can be written without an answer to the offer. */
  plain: z.boolean().default(false),
});
export type NLParserData = z.infer<typeof NLParserData>;

/** Data of a message that says nothing. */
export const emptyData: NLParserData = NLParserData.parse({});

/** True if the request can be carried out as it was read. */
export const isClear = ({ missing, questions, unused }: NLParserData): boolean =>
  missing.length === 0 && questions.length === 0 && unused.length === 0;

/** Day and minutes since midnight of a time; null for what it does not say. */
function partsOf(time: string | null): readonly [day: string | null, minutes: number | null] {
  const [day = "", clock = ""] = (time ?? "").split("T");
  return [day || null, clock === "" ? null : Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))];
}

/** Formats a day and minutes since midnight as a time. */
export const timeAt = (day: string | null, minutes: number | null): string | null => {
  if (minutes === null) return day;
  const [hours, rest] = [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, "0"));
  return `${day ?? ""}T${hours}:${rest}`;
};

/** The times of a request as days and minutes since midnight. An end on the next day without a date is more than 1440. */
export function timesOf({ startTime, endTime, search }: NLParserData) {
  const [[day, start], [endDay, endMinutes]] = [partsOf(startTime), partsOf(endTime)];
  const isNextDay = endDay === null && endMinutes !== null && start !== null && endMinutes <= start;
  return {
    day,
    start,
    end: endMinutes === null ? null : endMinutes + (isNextDay ? 1440 : 0),
    /** Last day of the event, or of the span to search. */
    lastDay: search?.lastDay ?? (endDay === day ? null : endDay),
    /** Part of the day to search. */
    part: search === null || search.from === null ? null : { from: search.from, to: search.to ?? 1440 },
  };
}
