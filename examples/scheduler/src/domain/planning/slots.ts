import type { Interval, Occurrence } from "../calendar-event.ts";
import { minutesOfTime } from "../household.ts";
import type { ProposedEvent, TimeSlot } from "../outputs.ts";
import { type NLParserData, timesOf } from "../parser-data.ts";
import { intervalOf, localClock } from "../wall-clock.ts";
import { type CheckContext, clashesAt, clashText, groupClashes, isInTheWay } from "./conflicts.ts";
import { canMove, draft, type DraftContext } from "./draft.ts";
import { DEFAULT_MINUTES, isOpen } from "./event-times.ts";

const MINUTE = 60_000;
const STEP_MINUTES = 30;
/** Maximum number of times to find. */
const MAX_TIMES = 5;
/** Number of days to search if the request names none. */
const SEARCH_DAYS = 14;

/** Hours, in minutes since midnight, that are searched first if the request names no part of the day. */
const USUAL_HOURS = { from: 9 * 60, to: 18 * 60 };
export const ALL_HOURS = { from: 0, to: 24 * 60 };

/** Where to look for a time: from the first day to the last, in these hours, nearest to a start in minutes since midnight. */
interface Search {
  readonly days: readonly [first: string, last: string];
  readonly hours: { readonly from: number; readonly to: number };
  readonly near: number;
}

/**
 * Finds times at which an occurrence disturbs nothing, within waking hours, every 30 minutes: of each day the nearest one, and another one
 * at least an hour away from it.
 */
export function freeTimes(occurrence: Occurrence, { days, hours, near }: Search, context: CheckContext): Interval[] {
  const { household } = context.calendar;
  const clock = localClock(household.timeZone);
  const [first, last] = days;
  const length = Date.parse(occurrence.end) - Date.parse(occurrence.start);
  const from = Math.max(minutesOfTime(household.wakingHours.start), hours.from);
  const until = Math.min(minutesOfTime(household.wakingHours.end), hours.to) - length / MINUTE;
  const starts = Array.from({ length: 1440 / STEP_MINUTES }, (_, index) => index * STEP_MINUTES)
    .filter((start) => start >= from && start <= until)
    .toSorted((one, other) => Math.abs(one - near) - Math.abs(other - near));
  const range = intervalOf({ start: clock.at(first, 0), end: clock.at(last, 1440) + length });
  const stored = context.calendar.occurrences(range);
  const timeAt = (start: number): Interval => intervalOf({ start, end: start + length });
  const isFree = (start: number): boolean =>
    start > Date.parse(context.now) &&
    !clashesAt({ ...occurrence, ...timeAt(start) }, stored, household).some(isInTheWay);
  const found: Interval[] = [];
  for (let day = first; day <= last && found.length < MAX_TIMES; day = clock.addDays(day, 1)) {
    const [best, ...others] = starts.map((minutes) => clock.at(day, minutes)).filter(isFree);
    if (best === undefined) continue;
    const distant = others.filter((start) => Math.abs(start - best) >= 60 * MINUTE);
    found.push(...[best, ...distant.slice(0, 1)].map(timeAt));
  }
  return found.slice(0, MAX_TIMES);
}

/**
 * Finds the times for a request, best first.
 *
 * A stated time is the only one, whatever is at that time; so are the time of a series, and that of a cancellation. If the time is open,
 * the named days (14 by default) are searched for the first free times, in the named part of the day or else in the usual hours.
 */
export function findTimes(request: NLParserData, context: DraftContext): TimeSlot[] {
  const trial = draft(request, context) ?? draft(request, context, anyTime(request, context.now));
  return trial === null ? [] : searchTimes(request, trial, context).map((time) => rateTime(time, trial, context));
}

/** A new event at an open time has only its length. */
function anyTime({ minutes }: NLParserData, instant: string): Interval {
  const now = Date.parse(instant);
  return intervalOf({ start: now, end: now + (minutes ?? DEFAULT_MINUTES) * MINUTE });
}

/** Rates a time of a proposal: each participant who is busy, and each soft constraint that it violates, lowers the score. */
export function rateTime({ start, end }: Interval, trial: ProposedEvent, { calendar, now }: CheckContext): TimeSlot {
  const { household } = calendar;
  const own = { ...occurrenceOf(trial), start, end };
  const clashes = clashesAt(own, calendar.occurrences({ start, end }), household);
  const clock = localClock(household.timeZone);
  const [from, to] = [clock.minutesOf(Date.parse(start)), clock.minutesOf(Date.parse(end) - 1) + 1];
  const { wakingHours: waking } = household;
  const isIn = (first: number, last: number): boolean => trial.event.allDay || (from >= first && to <= last);
  const constraintViolations = [
    ...(isIn(minutesOfTime(waking.start), minutesOfTime(waking.end))
      ? []
      : [`It is outside of the waking hours ${waking.start}–${waking.end}.`]),
    ...(isIn(USUAL_HOURS.from, USUAL_HOURS.to) ? [] : ["It is outside of the usual hours 09:00–18:00."]),
    ...groupClashes(clashes).map((group) => clashText(group, { ...household, now })),
  ];
  const busy = new Set(clashes.filter(isInTheWay).flatMap(({ people }) => people));
  const availableParticipants = trial.participants.filter((id) => !busy.has(id));
  const share = trial.participants.length === 0 ? 1 : availableParticipants.length / trial.participants.length;
  const score = Math.max(0, Math.round((share - constraintViolations.length * 0.1) * 100) / 100);
  return { start, end, score, availableParticipants, constraintViolations };
}

function searchTimes(request: NLParserData, trial: ProposedEvent, context: DraftContext): Interval[] {
  const { day, lastDay, part } = timesOf(request);
  const now = Date.parse(context.now);
  const { start, end } = trial;
  if (!isOpen(request) || !canMove(request, trial)) return [{ start, end }];
  const clock = localClock(context.calendar.household.timeZone);
  const first = day ?? clock.dayOf(request.eventType === "modify" ? Date.parse(start) : now);
  const last = lastDay ?? clock.addDays(first, day === null ? SEARCH_DAYS - 1 : 0);
  const search = (hours: Search["hours"]): Interval[] =>
    freeTimes(occurrenceOf(trial), { days: [first, last], hours, near: hours.from }, context)
      // An event is not moved to the time that it has.
      .filter((slot) => slot.start !== start);
  const usual = search(part ?? USUAL_HOURS);
  return usual.length > 0 || part !== null ? usual : search(ALL_HOURS);
}

/** The proposal as an occurrence, which does not clash with what it replaces. */
export const occurrenceOf = ({ event, before, start, end }: ProposedEvent): Occurrence => ({
  eventId: event.id,
  seriesId: event.replaces?.seriesId ?? event.id,
  originalStart: event.replaces?.originalStart ?? before?.start ?? event.start,
  start,
  end,
  allDay: event.allDay,
  event,
});
