import { Temporal } from "temporal-polyfill";
import type { Request } from "../request.ts";
import { type Clock, type Times } from "./clock.ts";
import { type Days, dayText } from "./day-words.ts";
import { type Hint, settle } from "./half-of-day.ts";
import { type Pieces, type ReadContext, todayOf } from "./pieces.ts";
import { firstDayOf, type Repeat, ruleOf } from "./repeat.ts";

const UNTIL = /^(?:until|till|til|to|through|thru)$/u;
const EXCEPT = /^(?:except|but not|not|excluding|skipping)/u;
const END_TIME = /^(?:until|till|til|to|ends?|ending|end at|finishing)/u;
const WINDOW_TIME = /^(?:after|before|by|since|past)/u;

const OPEN =
  /\b(?:(?:at )?(?:some|any) ?time|whenever|(?:a )?free (?:time|slot|hour|evening|afternoon)|when (?:everyone|we|all|they|both)\b.{0,25}\b(?:free|available|can))\b/iu;

/** Days, times and repetition of a new event, or of the new time of a changed one. */
export interface When extends Pick<
  Request,
  | "day"
  | "lastDay"
  | "start"
  | "end"
  | "minutes"
  | "allDay"
  | "part"
  | "open"
  | "repeat"
  | "assumed"
  | "problems"
  | "missing"
> {
  /** Pieces that found no use; their words were not understood. */
  readonly unused: readonly { readonly at: number; readonly text: string }[];
}

const asDate = (date: Temporal.PlainDate | null): string | null => date?.toString() ?? null;

/** Assigns days, times and limits to their roles. */
export function whenOf(
  {
    sheet,
    today,
    repeat,
    lengths,
    times,
    days,
    part,
    allDay,
    base = null,
  }: Omit<Pieces, "quoted" | "names" | "reason"> & { readonly base?: Temporal.PlainDate | null },
  context: ReadContext,
  hint: Hint,
): When {
  const assumed: string[] = [];
  const problems: string[] = [];
  const unused: { at: number; text: string }[] = [];
  const open = sheet.take(OPEN) !== null;
  const limits = repeat === null ? [] : days.filter(({ role }) => UNTIL.test(role) || role === "before");
  const excepted = repeat === null ? [] : days.filter(({ role }) => EXCEPT.test(role));
  const own = days.filter((each) => !limits.includes(each) && !excepted.includes(each));
  const [first, second, ...more] = own;
  let day: Temporal.PlainDate | null = first === undefined || first.problem !== null ? null : first.first;
  let lastDay: Temporal.PlainDate | null = first !== undefined && first.kind !== "day" ? first.last : null;
  let search = first?.kind === "span";
  const deadline =
    repeat === null && first !== undefined && second === undefined
      ? /^(?:before|by|after|within)$/u.exec(first.role)?.[0]
      : undefined;
  if (first !== undefined && deadline !== undefined) {
    search = true;
    [day, lastDay] =
      deadline === "after"
        ? [first.last.add({ days: 1 }), first.last.add({ days: 7 })]
        : [today, deadline === "before" ? first.first.subtract({ days: 1 }) : first.last];
  }
  // "Until Friday" alone does not tell when it begins.
  if (
    repeat === null &&
    first !== undefined &&
    second === undefined &&
    /^(?:until|till|til|through)$/u.test(first.role)
  ) {
    unused.push(first);
    [day, lastDay, search] = [null, null, false];
  }
  if (second !== undefined) {
    if (
      first?.kind === "day" &&
      second.kind === "day" &&
      (UNTIL.test(second.role) || second.role === "-") &&
      !(/^(?:until|till|til)$/u.test(second.role) && times.length > 0 && times.every(({ at }) => at < second.at)) &&
      !/^(?:until|till|before|after|by)$/u.test(first.role)
    )
      lastDay =
        second.weekday === null || first.weekday === null
          ? second.first
          : first.first.add({ days: (second.weekday - first.weekday + 7) % 7 });
    else unused.push(second);
  }
  if (lastDay !== null && day !== null && Temporal.PlainDate.compare(lastDay, day) < 0) {
    // "18th to the 3rd" ends in the next month.
    if ((second?.weekday ?? null) !== null) lastDay = lastDay.add({ days: 7 * Math.ceil(day.since(lastDay).days / 7) });
    else problems.push(`${dayText(lastDay, today)} is before ${dayText(day, today)}.`);
  }
  unused.push(...more);
  for (const each of [...own, ...limits, ...excepted]) {
    if (each === second && lastDay !== null && !each.first.equals(lastDay)) continue;
    if (each.problem !== null) problems.push(each.problem);
    if (each.assumed !== null && !unused.includes(each)) assumed.push(each.assumed);
  }
  // "Friday 5pm to Saturday 10am": the second time belongs to the second day.
  const ending =
    second !== undefined && lastDay?.equals(second.first) === true
      ? times.findIndex(({ at, end }, index) => index > 0 && at > second.at && end === null)
      : -1;
  const assigned = times.map((each, index) =>
    index === ending && each.role !== "after" ? { ...each, role: "to" } : each,
  );
  const time = timesOf(assigned, { part, hint, context, onLaterDay: ending >= 0 });
  unused.push(...time.unused);
  assumed.push(...time.assumed);
  const several = lastDay !== null && !search;
  const series =
    repeat === null
      ? null
      : seriesOf(repeat, {
          day: first?.kind === "day" ? first.first : first === undefined ? baseOf(repeat, base) : null,
          limits,
          excepted,
          start: time.start,
          context,
          allDay: allDay || (time.start === null && several),
        });
  if (series !== null) {
    assumed.push(...series.assumed);
    problems.push(...series.problems);
    if (series.day !== null) day = series.day;
    if (first !== undefined && first.kind !== "day" && repeat !== null) {
      unused.push(first);
      lastDay = null;
    }
  }
  return {
    day: asDate(day),
    lastDay: asDate(repeat === null ? lastDay : null),
    start: time.start,
    end: time.end,
    minutes: lengths.minutes,
    allDay: allDay || (several && time.start === null),
    part: time.window ?? (time.start === null ? part : null),
    open: open || (search && first !== undefined),
    repeat: series?.repeat ?? null,
    missing: [
      ...time.missing,
      ...(repeat !== null && series?.repeat === null && (series?.problems.length ?? 0) === 0
        ? (["time"] as const)
        : []),
    ],
    assumed,
    problems,
    unused,
  };
}

