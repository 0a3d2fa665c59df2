import type { CalendarEvent } from "../calendar-event.ts";
import { eventSpan, type Span } from "../free-busy.ts";

const DAY = 86_400_000;

/** Number of days in which a series is checked, from its start or from now, whichever is later. */
export const HORIZON_DAYS = 366;

/** Shorter limits for series with many occurrences a day, to bound the work. */
const SHORTER_HORIZONS: readonly (readonly [frequency: RegExp, days: number])[] = [[/FREQ=HOURLY/i, 31]];

/** True for an event that can have more than one occurrence. */
export const isSeries = (event: CalendarEvent): boolean =>
  event.recurrenceRule !== null || event.extraStarts.length > 0;

interface HorizonContext {
  readonly household: { readonly timeZone: string };
  readonly now: string;
  readonly days?: number | undefined;
}

/**
 * Time span in which an event is checked: its own span if it does not repeat, and for a series the next `HORIZON_DAYS` (or `days`,
 * if fewer).
 */
export function horizonOf(event: CalendarEvent, { household, now, days = HORIZON_DAYS }: HorizonContext): Span {
  const own = eventSpan(event, household);
  if (!isSeries(event)) return own;
  const rule = event.recurrenceRule ?? "";
  const limit = SHORTER_HORIZONS.find(([frequency]) => frequency.test(rule))?.[1] ?? HORIZON_DAYS;
  const start = Math.max(own.start, Date.parse(now));
  return { start, end: start + Math.min(days, limit) * DAY };
}
