import { z } from "zod";

/** A date on the wall clock of the household. */
const Day = z.iso.date();
/** Minutes since midnight of the day. An end after midnight is more than 1440. */
const Minutes = z.int().min(0).max(2880);

/** RFC 5545 rule, and the days without an occurrence. */
const Repeat = z.strictObject({ rule: z.string(), except: z.array(Day) });

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
 * A request as it was read: the output of the `nl_parser` agent. Days and times are those of the household's wall clock.
 *
 * What is not named is null or empty. `assumed`, `problems` and `unread` are shown before anything is written.
 */
export const Request = z.strictObject({
  eventType: z.enum(["create", "modify", "cancel", "query"]).default("create"),
  title: z.string().nullable().default(null),
  /** First day. */
  day: Day.nullable().default(null),
  /** Last day of an event over several days, or of the span to search. */
  lastDay: Day.nullable().default(null),
  start: Minutes.nullable().default(null),
  end: Minutes.nullable().default(null),
  /** Length in minutes. */
  minutes: z.int().min(1).nullable().default(null),
  allDay: z.boolean().default(false),
  /** Part of the day to search, such as the afternoon. */
  part: z.strictObject({ from: Minutes, to: Minutes }).nullable().default(null),
  /** True if a free time is to be found. */
  open: z.boolean().default(false),
  participants: z.array(z.string()).default([]),
  resources: z.array(z.string()).default([]),
  removedParticipants: z.array(z.string()).default([]),
  removedResources: z.array(z.string()).default([]),
  repeat: Repeat.nullable().default(null),
  location: z.string().nullable().default(null),
  /** What is said about a new event besides its parts: "packed lunch". */
  note: z.string().nullable().default(null),
  newTitle: z.string().min(1).nullable().default(null),
  /** For a change by an amount: the shift of the start, and the change of the length. */
  shift: z.int().nullable().default(null),
  longer: z.int().nullable().default(null),
  target: Target.nullable().default(null),
  /** Events among which the person must choose, each with its dates on the named days. */
  candidates: z.array(Target).default([]),
  queryType: z.enum(["availability", "event_lookup", "resource_status", "conflict_check"]).nullable().default(null),
  /** What has to be asked for, most important first. */
  missing: z.array(z.enum(["title", "time", "half", "target", "scope", "change"])).default([]),
  /** What was chosen among several meanings, in words. */
  assumed: z.array(z.string()).default([]),
  /** Sentences about what cannot be meant: a past day, an unknown person. */
  problems: z.array(z.string()).default([]),
  /** Words that were not understood. */
  unread: z.array(z.string()).default([]),
  /** True if it was read from one plain clause, so that it can be written without an answer. */
  plain: z.boolean().default(false),
});
export type Request = z.infer<typeof Request>;

/** A request that names nothing. */
export const emptyRequest: Request = Request.parse({});

/** True if the request can be carried out as it was read. */
export const isClear = ({ missing, problems, unread }: Request): boolean =>
  missing.length === 0 && problems.length === 0 && unread.length === 0;