interface TimeContext {
  readonly part: Pieces["part"];
  readonly hint: Hint;
  readonly context: ReadContext;
  /** True if the end is on a later day than the start. */
  readonly onLaterDay: boolean;
}

/** Start and end among the named times of day. */
function timesOf(times: readonly Times[], { part, hint, context, onLaterDay }: TimeContext) {
  const unused: Times[] = [];
  const starts = times.filter(({ role }) => !END_TIME.test(role) && !WINDOW_TIME.test(role));
  const ends = times.filter(({ role, end }) => END_TIME.test(role) && end === null);
  const ranges = times.filter(({ role, end }) => END_TIME.test(role) && end !== null);
  const windows = times.filter(({ role }) => WINDOW_TIME.test(role));
  const [one, ...others] = [...starts, ...ranges];
  unused.push(...others, ...ends.slice(1));
  const assumed: string[] = [];
  const missing: "half"[] = [];
  const half = (clock: Clock, near: number | null, until: number | null = null): number => {
    // "Make it 7:30" about an evening is in the evening.
    const isOpen = clock.half || (hint.near !== null && hint.near >= 720 && clock.written12);
    const settled = settle(
      { ...clock, half: isOpen },
      { part, hint, near, until, household: context.calendar.household },
    );
    if (settled.assumed !== null) assumed.push(settled.assumed);
    if (settled.open) missing.push("half");
    return settled.minutes;
  };
  const written = one?.end ?? ends[0]?.start ?? null;
  const start = one === undefined ? null : half(one.start, null, written?.half === true ? written.minutes : null);
  let end = written === null ? null : half(written, onLaterDay ? null : start);
  // An evening can end after midnight; any other end before its start is a mistake.
  if (start !== null && end !== null && end <= start && !onLaterDay && start >= 1080 && end <= 720) end += 1440;
  const [bound] = windows;
  unused.push(...windows.slice(1));
  const { wakingHours } = context.calendar.household;
  const bounded = bound === undefined ? null : half(bound.start, null);
  const window =
    bounded === null
      ? null
      : /^(?:before|by)$/u.test(bound?.role ?? "")
        ? { from: minutesOf(wakingHours.start), to: bounded }
        : { from: bounded, to: Math.max(minutesOf(wakingHours.end), bounded + 60) };
  if (window !== null && start !== null && bound !== undefined) unused.push(bound);
  return { start, end, window: start === null ? window : null, assumed, missing: missing.slice(0, 1), unused };
}

