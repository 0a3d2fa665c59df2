import {
  type Clock,
  type Day,
  type Days,
  isBefore,
  onOrAfter,
  type Part,
  type Time,
  timeText,
} from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import { type Household, minutesOfTime } from "../household.ts";
import type { Request } from "../request.ts";
import { isDenied, isExcept, isTo, isUntil, type Pieces, type ReadContext } from "./pieces.ts";
import { endingWith, isWaiting, limitOf, onWeekdayOf, resumed, untilOf, withSeries, type Writable } from "./repeat.ts";

/** Text that tells the half of the day, and the start of the event that is changed, in minutes since midnight. */
export interface WhenHint {
  readonly text: string;
  readonly near: number | null;
}

const BEGINS = /^(?:from|starting|beginning|as of|since)/u;
export const isWeekdayOnly = ({ weekday, text, kind }: Days): boolean =>
  weekday !== null && (kind !== "day" || !/\d|\b(?:this|next)\b/iu.test(text));
const dateOf = (text: string): Day => Temporal.PlainDate.from(text);

/**
 * Gives a request the days, times and repetition of the pieces, and returns the pieces that found no use. What they do not name stays, so
 * that a correction changes its part only.
 */
export function withWhen(
  old: Request,
  pieces: Pieces,
  { calendar: { household }, now: instant }: ReadContext,
  hint: WhenHint,
): { readonly request: Request; readonly unused: readonly Part[] } {
  const request: Writable = structuredClone(old);
  const { days, times, lengths, today } = pieces;
  const isAnswer = isWaiting(old) && (days.length > 0 || pieces.repeat !== null);
  // "Starting in January" of a series moves its begin.
  const [begin, ...more] = days;
  const begins = old.eventType === "create" && begin !== undefined && more.length === 0 && BEGINS.test(begin.role);
  const isResumed = old.repeat !== null && (isAnswer || (begins && pieces.repeat === null));
  const repeat = isResumed && old.repeat !== null ? resumed(old.repeat, pieces.repeat) : pieces.repeat;
  const isSeries = repeat !== null || old.repeat !== null;
  const isLimit = (each: Days): boolean =>
    isSeries && (isUntil(each) || (repeat !== null && /^(?:before|to)$/u.test(each.role)));
  // A day that is denied has a use in a series only, and "daily until Friday" or "except Fridays" can mean each Friday.
  const isVague = (each: Days): boolean =>
    isExcept(each) ? !isSeries || isWeekdayOnly(each) : isLimit(each) && isWeekdayOnly(each);
  const used = days.filter((each) => !isVague(each));
  const [limits, excepted] = [used.filter(isLimit), used.filter(isExcept)];
  const own = used.filter((each) => !isLimit(each) && !isExcept(each));
  const [start, second] = own;
  const isFrom = BEGINS.test(start?.role ?? "");
  const named = daysOf(own, old, today);
  // "Friday 5pm to Saturday 10am": the second time belongs to the second day.
  const spans = second !== undefined && named.lastDay !== null && times.findIndex(({ at }) => at > second.at) === 1;
  const time = timesOf(times, pieces, household, { ...hint, spans });
  const unused: Part[] = [...named.unused, ...days.filter(isVague), ...time.unused];
  // A series is not moved, and "in December" begins a new one, or is all of it.
  const isWhole = isSeries && own.some(({ kind, role }) => kind !== "day" && !BEGINS.test(role));
  if (isWhole || (old.repeat !== null && repeat === null))
    unused.push(...own, ...(repeat === null ? [...excepted, ...limits.slice(1)] : []));
  else if (own.length > 0) withDays(request, old, named);
  for (const { problem, assumed } of days.filter((each) => !unused.includes(each)))
    (problem === null ? request.assumed : request.problems).push(...[problem ?? assumed ?? []].flat());
  withTime(request, old, time, pieces);
  // A time in a week or a month still lacks its day.
  if (named.open && !isSeries && old.day === null && request.start !== null) request.open = true;
  const hasNoTime = request.start === null && old.start === null && request.day !== null && named.lastDay !== null;
  // "Tuesday to Thursday in the morning" searches the days.
  const isShort = pieces.part !== null || time.window !== null;
  if (!isSeries && (pieces.open || (hasNoTime && isShort && request.eventType !== "query"))) request.open = true;
  if (pieces.allDay || (hasNoTime && !named.open && !request.open && times.length === 0))
    Object.assign(request, { allDay: true, start: null, end: null, minutes: null, part: null, open: false });
  if (repeat !== null) {
    const before = old.day === null ? null : dateOf(old.day);
    // "Every second week from January" keeps the weekday, or leaves it open until "Tuesdays" is said.
    const isMonth = isFrom && start?.kind === "span" && !repeat.isDated && !repeat.rule.startsWith("FREQ=DAILY");
    const isWeekday = isAnswer && pieces.repeat === null && start !== undefined && isWeekdayOnly(start);
    const weekday = isWeekday ? start.first : isMonth ? before : null;
    const isKept = before !== null && (!repeat.isDated || isBefore(today.add({ days: 7 }), before));
    let from = isMonth && weekday === null ? null : named.day;
    if (start === undefined) from = isKept ? before : null;
    if (isAnswer && (isWeekday || start === undefined)) from = before ?? today;
    withSeries(request, weekday === null ? repeat : onWeekdayOf(weekday, repeat), {
      from,
      isExact: !isFrom && !isWeekday && start !== undefined,
      limits,
      excepted,
      now: Temporal.Instant.from(instant).toZonedDateTimeISO(household.timeZone),
    });
  } else if (request.repeat !== null && limits[0] !== undefined) {
    request.repeat = endingWith(request.repeat, untilOf(limitOf(limits[0]), request.allDay, household.timeZone));
    request.assumed = request.assumed.filter((note) => !old.assumed.includes(note) || !isOfLimit(note, old));
  }
  // Other days of a series keep its end.
  const [end] = /(?:UNTIL|COUNT)=[^;]+/u.exec(old.repeat?.rule ?? "") ?? [];
  if (end !== undefined && request.repeat !== null && !/UNTIL|COUNT/u.test(request.repeat.rule))
    request.repeat = endingWith(request.repeat, end);
  if (lengths.longer !== null) withLonger(request, lengths.longer);
  if (lengths.shift !== null) withShift(request, lengths.shift);
  return { request, unused };
}

