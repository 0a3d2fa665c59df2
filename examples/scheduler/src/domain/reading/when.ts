import { type Day, type Days, isBefore, onOrAfter, type Part, type Time, timeText } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import { minutesOfTime } from "../planning/conflicts.ts";
import type { Request } from "../request.ts";
import { settle, settleEnd } from "./halves.ts";
import { isDenied, isExcept, isTo, isUntil, type Pieces, type ReadContext } from "./pieces.ts";
import { limited, movedRule, withSeries, type Writable } from "./repeat.ts";

/** Text that tells the half of the day, and the start of the event that is changed, in minutes since midnight. */
export interface WhenHint {
  readonly text: string;
  readonly near: number | null;
}

const BEGINS = /^(?:from|starting|beginning|as of|since)/u;
const isWeekdayOnly = ({ weekday, text, kind }: Days): boolean =>
  weekday !== null && (kind !== "day" || !/\d|\b(?:this|next)\b/iu.test(text));
const asDate = (date: Day | null): string | null => date?.toString() ?? null;
const dateOf = (text: string): Day => Temporal.PlainDate.from(text);

/**
 * Gives a request the days, times and repetition of the pieces, and returns the pieces that found no use. What they do not name stays, so
 * that a correction changes its part only.
 */
export function withWhen(
  old: Request,
  pieces: Pieces,
  context: ReadContext,
  hint: WhenHint,
): { readonly request: Request; readonly unused: readonly Part[] } {
  const request: Writable = structuredClone(old);
  const { days, times, repeat, lengths, today } = pieces;
  const zone = context.calendar.household.timeZone;
  const now = Temporal.Instant.from(context.now).toZonedDateTimeISO(zone);
  const isSeries = repeat !== null || old.repeat !== null;
  const isLimit = (each: Days): boolean =>
    isSeries && (isUntil(each) || (repeat !== null && /^(?:before|to)$/u.test(each.role)));
  // A day that is denied has a use in a series only, and "daily until Friday" or "except Fridays" can mean each Friday.
  const isVague = (each: Days): boolean =>
    isExcept(each) ? !isSeries || isWeekdayOnly(each) : isLimit(each) && isWeekdayOnly(each);
  const used = days.filter((each) => !isVague(each));
  const [limits, excepted] = [used.filter(isLimit), used.filter(isExcept)];
  const own = days.filter((each) => !isLimit(each) && !isExcept(each));
  const named = daysOf(own, old, today);
  const [, second] = own;
  // "Friday 5pm to Saturday 10am": the second time belongs to the second day.
  const isOver = second !== undefined && named.lastDay !== null && times.length === 2;
  const spans = isOver && times.findIndex(({ at }) => at > second.at) === 1;
  const time = timesOf(spans ? times.map(untilSecond) : times, pieces, context, { ...hint, spans });
  const unused: Part[] = [...named.unused, ...days.filter(isVague), ...time.unused];
  // "In December" begins a series, or is all of it.
  const isSpan =
    repeat === null && old.repeat !== null && own.some(({ kind, role }) => kind !== "day" && !BEGINS.test(role));
  if (isSpan) unused.push(...own);
  else if (own.length > 0)
    withDays(request, old, { ...named, isFrom: BEGINS.test(own[0]?.role ?? ""), isNew: repeat !== null });
  for (const { problem, assumed } of days.filter((each) => !unused.includes(each)))
    (problem === null ? request.assumed : request.problems).push(...[problem ?? assumed ?? []].flat());
  withTime(request, old, time, pieces);
  const hasNoTime = request.start === null && old.start === null && request.day !== null;
  // "Tuesday to Thursday in the morning" and "an hour, Tuesday to Thursday" search the days.
  const isShort = pieces.part !== null || time.window !== null || (lengths.minutes ?? 1440) < 1440;
  if (hasNoTime && !isSeries && request.eventType !== "query" && named.lastDay !== null && isShort) request.open = true;
  const isWhole = hasNoTime && named.lastDay !== null && !named.search && !request.open && times.length === 0;
  if (pieces.allDay || isWhole)
    Object.assign(request, { allDay: true, start: null, end: null, minutes: null, part: null, open: false });
  if (pieces.open && !isSeries) request.open = true;
  if (repeat !== null) {
    const [start] = own;
    // "From January" is the time of the first day, and "3 January" the first day itself.
    const isFrom = start !== undefined && BEGINS.test(start.role);
    const isAhead = old.day !== null && isBefore(today.add({ days: 7 }), dateOf(old.day));
    const kept = old.day !== null && (!repeat.isDated || isAhead) ? dateOf(old.day) : null;
    const from = isFrom ? start.first : start?.kind === "day" ? named.day : kept;
    if (start !== undefined && start.kind !== "day" && !isFrom) unused.push(start);
    withSeries(request, repeat, { from, isExact: !isFrom && start !== undefined, limits, excepted, now });
  } else if (request.repeat !== null && limits.length + excepted.length > 0)
    request.repeat = limited(request.repeat, limits, excepted, { allDay: request.allDay, zone });
  if (lengths.longer !== null) withLonger(request, lengths.longer);
  if (lengths.shift !== null) withShift(request, lengths.shift);
  return { request, unused };
}

