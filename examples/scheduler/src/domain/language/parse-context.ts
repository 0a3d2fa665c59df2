import { Temporal } from "temporal-polyfill";
import type { CalendarView } from "../calendar.ts";
import type { Household } from "../household.ts";
import type { NLParserData } from "../nl-parser-data.ts";
import { minutesOf } from "./clock-time.ts";
import type { MinuteRange } from "./day-parts.ts";
import type { DayContext } from "./day-phrase.ts";
import { writesMonthFirst } from "./read-days.ts";

/** An incomplete earlier request of the conversation, and the question about it. */
export interface PendingRequest {
  readonly data: NLParserData;
  readonly question: string;
}

/** Everything that reading a request depends on; the clock and time zone of the machine are not used. */
export interface ParseContext {
  readonly household: Household;
  /** Current time, as an instant. */
  readonly now: string;
  /** Time zone of the times in the text. */
  readonly timeZone: string;
  /** Id of the member who types; null when unknown. */
  readonly speaker: string | null;
  readonly calendar: CalendarView;
  readonly pending?: PendingRequest | null;
}

/** Prepared context for the grammar. */
export interface Setting {
  readonly context: ParseContext;
  readonly now: Temporal.ZonedDateTime;
  /** Tidied text as typed: some words affect the meaning of others. */
  readonly typed: string;
  readonly days: DayContext & { readonly waking: MinuteRange };
}

/** Prepares a context for a text. */
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

/** Data of a request without any details. */
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
