import { eventSpan, intervalOf, type Span, timetableOf } from "../free-busy.ts";
import { localClock } from "../free-busy-clock.ts";
import { minutesOfTime } from "../household.ts";
import type { ProposedEvent, TimeSlot } from "../outputs.ts";
import type { Request } from "../request.ts";
import { type CheckContext, clashesAt, isInTheWay } from "./conflicts.ts";
import { canMove, draft, draftAt } from "./draft.ts";
import { DEFAULT_MINUTES, isOpen } from "./event-times.ts";

const MINUTE = 60_000;

/** Maximum numbers of times to offer, and to find. */
const MAX_SLOTS = 5;
const MAX_FOUND = 15;
/** Number of days to search if the request names none, and next to a stated time. */
const SEARCH_DAYS = { open: 14, stated: 7 };
const STEP_MINUTES = 30;

const slotOf = (span: Span): TimeSlot => {
  const { start, end } = intervalOf(span);
  return { startTime: start, endTime: end };
};

/**
 * Finds up to five times for a request, best first.
 *
 * A stated time comes first, whatever is at that time, and is followed by free times of the same week. If the time is open, the named
 * days (14 by default) are searched every 30 minutes within waking hours. A cancellation has the time of its event; a series has
 * only its stated time.
 */
export function findTimes(request: Request, context: CheckContext): TimeSlot[] {
  const { now, calendar } = context;
  const from = Date.parse(now);
  const length = (request.minutes ?? DEFAULT_MINUTES) * MINUTE;
  const entry = { ...context, eventId: "candidate", createdBy: "household", revision: 0 };
  // A new event at an open time has only its length.
  const trial = draft(request, entry) ?? draftAt(request, slotOf({ start: from, end: from + length }), entry);
  if (trial === null) return [];
  const asked = { startTime: trial.startTime, endTime: trial.endTime };
  if (!canMove(request, trial)) return [asked];
  const free = freeTimes(request, trial, context);
  if (isOpen(request)) return free.slice(0, MAX_SLOTS);
  const present = trial.before === null ? null : intervalOf(eventSpan(trial.before, calendar.household)).start;
  const others = free.filter(({ startTime }) => startTime !== asked.startTime && startTime !== present);
  return [asked, ...others].slice(0, MAX_SLOTS);
}

/** Free times within the days of the request, earliest first; the best one or two of each day. */
function freeTimes(request: Request, trial: ProposedEvent, { calendar, now }: CheckContext): TimeSlot[] {
  const { household } = calendar;
  const clock = localClock(household.timeZone);
  const [wanted, end] = [Date.parse(trial.startTime), Date.parse(trial.endTime)];
  const length = end - wanted;
  const today = clock.dayOf(Date.parse(now));
  const first = request.day ?? (request.eventType === "modify" ? clock.dayOf(wanted) : today);
  const days = !isOpen(request) ? SEARCH_DAYS.stated : request.day === null && request.open ? SEARCH_DAYS.open : 1;
  const last = request.lastDay ?? clock.addDays(first, days - 1);
  const timetable = timetableOf(calendar, { start: clock.at(first, 0), end: clock.at(last, 1440) + length });
  const isFree = (span: Span): boolean =>
    span.start > Date.parse(now) &&
    !clashesAt({ occurrence: occurrenceOf(trial), ...span }, timetable).some(isInTheWay);

  const from = Math.max(minutesOfTime(household.wakingHours.start), request.part?.from ?? 0);
  const until = Math.min(minutesOfTime(household.wakingHours.end), request.part?.to ?? 1440) - length / MINUTE;
  const starts = Array.from({ length: 1440 / STEP_MINUTES }, (_, index) => index * STEP_MINUTES).filter(
    (start) => start >= from && start <= until,
  );
  // A stated time of day is kept as far as possible.
  const target = request.start === null ? from : clock.minutesOf(wanted);
  const nearest = starts.toSorted((one, two) => Math.abs(one - target) - Math.abs(two - target));
  const found: Span[] = [];
  let day = first < today ? today : first;
  for (; day <= last && found.length < MAX_FOUND; day = clock.addDays(day, 1)) {
    const spans = nearest.map((minutes) => clock.at(day, minutes)).map((start) => ({ start, end: start + length }));
    const [best, ...rest] = spans.filter(isFree);
    if (best === undefined) continue;
    const other = rest.find(({ start }) => Math.abs(start - best.start) >= 60 * MINUTE);
    found.push(best, ...(other === undefined ? [] : [other]));
  }
  return found.toSorted((one, other) => one.start - other.start).map(slotOf);
}

/** The proposal as an occurrence, which does not clash with what it replaces. */
const occurrenceOf = ({ event, before, startTime, endTime }: ProposedEvent) => ({
  eventId: event.id,
  seriesId: event.replaces?.seriesId ?? event.id,
  originalStart: event.replaces?.originalStart ?? before?.start ?? event.start,
  start: startTime,
  end: endTime,
  allDay: event.allDay,
  event,
});