/** True for what was assumed of the end that a request had: "until Easter". */
const isOfLimit = (note: string, { repeat }: Request): boolean =>
  /UNTIL/u.test(repeat?.rule ?? "") && /^".*" as (?!.*, not )/u.test(note);

/** What was assumed of a day. */
const DAY_NOTE = /^".*" as (?:until |today\b|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )|the first one/u;

/** Gives a request its days. "Make it next week" keeps the weekday. */
function withDays(request: Writable, old: Request, { day, lastDay, open }: Named): void {
  request.assumed = request.assumed.filter((note) => !old.assumed.includes(note) || !DAY_NOTE.test(note));
  const keeps = old.day !== null && old.start !== null && open;
  const first = day !== null && old.day !== null && keeps ? onOrAfter(dateOf(old.day).dayOfWeek, day) : day;
  const last = keeps ? null : (lastDay?.toString() ?? null);
  Object.assign(request, { day: first?.toString() ?? null, lastDay: last, open: open && old.start === null });
}

/** First and last day, and whether they are to be searched. */
interface Named {
  readonly day: Day | null;
  readonly lastDay: Day | null;
  readonly open: boolean;
  readonly unused: readonly Part[];
}

function daysOf([first, second, ...more]: readonly Days[], { day: old }: Request, today: Day): Named {
  const none = { day: null, lastDay: null, open: false, unused: more };
  if (first === undefined || first.problem !== null) return none;
  const { role, kind } = first;
  const one = { ...none, day: first.first, lastDay: kind === "day" ? null : first.last, open: kind === "span" };
  if (second !== undefined) {
    if (kind !== "day" || second.kind !== "day" || !isTo(second)) return { ...one, unused: [second, ...more] };
    // "18th to the 3rd" ends in the next month, "Friday to Sunday" in the week of its start.
    const isLater = !isBefore(second.first, first.first);
    const next = second.weekday === null ? second.first.add({ months: 1 }) : onOrAfter(second.weekday, first.first);
    return { ...one, lastDay: isLater ? second.first : next };
  }
  if (isUntil(first))
    return old === null ? { ...none, unused: [first] } : { ...one, day: dateOf(old), lastDay: first.last, open: false };
  const before = first.first.subtract({ days: 1 });
  if (/^(?:before|by|within)$/u.test(role))
    return { ...one, day: today, lastDay: role === "before" ? before : first.last, open: true };
  if (role !== "after") return one;
  return { ...one, day: first.last.add({ days: 1 }), lastDay: first.last.add({ days: 7 }), open: true };
}

