import type { Temporal } from "temporal-polyfill";
import { formatDay } from "../format.ts";

/** Resolved time. */
export interface ResolvedWhen {
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly searchWindow: { readonly start: string; readonly end: string } | null;
  readonly timeIsExact: boolean;
  readonly allDay: boolean;
  readonly durationMinutes: number | null;
  readonly recurrenceRule: string | null;
  readonly excludedDates: readonly string[];
  /** Reason why the time cannot be resolved, as a sentence; null without a problem. */
  readonly problem: string | null;
  /** True if the day or the time must be asked for. */
  readonly isOpen: boolean;
  /** Assumed meanings of ambiguous phrases, as sentences. */
  readonly notes: readonly string[];
}

/** Defaults for missing parts, from the event to move or an earlier message. */
export interface WhenDefaults {
  readonly date: Temporal.PlainDate | null;
  readonly minutes: number | null;
  readonly length: number | null;
}

/** Context for resolving a time. */
export interface ResolveContext {
  readonly now: Temporal.ZonedDateTime;
  readonly defaults: WhenDefaults;
  /** True if only future times are possible. */
  readonly forward: boolean;
  /** True if the text accepts any time. */
  readonly anyTime: boolean;
}

/** Context without defaults. */
export const noDefaults: WhenDefaults = { date: null, minutes: null, length: null };

/** Time without any known parts. */
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

/** Formats a day: "Tue 24 Nov", with the year if it is not the current one. */
export const sayDay = (date: Temporal.PlainDate, now: Temporal.ZonedDateTime): string =>
  formatDay(date.toZonedDateTime(now.timeZoneId).toInstant().toString(), {
    timeZone: now.timeZoneId,
    now: now.toInstant().toString(),
  });
