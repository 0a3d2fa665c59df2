import { Temporal } from "temporal-polyfill";
import type { Occurrence } from "../calendar-event.ts";
import type { CalendarView } from "../calendar.ts";
import { formatDay } from "../format.ts";
import type { Interval } from "../interval.ts";
import { particularWords, titleFit } from "./title-words.ts";

/** Description of the event that a request changes or cancels. */
export interface TargetRequest {
  readonly words: readonly string[];
  readonly participants: readonly string[];
  readonly resources: readonly string[];
  /** Days named for it. */
  readonly window: Interval | null;
  /** Time of day named for it, in minutes since midnight. */
  readonly minutes: number | null;
  /** True for "all", "every" and "the series". */
  readonly wholeSeries: boolean;
  /** True for "the next one", the earliest match. */
  readonly wantsNext: boolean;
  /** True for "and all following". */
  readonly following?: true;
}

/** Result of a search: exactly one event, several candidates, or none. */
export interface FoundTarget {
  readonly eventId: string | null;
  readonly candidates: readonly string[];
  /** The matching occurrence, or the next one of a series. */
  readonly occurrence: Occurrence | null;
  /** Original start of a single matching occurrence; null for a whole series and for events that do not repeat. */
  readonly occurrenceStart: string | null;
  /** All matching occurrences, if there are several. */
  readonly occurrenceStarts: readonly string[];
  /** True if all following occurrences are included. */
  readonly following?: true;
  /** True if the next occurrence was assumed because none was named. */
  readonly assumedNext: boolean;
  /** Hint where a similar event was found, as a sentence. */
  readonly note: string | null;
}

/** Result without a match. */
export const noTarget: FoundTarget = {
  eventId: null,
  candidates: [],
  occurrence: null,
  occurrenceStart: null,
  occurrenceStarts: [],
  assumedNext: false,
  note: null,
};

const searchDays = 366;
const maxCandidates = 9;

/** Context of a search. */
export interface TargetContext {
  readonly calendar: CalendarView;
  readonly now: Temporal.ZonedDateTime;
}

/** Finds the event in the calendar by its title, participants, day and time, soonest first. */
export function findTarget(request: TargetRequest, { calendar, now }: TargetContext): FoundTarget {
  const isNamed =
    request.words.length + request.participants.length + request.resources.length > 0 ||
    request.window !== null ||
    request.minutes !== null;
  if (!isNamed) return noTarget;
  const fitting = withoutGeneric(request, { calendar, now });
  if (fitting.length === 0) return { ...noTarget, note: nextMatchNote(request, { calendar, now }) };
  const [soonest] = fitting;
  const bySeries = new Map<string, Occurrence[]>();
  for (const occurrence of fitting) {
    bySeries.set(occurrence.seriesId, [...(bySeries.get(occurrence.seriesId) ?? []), occurrence]);
  }
  if (bySeries.size > 1 && !(request.wantsNext && soonest !== undefined)) {
    return { ...noTarget, candidates: [...bySeries.keys()].slice(0, maxCandidates) };
  }
  const seriesId = soonest?.seriesId ?? "";
  return narrow(request, seriesId, { calendar, occurrences: bySeries.get(seriesId) ?? [] });
}

/** Determines which occurrences of an event match. */
export function narrow(
  { window, wholeSeries, wantsNext, minutes }: Pick<TargetRequest, "window" | "wholeSeries" | "wantsNext" | "minutes">,
  seriesId: string,
  { calendar, occurrences }: { readonly calendar: CalendarView; readonly occurrences: readonly Occurrence[] },
): FoundTarget {
  const event = calendar.event(seriesId);
  const [first = null] = occurrences;
  const repeats = event !== null && (event.recurrenceRule !== null || event.extraStarts.length > 0);
  const found = { ...noTarget, eventId: seriesId, occurrence: first };
  if (!repeats || first === null || (wholeSeries && window === null)) return found;
  if (window !== null && !wantsNext && occurrences.length > 1) {
    const occurrenceStarts = occurrences.map((occurrence) => occurrence.originalStart);
    return { ...found, occurrenceStart: first.originalStart, occurrenceStarts };
  }
  const assumedNext = window === null && !wantsNext && minutes === null;
  return { ...found, occurrenceStart: first.originalStart, assumedNext };
}