const MORNING = /\b(?:breakfast|morning|school run)\b/iu;
const EVENING = /\b(?:dinner|supper|evening|tonight|night|afternoon|bedtime)\b/iu;
/** These are in both halves of the day: "show and tell at 9". */
const EITHER =
  /\b(?:movie|film|cinema|theat(?:re|er)|concert|show|party|rehearsals?|choir|band|orchestra|training|practice|babysit\p{L}*|class|club)\b/iu;
/** A time that only a clock of 24 hours shows. */
const TWENTY_FOUR = /\b(?:1[3-9]|2[0-3]):[0-5]\d\b(?! ?[ap]\.?m)/iu;

type Hours = NonNullable<Pieces["part"]>;

/** A time whose half of the day was settled; `assumed` names the choice, and `open` tells that it must be asked. */
interface Settled {
  readonly minutes: number;
  readonly assumed?: string;
  readonly open?: boolean;
}

const notOther = (minutes: number, other: number): Settled => ({
  minutes,
  assumed: `${timeText(minutes)}, not ${timeText(other)}`,
});

/** Chooses the half of the day of a start, by its end, the part of the day, the words, and the hours at which people are awake. */
function settle(
  { minutes, written }: Clock,
  end: Clock | null,
  { text, near, part, awake }: WhenHint & Pick<Pieces, "part"> & { readonly awake: Hours },
): Settled {
  const [early, late] = [minutes % 720, (minutes % 720) + 720];
  if (written === "sure") return { minutes };
  // "Leaving 6:30, back 20:00" is on a clock of 24 hours.
  if (written === "clock" && TWENTY_FOUR.test(text)) return { minutes };
  // "3-5pm" begins at 15:00, and "9 to 5pm" at 09:00.
  if (end?.written === "sure" && end.minutes > early) return { minutes: late < end.minutes ? late : early };
  if (part !== null) return { minutes: part.from >= 720 || (part.to > 720 && early < part.from) ? late : early };
  if (MORNING.test(text)) return { minutes: early };
  if (EVENING.test(text) && early < 690) return { minutes: late };
  // "Ten to ten" instead of 21:10.
  if (near !== null && Math.abs(near - late) <= 120) return notOther(late, early);
  const length = end === null ? 30 : (end.minutes - minutes + 1440) % 720;
  const [inEarly, inLate] = [
    early >= awake.from && early < awake.to,
    late >= awake.from && late + (EITHER.test(text) ? 0 : length) < awake.to,
  ];
  const isOpen = EITHER.test(text) || (written === "bare" && early < 540);
  if (near === null && inEarly === inLate && (isOpen || (!inEarly && written === "bare")))
    return { minutes: early, open: true };
  return inLate && (!inEarly || (near ?? 0) >= 720) ? notOther(late, early) : notOther(early, late);
}

/** First time after the start that its end can mean. */
function settleEnd({ minutes, written }: Clock, start: number): number {
  const isNextDay = (start >= 1080 && minutes <= 720 && minutes <= start) || (start >= 720 && minutes < 360);
  if (written === "sure" || start >= 1440) return isNextDay ? minutes + 1440 : minutes;
  return [0, 720, 1440].map((half) => (minutes % 720) + half).find((time) => time > start) ?? minutes;
}

