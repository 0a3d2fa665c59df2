import { Temporal } from "temporal-polyfill";
import { minutesOfTime } from "../planning/conflicts.ts";
import type { Request } from "../request.ts";
import { type Day, type Days, EXCEPT, isBefore, isTo, onOrAfter, UNTIL } from "./days.ts";
import type { Pieces, ReadContext } from "./pieces.ts";
import { limited, movedRule, withSeries, type Writable } from "./series.ts";
import type { Part } from "./sheet.ts";
import { settle, settleEnd, type Time, timeText } from "./times.ts";

/** Text that tells the half of the day, and the start of the event that is changed, in minutes since midnight. */
export interface WhenHint {
  readonly text: string;
  readonly near: number | null;
}

const FINDS = /^\W*(?:please )?(?:find|look for)\b/iu;
const BEGINS = /^(?:from|starting|beginning|as of|since)/u;
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
  const isSeries = repeat !== null || old.repeat !== null;
  const isLimit = ({ role }: Days): boolean =>
    isSeries && (UNTIL.test(role) || (repeat !== null && /^(?:before|to)$/u.test(role)));
  // A day that is denied has a use in a series only.
  const [limits, denied] = [days.filter(isLimit), days.filter(({ role }) => EXCEPT.test(role))];
  const own = days.filter((each) => !isLimit(each) && !denied.includes(each));
  const named = daysOf(own, times, old, today);
  const unused = [...named.unused, ...(isSeries ? [] : denied)];
  if (own.length > 0) withDays(request, old, { ...named, role: own[0]?.role ?? "", isNew: repeat !== null });
  for (const { problem, assumed } of days.filter((each) => !unused.includes(each) && each !== named.adjusted)) {
    if (problem !== null) request.problems.push(problem);
    else if (assumed !== null) request.assumed.push(assumed);
  }
  const time = timesOf(times, pieces, context, { ...hint, endsLater: named.endsLater });
  unused.push(...time.unused);
  if (times.length > 0) {
    request.missing = request.missing.filter((part) => part !== "half");
    request.assumed = request.assumed.filter((note) => !/^\d\d:\d\d, not/u.test(note));
  }
  request.assumed.push(...time.assumed);
  if (time.open) request.missing.push("half");
  if (time.start !== null) {
    const length = old.start === null || old.end === null ? null : old.end - old.start;
    const end = time.end ?? (length === null ? null : time.start + length);
    const minutes = time.end === null ? old.minutes : null;
    Object.assign(request, { start: time.start, end, minutes, allDay: false, part: null, open: false });
  } else if (time.end !== null) Object.assign(request, { end: time.end, minutes: null });
  const part = time.window ?? (time.start === null ? pieces.part : null);
  if (part !== null && old.missing.includes("half") && old.start !== null) {
    const half = part.from >= 720 ? 720 : 0;
    Object.assign(request, { start: (old.start % 720) + half, end: old.end === null ? null : (old.end % 720) + half });
    request.missing = request.missing.filter((each) => each !== "half");
  } else if (part !== null) Object.assign(request, { part, start: null, end: null });
  if (lengths.minutes !== null) Object.assign(request, { minutes: lengths.minutes, end: null });
  const hasNoTime = request.start === null && old.start === null && request.day !== null;
  // "Find half an hour, Monday to Wednesday, after 8 pm" and "Tuesday to Thursday in the morning" search the days.
  const isSearch =
    FINDS.test(hint.text) || (named.lastDay !== null && (part !== null || (lengths.minutes ?? 1440) < 1440));
  if (hasNoTime && isSearch && !isSeries && request.eventType !== "query") request.open = true;
  const isWhole = hasNoTime && named.lastDay !== null && !named.search && !request.open && times.length === 0;
  if (pieces.allDay || isWhole)
    Object.assign(request, { allDay: true, start: null, end: null, minutes: null, part: null, open: false });
  if (pieces.open) request.open = true;
  const zone = context.calendar.household.timeZone;
  if (repeat !== null) {
    const [start] = own;
    // "From January" is the time of the first day, and "3 January" the first day itself.
    const isFrom = start !== undefined && BEGINS.test(start.role);
    const isOpen = repeat.weekdays.length === 0 && repeat.monthDay === null;
    const isAhead = old.day !== null && isBefore(today.add({ days: 7 }), dateOf(old.day));
    const kept = old.day !== null && (isOpen || isAhead) ? dateOf(old.day) : null;
    const from = isFrom ? start.first : start?.kind === "day" ? named.day : kept;
    if (start !== undefined && start.kind !== "day" && !isFrom) unused.push(start);
    withSeries(request, repeat, { from, isExact: !isFrom && start !== undefined, limits, excepted: denied }, context);
  } else if (request.repeat !== null && limits.length + denied.length > 0)
    request.repeat = limited(request.repeat, limits, denied, { allDay: request.allDay, zone });
  if (lengths.longer !== null) withLonger(request, lengths.longer);
  if (lengths.shift !== null) withShift(request, lengths.shift);
  return { request, unused };
}

/** Gives a request its days; a series keeps its weekday when it only begins later. */
function withDays(
  request: Writable,
  old: Request,
  { day, lastDay, search, role, isNew }: ReturnType<typeof daysOf> & { readonly role: string; readonly isNew: boolean },
): void {
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
  const first = BEGINS.test(role) && /FREQ=WEEKLY/u.test(old.repeat.rule) ? sameWeekday(day) : day;
  const repeat = movedRule(old.repeat, first, old.day);
  Object.assign(request, { day: asDate(first), lastDay: null, open: false, repeat });
}