/** Extends a target to all following occurrences; a whole series or a single event stays unchanged. */
export const followingOf = (found: FoundTarget): FoundTarget =>
  found.occurrenceStart === null ? found : { ...found, occurrenceStarts: [], assumedNext: false, following: true };

/** Future occurrences of a series, or those within the window, soonest first. */
export function occurrencesOfSeries(
  seriesId: string,
  window: Interval | null,
  { calendar, now }: TargetContext,
): readonly Occurrence[] {
  return upcoming(window, { calendar, now }).filter((occurrence) => occurrence.seriesId === seriesId);
}

function upcoming(window: Interval | null, { calendar, now }: TargetContext): readonly Occurrence[] {
  const end = now.add({ days: searchDays });
  const range = window ?? { start: text(now), end: text(end) };
  const starts = Date.parse(range.start);
  // An occurrence that began before the named day does not count.
  return calendar
    .occurrences(range)
    .filter(({ start, allDay }) => window === null || Date.parse(start) >= starts || allDay);
}

const text = (zoned: Temporal.ZonedDateTime): string =>
  zoned.toInstant().round({ smallestUnit: "second", roundingMode: "floor" }).toString();

function fittingOccurrences(request: TargetRequest, context: TargetContext): readonly Occurrence[] {
  const timely = upcoming(request.window, context).filter((occurrence) => fitsTime(request, occurrence, context.now));
  const scored = withPeople(request, timely)
    .map((occurrence) => ({ occurrence, fit: fitOf(request, occurrence) }))
    .filter(({ fit }) => fit > 0);
  const best = scored.reduce((highest, { fit }) => Math.max(highest, fit), 0);
  return scored.filter(({ fit }) => fit >= best - 1e-9).map(({ occurrence }) => occurrence);
}

/** Searches without generic words ("everything on Friday", "my 3pm appointment") if no title contains them. */
function withoutGeneric(request: TargetRequest, context: TargetContext): readonly Occurrence[] {
  const fitting = fittingOccurrences(request, context);
  const isOtherwiseNamed =
    request.window !== null || request.minutes !== null || request.participants.length > 0 || request.wantsNext;
  if (fitting.length > 0 || !isOtherwiseNamed || particularWords(request.words).length > 0) return fitting;
  return fittingOccurrences({ ...request, words: [] }, context);
}

const fitOf = ({ words, resources }: TargetRequest, { event }: Occurrence): number => {
  if (words.length > 0) return titleFit(words, event.title);
  return resources.length === 0 || resources.some((id) => event.resources.includes(id)) ? 1 : 0;
};

/** Events with the named people come first; events without people also match if their title does. */
function withPeople({ participants, words }: TargetRequest, occurrences: readonly Occurrence[]): readonly Occurrence[] {
  if (participants.length === 0) return occurrences;
  return occurrences.filter(
    ({ event }) =>
      participants.some((id) => event.participants.includes(id)) ||
      (words.length > 0 && event.participants.length === 0),
  );
}

const fitsTime = ({ minutes }: TargetRequest, { start, allDay }: Occurrence, now: Temporal.ZonedDateTime): boolean => {
  if (minutes === null) return true;
  if (allDay) return false;
  const wall = Temporal.Instant.from(start).toZonedDateTimeISO(now.timeZoneId);
  return wall.hour * 60 + wall.minute === minutes % 1440;
};

/** Hint about the next day with a similar event, if none matches. */
function nextMatchNote(request: TargetRequest, context: TargetContext): string | null {
  if (request.window === null && request.minutes === null && request.participants.length === 0) return null;
  if (request.words.length === 0) return null;
  const [next] = fittingOccurrences({ ...request, window: null, minutes: null, participants: [] }, context);
  if (next === undefined) return null;
  const day = formatDay(next.start, { timeZone: context.now.timeZoneId, now: text(context.now) });
  return `The next "${next.event.title}" is on ${day}.`;
}
