import { formatSpan } from "../format.ts";
import { eventSpan, intervalOf, type Span, timetableOf } from "../free-busy.ts";
import { localClock } from "../free-busy-clock.ts";
import type { Interval } from "../interval.ts";
import type { ProposedEvent, SchedulingData, TimeSlot } from "../outputs.ts";
import type { Request } from "../request.ts";
import { type CheckContext, memberName, minutesOfTime, resourceOf, usesWithin } from "./conflicts.ts";
import { changesTime, DEFAULT_MINUTES, draft, statedTime } from "./draft.ts";
import { isSeries } from "./series.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;

/** Maximum number of times to offer. */
const MAX_SLOTS = 5;
/** Number of days to search if the request names none. */
const SEARCH_DAYS = 14;
const STEP_MINUTES = 30;

const result = (candidateTimes: TimeSlot[]): SchedulingData => ({
  candidateTimes,
  recommendedTime: candidateTimes[0]?.startTime ?? null,
});
const plain = ({ start, end }: Interval): TimeSlot => ({
  startTime: start,
  endTime: end,
  score: 1,
  availableParticipants: [],
  constraintViolations: [],
});

/**
 * Finds up to five times for a request, best first.
 *
 * A stated time comes first, whatever stands against it, and is followed by free times of the same week. If the time is open, the named
 * days (14 by default) are searched every 30 minutes within waking hours. A cancellation has the time of its event; a series has
 * only its stated time.
 */
export function findCandidateSlots(request: Request, context: CheckContext): SchedulingData {
  const { calendar, now } = context;
  const stated = request.eventType === "create" ? statedTime(request, calendar.household.timeZone) : null;
  const isOpen = request.open || request.part !== null;
  const trial = draft(request, {
    calendar,
    now,
    slot: stated ?? (request.eventType === "create" ? placeholder(request, context) : null),
    eventId: "candidate",
    createdBy: "household",
  });
  if (trial === null) return result([]);
  const asked = { start: trial.startTime, end: trial.endTime };
  if (
    request.eventType === "cancel" ||
    !changesTime(request) ||
    trial.event.allDay ||
    isSeries(trial.event) ||
    trial.changes.length > 1
  )
    return result([plain(asked)]);
  const free = freeTimes(request, trial, context);
  if (isOpen) return result(free.slice(0, MAX_SLOTS));
  const present = trial.before === null ? null : intervalOf(eventSpan(trial.before, calendar.household)).start;
  const first = judged(spanOf(asked), trial, context);
  return result(
    [
      first,
      ...free.filter(({ startTime, score }) => startTime !== asked.start && startTime !== present && score >= 0.5),
    ].slice(0, MAX_SLOTS),
  );
}

const spanOf = ({ start, end }: Interval): Span => ({ start: Date.parse(start), end: Date.parse(end) });

/** Any time of the right length, for a request that leaves its time open. */
function placeholder({ minutes, open, part }: Request, { now }: CheckContext): Interval | null {
  const start = Date.parse(now);
  return open || part !== null ? intervalOf({ start, end: start + (minutes ?? DEFAULT_MINUTES) * MINUTE }) : null;
}

/** A time with its score and what stands against it. */
function judged(span: Span, { event }: Pick<ProposedEvent, "event">, { calendar, now }: CheckContext): TimeSlot {
  const { household } = calendar;
  const wording = { timeZone: household.timeZone, now };
  const timetable = timetableOf(calendar, { start: span.start - DAY, end: span.end + DAY });
  const others = timetable
    .overlapping(span)
    .filter(({ occurrence }) => occurrence.eventId !== event.id && !occurrence.allDay);
  const busy = event.participants.filter((id) =>
    others.some(({ occurrence }) => occurrence.event.participants.includes(id)),
  );
  const taken = event.resources.filter(
    (id) => usesWithin(span, id, timetable).peak >= resourceOf(household, id).capacity,
  );
  const when = formatSpan(intervalOf(span), wording);
  const violations = [
    ...busy.map((id) => `${memberName(household, id)} is busy ${when}.`),
    ...taken.map((id) => `${resourceOf(household, id).name} is taken ${when}.`),
  ];
  const { start, end } = intervalOf(span);
  return {
    startTime: start,
    endTime: end,
    score: busy.length + taken.length > 0 ? 0.3 : 1,
    availableParticipants: event.participants.filter((id) => !busy.includes(id)),
    constraintViolations: violations,
  };
}

/** Free times within the days of the request, the earliest and best first; at most two on a day. */
function freeTimes(request: Request, trial: ProposedEvent, context: CheckContext): TimeSlot[] {
  const { household } = context.calendar;
  const now = Date.parse(context.now);
  const clock = localClock(household.timeZone);
  const length = Date.parse(trial.endTime) - Date.parse(trial.startTime);
  const today = clock.dayOf(now);
  const first = request.day ?? (request.eventType === "modify" ? clock.dayOf(Date.parse(trial.startTime)) : today);
  const isOpen = request.open || request.part !== null;
  const ahead = request.open && request.day === null ? SEARCH_DAYS - 1 : isOpen ? 0 : 6;
  const last = request.lastDay ?? clock.addDays(first, ahead);
  const from = Math.max(minutesOfTime(household.wakingHours.start), request.part?.from ?? 0);
  const to = Math.min(minutesOfTime(household.wakingHours.end), request.part?.to ?? 1440);
  const earliest = Math.ceil(from / STEP_MINUTES) * STEP_MINUTES;
  const count = Math.max(0, Math.floor((to - length / MINUTE - earliest) / STEP_MINUTES) + 1);
  const starts = Array.from({ length: count }, (_, index) => earliest + index * STEP_MINUTES);
  const wanted = clock.minutesOf(Date.parse(trial.startTime));
  // A stated time of day is kept as far as possible.
  const nearest =
    request.start === null ? starts : starts.toSorted((one, two) => Math.abs(one - wanted) - Math.abs(two - wanted));
  const found: TimeSlot[] = [];
  let day = first < today ? today : first;
  for (; day <= last && found.length < 3 * MAX_SLOTS; day = clock.addDays(day, 1)) {
    const free = nearest
      .map((minutes) => clock.at(day, minutes))
      .filter((start) => start > now)
      .map((start) => judged({ start, end: start + length }, trial, context))
      .filter(({ score }) => score > 0.3);
    const [one] = free;
    if (one === undefined) continue;
    const isFar = ({ startTime }: TimeSlot): boolean =>
      Math.abs(Date.parse(startTime) - Date.parse(one.startTime)) >= 60 * MINUTE;
    found.push(one, ...free.filter(isFar).slice(0, 1));
  }
  return found.toSorted((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime));
}
