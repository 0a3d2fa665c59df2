import type { Temporal } from "temporal-polyfill";
import { formatDay } from "../format.ts";

/** When something happens, as the calendar counts time. */
export interface ResolvedWhen {
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly searchWindow: { readonly start: string; readonly end: string } | null;
  readonly timeIsExact: boolean;
  readonly allDay: boolean;
  readonly durationMinutes: number | null;
  readonly recurrenceRule: string | null;
  readonly excludedDates: readonly string[];
  /** Why no time can be given, as a sentence; null when nothing is wrong. */
  readonly problem: string | null;
  /** True when the day or the time must be asked for. */
  readonly isOpen: boolean;
  /** How phrases with more than one meaning were taken, as sentences. */
  readonly notes: readonly string[];
}

/** What a text leaves out, known from elsewhere: the event to be moved, or an earlier message. */
export interface WhenDefaults {
  readonly date: Temporal.PlainDate | null;
  readonly minutes: number | null;
  readonly length: number | null;
}

/** Where and when the text was written, and what it may mean. */
export interface ResolveContext {
  readonly now: Temporal.ZonedDateTime;
  readonly defaults: WhenDefaults;
  /** True when only the future can be meant. */
  readonly forward: boolean;
  /** The text said that any time will do. */
  readonly anyTime: boolean;
}

/** Nothing is known from elsewhere. */
export const noDefaults: WhenDefaults = { date: null, minutes: null, length: null };

/** A time about which nothing is known yet. */
export const nothing: ResolvedWhen = {
  startTime: null,
  endTime: null,
  searchWindow: null,
  timeIsExact: false,
  allDay: false,
  durationMinutes: null,
  recurrenceRule: null,
  excludedDates: [],
  problem: null,
  isOpen: true,
  notes: [],
};

/** "Tue 24 Nov", with the year when it is not the present one. */
export const sayDay = (date: Temporal.PlainDate, now: Temporal.ZonedDateTime): string =>
  formatDay(date.toZonedDateTime(now.timeZoneId).toInstant().toString(), {
    timeZone: now.timeZoneId,
    now: now.toInstant().toString(),
  });