/** First and last day, and whether they are to be searched. */
function daysOf(own: readonly Days[], times: readonly Time[], { day: old }: Request, today: Day) {
  const [first, second, ...more] = own;
  const none = {
    day: null as Day | null,
    lastDay: null as Day | null,
    search: false,
    endsLater: null as Days | null,
    /** A second day that was moved behind the first. */
    adjusted: null as Days | null,
    unused: more as readonly Part[],
  };
  if (first === undefined || first.problem !== null) return none;
  const { role, kind } = first;
  if (second === undefined && UNTIL.test(role))
    return old === null ? { ...none, unused: [first] } : { ...none, day: dateOf(old), lastDay: first.last };
  if (second === undefined && /^(?:before|by|within)$/u.test(role))
    return {
      ...none,
      day: today,
      lastDay: role === "before" ? first.first.subtract({ days: 1 }) : first.last,
      search: true,
    };
  if (second === undefined && role === "after")
    return { ...none, day: first.last.add({ days: 1 }), lastDay: first.last.add({ days: 7 }), search: true };
  const one = { ...none, day: first.first, lastDay: kind === "day" ? null : first.last, search: kind === "span" };
  if (second === undefined) return one;
  if (kind !== "day" || second.kind !== "day" || !isTo(second)) return { ...one, unused: [second, ...more] };
  // "18th to the 3rd" ends in the next month, "Friday to Sunday" in the week of its start.
  const isLater = !isBefore(second.first, first.first);
  const next = second.weekday === null ? second.first.add({ months: 1 }) : onOrAfter(second.weekday, first.first);
  const endsLater = times.some(({ at }) => at > second.at) ? second : null;
  return { ...one, lastDay: isLater ? second.first : next, adjusted: isLater ? null : second, endsLater };
}

const isDenied = ({ role }: Time): boolean => /^(?:not|instead)/u.test(role);

/** Start and end, or the window to search, among the named times of day. */
function timesOf(
  times: readonly Time[],
  { part }: Pieces,
  { calendar: { household } }: ReadContext,
  { text, near, endsLater }: WhenHint & { readonly endsLater: Days | null },
) {
  // "Friday 5pm to Saturday 10am": a time after the second day belongs to it.
  const roleOf = ({ at, role }: Time): string =>
    endsLater !== null && at > endsLater.at && times.some((each) => each.at < endsLater.at) ? "until" : role;
  // "At the stadium by 9:45" begins then; "move it by 9:45" searches.
  const isWindow = (time: Time): boolean =>
    (near === null ? /^(?:after|before|since|past)$/u : /^(?:after|before|by|since|past)$/u).test(roleOf(time));
  const isEnd = (time: Time): boolean => time.end === null && /^(?:until|till?|to|end|finish)/u.test(roleOf(time));
  const [one, ...others] = times.filter((time) => !isWindow(time) && !isEnd(time) && !isDenied(time));
  const [last, ...ends] = times.filter(isEnd);
  const [bound, ...bounds] = times.filter(isWindow);
  const hint = { text, near, part, household };
  const end = one?.end ?? last?.start ?? null;
  const start = one === undefined ? null : settle(one.start, endsLater === null ? end : null, hint);
  const settled = start !== null || bound === undefined ? null : settle(bound.start, null, hint);
  const lone =
    end === null
      ? null
      : endsLater === null
        ? settleEnd(end, start?.minutes ?? near ?? 0)
        : settle(end, null, hint).minutes;
  const { wakingHours } = household;
  return {
    start: start?.minutes ?? null,
    end: lone,
    window:
      settled === null
        ? null
        : /^(?:before|by)$/u.test(bound?.role ?? "")
          ? { from: minutesOfTime(wakingHours.start), to: settled.minutes }
          : { from: settled.minutes, to: Math.max(minutesOfTime(wakingHours.end), settled.minutes + 60) },
    assumed: [
      ...(one?.role === "by" && start !== null ? [`by ${timeText(start.minutes)} as the start`] : []),
      ...[start, settled].flatMap((each) => each?.assumed ?? []),
    ],
    open: start?.open === true || settled?.open === true,
    unused: [
      ...times.filter(isDenied),
      ...others,
      ...(one?.end !== undefined && one.end !== null && last !== undefined ? [last] : []),
      ...ends,
      ...(start === null || bound === undefined ? [] : [bound]),
      ...bounds,
    ],
  };
}

/** Makes an event longer by minutes, or by days if it takes whole days. */
function withLonger(request: Writable, minutes: number): void {
  if (request.eventType === "modify") request.longer = (request.longer ?? 0) + minutes;
  else if (request.allDay && minutes % 1440 === 0 && request.day !== null)
    request.lastDay = Temporal.PlainDate.from(request.lastDay ?? request.day)
      .add({ days: minutes / 1440 })
      .toString();
  else if (request.end !== null) request.end += minutes;
  else if ((request.minutes ?? 60) + minutes < 1) request.problems.push("It is not long enough for that.");
  else request.minutes = (request.minutes ?? 60) + minutes;
}

/** Moves the start by minutes, from where the request has it, or from where the changed event is. */
function withShift(request: Writable, shift: number): void {
  if (shift % 1440 === 0 && request.day !== null) {
    const day = Temporal.PlainDate.from(request.day).add({ days: shift / 1440 });
    if (request.repeat !== null) request.repeat = movedRule(request.repeat, day, request.day);
    if (request.lastDay !== null)
      request.lastDay = Temporal.PlainDate.from(request.lastDay)
        .add({ days: shift / 1440 })
        .toString();
    request.day = day.toString();
  } else if (request.start === null && request.eventType === "modify") request.shift = (request.shift ?? 0) + shift;
  else if (request.start === null || request.start + shift < 0 || request.start + shift >= 1440)
    request.problems.push("It has no time of day that could be moved by that much.");
  else Object.assign(request, { start: request.start + shift, end: request.end === null ? null : request.end + shift });
}
