import { Temporal } from "temporal-polyfill";
import type { CalendarView } from "../calendar.ts";
import type { Household } from "../household.ts";
import type { NLParserData } from "../nl-parser-data.ts";
import { minutesOf } from "./clock-time.ts";
import type { MinuteRange } from "./day-parts.ts";
import type { DayContext } from "./day-phrase.ts";
import { writesMonthFirst } from "./read-days.ts";

/** An earlier request of the same conversation that is not complete yet, and what was asked about it. */
export interface PendingRequest {
  readonly data: NLParserData;
  readonly question: string;
}

/** Everything that reading a request depends on; nothing else does, neither this machine's clock nor its zone. */
export interface ParseContext {
  readonly household: Household;
  /** The present, as an instant. */
  readonly now: string;
  /** On whose wall clock the text is meant. */
  readonly timeZone: string;
  /** The id of the member who writes; null when nobody knows. */
  readonly speaker: string | null;
  readonly calendar: CalendarView;
  readonly pending?: PendingRequest | null;
}

/** A context in the terms of the grammar. */
export interface Setting {
  readonly context: ParseContext;
  readonly now: Temporal.ZonedDateTime;
  /** The text as typed, tidied: some words decide what others mean. */
  readonly typed: string;
  readonly days: DayContext & { readonly waking: MinuteRange };
}

/** Prepares a context for one text. */
export function settingOf(context: ParseContext, typed: string): Setting {
  const now = Temporal.Instant.from(context.now).toZonedDateTimeISO(context.timeZone);
  const { start, end } = context.household.wakingHours;
  const waking = { start: minutesOf(start), end: Math.max(minutesOf(end), minutesOf(start) + 60) };
  return {
    context,
    now,
    typed,
    days: { today: now.toPlainDate(), monthFirst: writesMonthFirst(context.timeZone), forward: true, waking },
  };
}

/** The data of a request about which nothing was said. */
export const emptyData = (eventType: NLParserData["eventType"], timeZone: string): NLParserData => ({
  eventType,
  title: null,
  startTime: null,
  endTime: null,
  allDay: false,
  timeIsExact: false,
  durationMinutes: null,
  searchWindow: null,
  timeZone,
  participants: [],
  resources: [],
  recurrenceRule: null,
  priority: null,
  flexibility: null,
  targetEventId: null,
  targetCandidates: [],
  targetOccurrenceStart: null,
  queryType: null,
  missing: [],
});