/** Start and end, or the window to search, among the named times of day. */
function timesOf(
  times: readonly Time[],
  { part }: Pieces,
  { wakingHours }: Household,
  { text, near, spans }: WhenHint & { readonly spans: boolean },
) {
  // "At the stadium by 9:45" begins then; "move it by 9:45" searches.
  const isWindow = ({ role }: Time): boolean =>
    /^(?:after|before|since|past)$/u.test(role) || (near !== null && role === "by");
  const isEnd = (time: Time): boolean =>
    time.end === null && (/^(?:until|till?|to|end|finish)/u.test(time.role) || (spans && time === times[1]));
  const one = times.find((time) => !isWindow(time) && !isEnd(time) && !isDenied(time));
  const last = (one?.end ?? null) === null ? times.find(isEnd) : undefined;
  const bound = one === undefined ? times.find(isWindow) : undefined;
  const awake = { from: minutesOfTime(wakingHours.start), to: minutesOfTime(wakingHours.end) };
  const hint = { text, near, part, awake };
  const end = one?.end ?? last?.start ?? null;
  const first = one ?? bound;
  const settled = first === undefined ? null : settle(first.start, spans ? null : end, hint);
  const { minutes = 0, assumed = [], open = false } = settled ?? {};
  const start = one === undefined ? null : minutes;
  const window = bound?.role.startsWith("b")
    ? { from: awake.from, to: minutes }
    : { from: minutes, to: Math.max(awake.to, minutes + 60) };
  return {
    start,
    end: end && (spans ? settle(end, null, hint).minutes : settleEnd(end, start ?? near ?? 0)),
    window: bound === undefined ? null : window,
    assumed: [...(one?.role === "by" ? [`by ${timeText(minutes)} as the start`] : []), ...[assumed].flat()],
    open,
    unused: times.filter((time) => time !== one && time !== last && time !== bound),
  };
}

/** Gives a request its time of day, a part of the day, or a length. */
function withTime(request: Writable, old: Request, time: ReturnType<typeof timesOf>, pieces: Pieces): void {
  const { start, end, window } = time;
  const part = window ?? (start === null ? pieces.part : null);
  // "In the evening" answers which half of the day is meant.
  const isHalf = part !== null && old.missing.includes("half") && old.start !== null;
  const half = isHalf ? ((old.start ?? 0) % 720) + (part.from >= 720 ? 720 : 0) : null;
  if (pieces.times.length > 0 || half !== null) {
    request.missing = request.missing.filter((each) => each !== "half");
    request.assumed = request.assumed.filter((note) => !/^\d\d:\d\d, not/u.test(note));
  }
  request.assumed.push(...time.assumed);
  if (time.open) request.missing.push("half");
  const from = start ?? half;
  if (from !== null) {
    const length = old.start === null || old.end === null ? null : old.end - old.start;
    const minutes = end === null ? old.minutes : null;
    const until = end ?? (length === null ? null : from + length);
    Object.assign(request, { start: from, end: until, minutes, shift: null, allDay: false, part: null, open: false });
  } else if (end !== null) Object.assign(request, { end, minutes: null });
  else if (part !== null) Object.assign(request, { part, start: null, end: null });
  if (pieces.lengths.minutes !== null) Object.assign(request, { minutes: pieces.lengths.minutes, end: null });
}

const movedBy = (date: string, minutes: number): string =>
  dateOf(date)
    .add({ days: minutes / 1440 })
    .toString();

/** Makes an event longer by minutes. */
function withLonger(request: Writable, minutes: number): void {
  const { allDay, day, lastDay, end } = request;
  const length = request.minutes ?? 60;
  if (request.eventType === "modify") request.longer = (request.longer ?? 0) + minutes;
  else if (allDay && minutes % 1440 === 0 && day !== null) request.lastDay = movedBy(lastDay ?? day, minutes);
  else if (allDay || length + minutes < 1) request.problems.push("Its length cannot change by that much.");
  else if (end === null) request.minutes = length + minutes;
  else request.end = end + minutes;
}

/** Moves the start by minutes, from where the request has it, or from where the changed event is. */
function withShift(request: Writable, shift: number): void {
  const { start, end, day, lastDay, repeat } = request;
  if (shift % 1440 === 0 && day !== null && repeat === null)
    Object.assign(request, { day: movedBy(day, shift), lastDay: lastDay && movedBy(lastDay, shift) });
  else if (start === null && request.eventType === "modify") request.shift = (request.shift ?? 0) + shift;
  else if (start === null || start + shift < 0 || start + shift >= 1440)
    request.problems.push("It has no time of day that could be moved by that much.");
  else Object.assign(request, { start: start + shift, end: end === null ? null : end + shift });
}