const untilSecond = (time: Time, index: number): Time => (index === 1 ? { ...time, role: "until" } : time);

/** Gives a request its days; a series keeps its weekday when it only begins later. */
function withDays(
  request: Writable,
  old: Request,
  named: ReturnType<typeof daysOf> & { readonly isFrom: boolean; readonly isNew: boolean },
): void {
  const { day, lastDay, search, isFrom, isNew } = named;
  const sameWeekday = (from: Day): Day => (old.day === null ? from : onOrAfter(dateOf(old.day).dayOfWeek, from));
  Object.assign(request, { day: asDate(day), lastDay: asDate(lastDay), open: search && old.start === null });
  // "Make it next week" keeps the weekday.
  if (search && day !== null && lastDay !== null && old.day !== null && old.start !== null)
    Object.assign(request, {
      day: asDate(isBefore(lastDay, sameWeekday(day)) ? day : sameWeekday(day)),
      lastDay: null,
    });
  request.assumed = request.assumed.filter((note) => !old.assumed.includes(note) || !/^"|the first one/u.test(note));
  if (old.repeat === null || isNew || day === null || old.day === null) return;
  // "Starting in January" keeps the weekday, and "on Tuesday" changes it.
  const first = isFrom && /FREQ=WEEKLY/u.test(old.repeat.rule) ? sameWeekday(day) : day;
  const repeat = movedRule(old.repeat, first, old.day);
  Object.assign(request, { day: asDate(first), lastDay: null, open: false, repeat });
}

/** First and last day, and whether they are to be searched. */
function daysOf(own: readonly Days[], { day: old }: Request, today: Day) {
  const [first, second, ...more] = own;
  const none = { day: null as Day | null, lastDay: null as Day | null, search: false, unused: more as readonly Part[] };
  if (first === undefined || first.problem !== null) return none;
  const { role, kind } = first;
  const one = { ...none, day: first.first, lastDay: kind === "day" ? null : first.last, search: kind === "span" };
  if (second !== undefined) {
    if (kind !== "day" || second.kind !== "day" || !isTo(second)) return { ...one, unused: [second, ...more] };
    // "18th to the 3rd" ends in the next month, "Friday to Sunday" in the week of its start.
    const isLater = !isBefore(second.first, first.first);
    const next = second.weekday === null ? second.first.add({ months: 1 }) : onOrAfter(second.weekday, first.first);
    return { ...one, lastDay: isLater ? second.first : next };
  }
  if (isUntil(first))
    return old === null ? { ...none, unused: [first] } : { ...none, day: dateOf(old), lastDay: first.last };
  if (/^(?:before|by|within)$/u.test(role)) {
    const lastDay = role === "before" ? first.first.subtract({ days: 1 }) : first.last;
    return { ...none, day: today, lastDay, search: true };
  }
  if (role === "after")
    return { ...none, day: first.last.add({ days: 1 }), lastDay: first.last.add({ days: 7 }), search: true };
  return one;
}

const isEnd = ({ role, end }: Time): boolean => end === null && /^(?:until|till?|to|end|finish)/u.test(role);

/** Start and end, or the window to search, among the named times of day. */
function timesOf(
  times: readonly Time[],
  { part }: Pieces,
  { calendar: { household } }: ReadContext,
  { text, near, spans }: WhenHint & { readonly spans: boolean },
) {
  // "At the stadium by 9:45" begins then; "move it by 9:45" searches.
  const isWindow = ({ role }: Time): boolean =>
    /^(?:after|before|since|past)$/u.test(role) || (near !== null && role === "by");
  const [one, ...others] = times.filter((time) => !isWindow(time) && !isEnd(time) && !isDenied(time));
  const [last, ...ends] = times.filter(isEnd);
  const [bound, ...bounds] = times.filter(isWindow);
  const hint = { text, near, part, household };
  const end = one?.end ?? last?.start ?? null;
  const start = one === undefined ? null : settle(one.start, spans ? null : end, hint);
  const until = end && (spans ? settle(end, null, hint).minutes : settleEnd(end, start?.minutes ?? near ?? 0));
  const settled = start !== null || bound === undefined ? null : settle(bound.start, null, hint);
  const from = minutesOfTime(household.wakingHours.start);
  const to = Math.max(minutesOfTime(household.wakingHours.end), (settled?.minutes ?? 0) + 60);
  const { minutes } = settled ?? { minutes: 0 };
  return {
    start: start?.minutes ?? null,
    end: until,
    window:
      settled === null ? null : bound?.role.startsWith("b") === true ? { from, to: minutes } : { from: minutes, to },
    assumed: [
      ...(one?.role === "by" && start !== null ? [`by ${timeText(start.minutes)} as the start`] : []),
      ...[start, settled].flatMap((each) => each?.assumed ?? []),
    ],
    open: start?.open === true || settled?.open === true,
    unused: [
      ...times.filter(isDenied),
      ...others,
      ...ends,
      ...bounds,
      ...((one?.end ?? null) !== null && last !== undefined ? [last] : []),
      ...(start === null || bound === undefined ? [] : [bound]),
    ],
  };
}

/** Gives a request its time of day, a part of the day, or a length. */
function withTime(
  request: Writable,
  old: Request,
  time: ReturnType<typeof timesOf>,
  { lengths, ...pieces }: Pieces,
): void {
  const { start, end, window, assumed, open } = time;
  const part = window ?? (start === null ? pieces.part : null);
  const halves = part !== null && old.missing.includes("half") && old.start !== null;
  if (pieces.times.length > 0 || halves) {
    request.missing = request.missing.filter((each) => each !== "half");
    request.assumed = request.assumed.filter((note) => !/^\d\d:\d\d, not/u.test(note));
  }
  request.assumed.push(...assumed);
  if (open) request.missing.push("half");
  const length = old.start === null || old.end === null ? null : old.end - old.start;
  if (start !== null) {
    const until = end ?? (length === null ? null : start + length);
    const minutes = end === null ? old.minutes : null;
    Object.assign(request, { start, end: until, minutes, shift: null, allDay: false, part: null, open: false });
  } else if (end !== null) Object.assign(request, { end, minutes: null });
  else if (halves && old.start !== null) {
    const from = (old.start % 720) + (part.from >= 720 ? 720 : 0);
    Object.assign(request, { start: from, end: length === null ? null : from + length });
  } else if (part !== null) Object.assign(request, { part, start: null, end: null });
  if (lengths.minutes !== null) Object.assign(request, { minutes: lengths.minutes, end: null });
}

/** Makes an event longer by minutes. */
function withLonger(request: Writable, minutes: number): void {
  if (request.eventType === "modify") request.longer = (request.longer ?? 0) + minutes;
  else if (request.end !== null) request.end += minutes;
  else if (request.allDay && minutes % 1440 === 0 && request.day !== null)
    request.lastDay = dateOf(request.lastDay ?? request.day)
      .add({ days: minutes / 1440 })
      .toString();
  else if (request.allDay || (request.minutes ?? 60) + minutes < 1)
    request.problems.push("Its length cannot change by that much.");
  else request.minutes = (request.minutes ?? 60) + minutes;
}

/** Moves the start by minutes, from where the request has it, or from where the changed event is. */
function withShift(request: Writable, shift: number): void {
  const later = (day: string): string =>
    dateOf(day)
      .add({ days: shift / 1440 })
      .toString();
  if (shift % 1440 === 0 && request.day !== null) {
    if (request.repeat !== null) request.repeat = movedRule(request.repeat, dateOf(later(request.day)), request.day);
    Object.assign(request, { day: later(request.day), lastDay: request.lastDay && later(request.lastDay) });
  } else if (request.start === null && request.eventType === "modify") request.shift = (request.shift ?? 0) + shift;
  else if (request.start === null || request.start + shift < 0 || request.start + shift >= 1440)
    request.problems.push("It has no time of day that could be moved by that much.");
  else Object.assign(request, { start: request.start + shift, end: request.end === null ? null : request.end + shift });
}
