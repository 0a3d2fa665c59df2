import type { CalendarEvent } from "../calendar-event.ts";
import { eventSpan, type Span } from "../free-busy.ts";

const DAY = 86_400_000;

/** How far a series is judged: a year from its start, or from now when it began before. */
export const HORIZON_DAYS = 366;

/** Series that happen many times a day are judged over less, so that every judgement stays bounded. */
const SHORTER: readonly (readonly [frequency: RegExp, days: number])[] = [[/FREQ=HOURLY/i, 31]];

/** True for an event that happens, or may happen, more than once. */
export const isSeries = (event: CalendarEvent): boolean =>
  event.recurrenceRule !== null || event.extraStarts.length > 0;

interface HorizonContext {
  readonly household: { readonly timeZone: string };
  readonly now: string;
  readonly days?: number | undefined;
}

/**
 * The stretch of time in which an event is judged: its own for an event that happens once, for a series the next
 * `HORIZON_DAYS` (or `days`, if fewer) of it.
 */
export function horizonOf(event: CalendarEvent, { household, now, days = HORIZON_DAYS }: HorizonContext): Span {
  const own = eventSpan(event, household);
  if (!isSeries(event)) return own;
  const rule = event.recurrenceRule ?? "";
  const most = SHORTER.find(([frequency]) => frequency.test(rule))?.[1] ?? HORIZON_DAYS;
  const start = Math.max(own.start, Date.parse(now));
  return { start, end: start + Math.min(days, most) * DAY };
}
