import { Temporal } from "temporal-polyfill";
import type { Occurrence } from "../calendar-event.ts";
import type { CalendarView } from "../calendar.ts";
import { formatDay } from "../format.ts";
import type { Interval } from "../interval.ts";
import { particularWords, titleFit } from "./title-words.ts";

/** How a request names the event that it wants changed or cancelled. */
export interface TargetRequest {
  readonly words: readonly string[];
  readonly participants: readonly string[];
  readonly resources: readonly string[];
  /** The days that were named for it. */
  readonly window: Interval | null;
  /** The time of day that was named for it, in minutes. */
  readonly minutes: number | null;
  /** "all", "every", "the series". */
  readonly wholeSeries: boolean;
  /** "the next one": the earliest of all that fit. */
  readonly wantsNext: boolean;
  /** "and all following": everything from the first that fits. */
  readonly following?: true;
}

/** What fits: exactly one event, several to choose from, or none. */
export interface FoundTarget {
  readonly eventId: string | null;
  readonly candidates: readonly string[];
  /** The occurrence meant, also when the whole series is: its next one. */
  readonly occurrence: Occurrence | null;
  /** Original start of the one occurrence meant; null for the whole series and for events that happen once. */
  readonly occurrenceStart: string | null;
  /** Every occurrence meant, when there are several. */
  readonly occurrenceStarts: readonly string[];
  /** True when the occurrence is meant and all that follow it. */
  readonly following?: true;
  /** True when nothing said which occurrence, so the next was taken. */
  readonly assumedNext: boolean;
  /** Where else it would be found, as a sentence. */
  readonly note: string | null;
}

/** Nothing fits. */
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
const mostCandidates = 9;

/** Where a target is looked for. */
export interface TargetContext {
  readonly calendar: CalendarView;
  readonly now: Temporal.ZonedDateTime;
}

/** Looks for the event in the calendar: by its title, who takes part, its day and its time, soonest first. */
export function findTarget(request: TargetRequest, { calendar, now }: TargetContext): FoundTarget {
  const isNamed =
    request.words.length + request.participants.length + request.resources.length > 0 ||
    request.window !== null ||
    request.minutes !== null;
  if (!isNamed) return noTarget;
  const fitting = withoutGeneric(request, { calendar, now });
  if (fitting.length === 0) return { ...noTarget, note: elsewhere(request, { calendar, now }) };
  const [soonest] = fitting;
  const bySeries = new Map<string, Occurrence[]>();
  for (const occurrence of fitting) {
    bySeries.set(occurrence.seriesId, [...(bySeries.get(occurrence.seriesId) ?? []), occurrence]);
  }
  if (bySeries.size > 1 && !(request.wantsNext && soonest !== undefined)) {
    return { ...noTarget, candidates: [...bySeries.keys()].slice(0, mostCandidates) };
  }
  const seriesId = soonest?.seriesId ?? "";
  return narrow(request, seriesId, { calendar, occurrences: bySeries.get(seriesId) ?? [] });
}

/** Settles which occurrences of one event are meant. */
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

/** The same target with all that follow it; the whole series, or what happens once, stays what it is. */
export const followingOf = (found: FoundTarget): FoundTarget =>
  found.occurrenceStart === null ? found : { ...found, occurrenceStarts: [], assumedNext: false, following: true };

/** Every occurrence of one series that is still to come, or lies in the window, soonest first. */
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
  // What began before a named day is not "on" that day.
  return calendar
    .occurrences(range)
    .filter((each) => window === null || Date.parse(each.start) >= starts || each.allDay);
}

const text = (zoned: Temporal.ZonedDateTime): string =>
  zoned.toInstant().round({ smallestUnit: "second", roundingMode: "floor" }).toString();

function fittingOccurrences(request: TargetRequest, context: TargetContext): readonly Occurrence[] {
  const timely = upcoming(request.window, context).filter((occurrence) => fitsTime(request, occurrence, context.now));
  const scored = withPeople(request, timely)
    .map((occurrence) => ({ occurrence, fit: fitOf(request, occurrence) }))
    .filter(({ fit }) => fit > 0);
  const best = scored.reduce((most, { fit }) => Math.max(most, fit), 0);
  return scored.filter(({ fit }) => fit >= best - 1e-9).map(({ occurrence }) => occurrence);
}

/** "everything on Friday", "my 3pm appointment": words that name nothing count only when a title has them. */
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

/** Events that name the people come first; those that name nobody will do when their title fits. */
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

/** Names the next day on which something like it takes place, when it is not where the text says. */
function elsewhere(request: TargetRequest, context: TargetContext): string | null {
  if (request.window === null && request.minutes === null && request.participants.length === 0) return null;
  if (request.words.length === 0) return null;
  const [next] = fittingOccurrences({ ...request, window: null, minutes: null, participants: [] }, context);
  if (next === undefined) return null;
  const day = formatDay(next.start, { timeZone: context.now.timeZoneId, now: text(context.now) });
  return `The next "${next.event.title}" is on ${day}.`;
}