/** A repetition without a day begins on the day that was asked about. */
const baseOf = ({ weekdays, monthDay }: Repeat, base: Temporal.PlainDate | null): Temporal.PlainDate | null =>
  weekdays.length > 0 || monthDay !== null ? null : base;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

interface SeriesContext {
  readonly day: Temporal.PlainDate | null;
  readonly limits: readonly Days[];
  readonly excepted: readonly Days[];
  readonly start: number | null;
  readonly context: ReadContext;
  readonly allDay: boolean;
}

/** First day and rule of a repetition. */
function seriesOf(repeat: Repeat, { day: named, limits, excepted, start, context, allDay }: SeriesContext) {
  const today = todayOf(context);
  const zone = context.calendar.household.timeZone;
  const now = Temporal.Instant.from(context.now).toZonedDateTimeISO(zone);
  const over = start !== null && now.hour * 60 + now.minute >= start;
  const from = named ?? (over ? today.add({ days: 1 }) : today);
  const first = firstDayOf(repeat, from) ?? named;
  const assumed: string[] = [];
  const problems: string[] = [];
  if (![repeat.interval, repeat.count ?? 1].every((count) => Number.isInteger(count) && count >= 1 && count <= 1000))
    problems.push("A repetition needs a whole number from 1 to 1000.");
  if (repeat.monthDay !== null && (repeat.monthDay === 0 || repeat.monthDay > 31))
    problems.push(`There is no day ${repeat.monthDay} of a month.`);
  if (first === null || problems.length > 0) return { day: null, repeat: null, assumed, problems };
  if (named !== null && !first.equals(named))
    problems.push(`${dayText(named, today)} is not one of its days; the first would be ${dayText(first, today)}.`);
  if (repeat.interval > 1 && named === null) assumed.push(`the first one on ${dayText(first, today)}`);
  const [limit, ...more] = limits;
  if (more.length > 0) problems.push(`I did not understand "${more[0]?.text ?? ""}".`);
  let last = limit === undefined ? null : limitOf(limit);
  if (limit?.kind === "span" && last !== null && !/through/u.test(limit.role))
    assumed.push(`"${limit.text.trim()}" as until ${dayText(last, today)}`);
  if (repeat.lasts !== null) last = first.add(repeat.lasts).subtract({ days: 1 });
  if (last !== null && Temporal.PlainDate.compare(last, first) < 0)
    problems.push(`It would end on ${dayText(last, today)}, before it begins.`);
  const until = last === null ? null : untilOf(last, { allDay, zone });
  const except = excepted.flatMap(({ first: start_, last: end_ }) =>
    Array.from({ length: Math.min(62, start_.until(end_).days + 1) }, (_, index) =>
      start_.add({ days: index }).toString(),
    ),
  );
  return { day: first, repeat: { rule: ruleOf(repeat, first, until), except }, assumed, problems };
}

/** UNTIL of a rule: the end of the day in UTC, or a date for all-day events. */
export const untilOf = (
  last: Temporal.PlainDate,
  { allDay, zone }: { readonly allDay: boolean; readonly zone: string },
): string =>
  allDay
    ? last.toString().replaceAll("-", "")
    : last
        .toPlainDateTime("23:59:59")
        .toZonedDateTime(zone)
        .toInstant()
        .toString()
        .replaceAll(/[-:]|\.\d+/gu, "");

/** Last possible day: "until June" ends before June, "through June" with it. */
export function limitOf({ first, last, kind, role }: Days): Temporal.PlainDate {
  if (role === "before") return first.subtract({ days: 1 });
  if (kind !== "span") return last;
  return role === "through" || role === "thru" ? last : first.subtract({ days: 1 });
}
