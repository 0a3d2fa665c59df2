import { CLAIMED, type Days, nearTo, readDays, type Sheet, WEEKDAY, weekdayOf } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import { dayText, listText } from "../domain/format.ts";
import { partOf, type Period, takeWeekend, weekendIn } from "./read-periods.ts";
import type { Reading, ReadingContext } from "./reading.ts";
import { DAYS, says, SPELLING } from "./words.ts";

type Day = Temporal.PlainDate;

/** A day that a message names, and whether it is the day of the return, if the words say so. */
interface Point {
  readonly day: Day;
  readonly side: "start" | "end" | null;
  readonly isWeekday: boolean;
}

/** Reads the days of a trip: exact dates, ranges, weekends, weeks and months. What is not one reading is asked about. */
export function readTripDays(sheet: Sheet, { trip, problems, ask }: Reading, context: ReadingContext): void {
  const today = Temporal.PlainDate.from(context.today);
  const { startDate: from = null, endDate: until = null, wishes } = context.trip ?? {};
  const next = from === null ? null : sheet.take(SPELLING.weekdayAfter);
  if (next !== null && from !== null) {
    Object.assign(trip, weekdayAfter(next[1] ?? "", from, until));
    return;
  }
  const weekend = takeWeekend(sheet);
  const part = partOf(sheet);
  const bare = bareDays(sheet, from, until);
  const named = readDays(sheet, today);
  const base =
    from ?? context.trip?.period?.from ?? named.find(({ text }) => says(DAYS.dated, text))?.first.toString() ?? null;
  const read = named.map((days) => near(days, sheet.text, { base, today, isCorrection: from !== null }));
  const not = read.filter(({ role }) => says(DAYS.excepted, role));
  const meant = read.filter((days) => !not.includes(days));
  // "June, not May" names one month; "3 March, but not in April" is not clear.
  const isRefused = meant.some(({ first: day }) =>
    not.some(({ first, last }) => first.until(day).days >= 0 && day.until(last).days >= 0),
  );
  if (not.length > 0 && (from === null || meant.length === 0 || isRefused)) ask.push(`what you mean by ${quoted(not)}`);
  problems.push(...meant.flatMap(otherWeekday));
  const wrong = meant.filter((days) => days.problem !== null || otherWeekday(days).length > 0);
  const fine = meant.filter((days) => !wrong.includes(days));
  const isEnd = from === null && fine.length === 1 && sideOf(fine[0], sheet.text) === "end";
  problems.push(...wrong.flatMap(({ problem }) => problem ?? []));
  if (wrong.length > 0 && fine.length > 0 && !isEnd) problems.push(`So I did not use ${quoted(fine)}.`);
  if (wrong.length > 0 && !isEnd) return;
  const vague = fine.filter(({ kind, text }) => kind === "span" || (!/\d/u.test(text) && says(DAYS.months, text)));
  const exact = fine.filter((days) => !vague.includes(days));
  const other = vague.find(({ first, last }) =>
    exact.some((day) => day.first.until(first).days > 0 || last.until(day.first).days > 0),
  );
  if (vague.length > 1 || other !== undefined || vague.some(({ kind }) => kind !== "span")) {
    ask.push(`which days you mean by ${quoted([...exact, ...vague])}`);
    return;
  }
  const points = [...exact.flatMap((days) => pointsOf(days, sheet.text, from)), ...bare];
  if (points.length > 2 || points.map(({ side }) => side).join(" ") === "end end") {
    ask.push("on which days you travel, because I read too many dates");
    return;
  }
  const period: Period | null = vague[0] === undefined ? null : part(vague[0]);
  // "Return 14 Sept, depart 9 Sept" names the end first.
  const [first, second] = points[0]?.side === "end" && points.length > 1 ? points.toReversed() : points;
  if (first === undefined) {
    if (weekend !== null) Object.assign(trip, weekendIn(weekend, period, today));
    else if (period !== null) trip.period = period;
    return;
  }
  const assumed = [...exact.flatMap((days) => days.assumed ?? []), ...assumedYear(exact[0], today)];
  if (assumed.length > 0) trip.datesAssumed = assumed.join("; ");
  if (second !== undefined) {
    trip.startDate = first.day.toString();
    // "Thursday … Sunday": the second day follows the first one.
    const days = ((second.day.dayOfWeek - first.day.dayOfWeek + 6) % 7) + 1;
    trip.endDate = (second.isWeekday ? first.day.add({ days }) : second.day).toString();
  } else if (weekend !== null && first.side !== "end") {
    if (first.day.dayOfWeek < 4)
      ask.push(`which weekend you mean, because ${dayText(first.day.toString())} is not at one`);
    else Object.assign(trip, weekendIn(weekend, null, first.day.subtract({ days: 4 })));
  } else {
    // A day alone completes a trip without an end, unless it corrects the start.
    const isCorrected = /\b(?:no|not|sorry|instead|rather|actually|wrong|meant?)\b/iu.test(sheet.text);
    const isOpen = from !== null && until === null && wishes?.oneWay !== true && trip.nights === undefined;
    const fills = isOpen && first.side === null && !isCorrected && first.day.toString() > from;
    trip[first.side === "end" || fills ? "endDate" : "startDate"] = first.day.toString();
    const moves = /\b(?:move|shift|push|postpone|bring|same (?:number|length))\b/iu.test(sheet.text);
    if (first.side === "start" && !moves && until !== null && until > first.day.toString() && trip.nights === undefined)
      trip.endDate = until;
  }
}

/** Says that the last day of a range is not the weekday that is named beside it. */
function otherWeekday({ text, last, kind }: Days): readonly string[] {
  const [, name] = new RegExp(`.*\\b(${WEEKDAY})\\b\\D*\\d`, "iu").exec(text) ?? [];
  if (kind !== "days" || name === undefined || weekdayOf(name) === last.dayOfWeek) return [];
  return [`${dayText(last.toString())} is not a ${name}.`];
}

const quoted = (all: readonly Days[]): string => listText(all.map(({ text }) => `"${text.trim()}"`));

/** Reads from the words around a day whether it is the day of the start or of the return. */
function sideOf(days: Days | undefined, text: string): Point["side"] {
  if (days === undefined) return null;
  const before = `${text.slice(0, days.at)}${days.role} `.replace(
    /(?:[\s,]+(?:flight|too|also|as well|instead|then))*[\s,]*$/iu,
    " ",
  );
  if (says(DAYS.moves, before)) return null;
  if (says(DAYS.isBack, text.slice(days.at + days.text.length)) || says(DAYS.return, before)) return "end";
  return says(DAYS.leave, before) ? "start" : null;
}

function pointsOf(days: Days, text: string, from: string | null): readonly Point[] {
  const isWeekday = days.weekday !== null && !/\d/u.test(days.text);
  const side = sideOf(days, text);
  if (days.kind === "day") return [{ day: days.first, side, isWeekday }];
  const isRange = /\d{4}/u.test(days.text) || isWeekday;
  const last = isRange ? days.last : sameYear(days.last, days.first);
  return [
    { day: days.first, side: from === null ? null : side === "end" ? null : side, isWeekday },
    { day: last, side: "end", isWeekday },
  ];
}

/** Undoes the move of an end to another year than that of the start, unless the trip crosses the year. */
function sameYear(end: Day, start: Day): Day {
  const [same, next] = [end.with({ year: start.year }), end.with({ year: start.year + 1 })];
  return Temporal.PlainDate.compare(same, start) < 0 && start.until(next).days <= 60 ? next : same;
}

/** Says which year was meant by a date without one, if it is not this year's. */
function assumedYear(days: Days | undefined, today: Day): readonly string[] {
  if (days === undefined || days.first.year === today.year || days.weekday !== null) return [];
  if (/\d{4}/u.test(days.text) || days.assumed !== null) return [];
  const name = days.first.toLocaleString("en-GB", { day: "numeric", month: "long" });
  return [`the next ${name}, which is in ${days.first.year}`];
}

/** A weekday or a day of the month is near the days of the trip, or of the message. */
function near(
  days: Days,
  text: string,
  { base, today, isCorrection }: { readonly base: string | null; readonly today: Day; readonly isCorrection: boolean },
): Days {
  if (base === null || /\b(?:next|this|last|week|\p{L}*morrow|today)\b/iu.test(days.text)) return days;
  const from = Temporal.PlainDate.from(base);
  const isEnd = sideOf(days, text) === "end";
  if (days.weekday !== null && !/\d/u.test(days.text)) {
    if (!isCorrection) return days;
    const start = from.add({ days: isEnd ? 1 : -3 });
    const first = start.add({ days: (days.weekday - start.dayOfWeek + 7) % 7 });
    return { ...days, first, last: first.add(days.first.until(days.last)), assumed: null };
  }
  const moved = nearTo({ ...days, weekday: null }, from, today);
  if (says(DAYS.dated, days.text) || moved.first.equals(days.first)) return days;
  const isOver = Temporal.PlainDate.compare(moved.first, from) < 0 && (isEnd || !isCorrection);
  const first = isOver ? moved.first.add({ months: 1 }) : moved.first;
  const isWrong = days.weekday !== null && first.dayOfWeek !== days.weekday;
  return { ...days, first, last: first, problem: isWrong ? days.problem : null };
}

/** The weekday after the start of a trip, or the weekend after its end. */
function weekdayAfter(name: string, from: string, until: string | null): Reading["trip"] {
  const start = Temporal.PlainDate.from(from);
  const last = until === null ? start : Temporal.PlainDate.from(until).subtract({ days: 1 });
  if (/^weekend/iu.test(name)) return weekendIn({ which: "", long: "" }, null, last);
  const day = start.add({ days: ((weekdayOf(name) - 1 - start.dayOfWeek + 7) % 7) + 1 }).toString();
  return { startDate: day, datesAssumed: `${dayText(day)}, the next one after ${dayText(from)}` };
}

/** Reads "6 to 9" and "I meant 15", which correct the days of a trip in its month. */
function bareDays(sheet: Sheet, from: string | null, until: string | null): readonly Point[] {
  if (from === null) return [];
  const end = `(?=\\s*(?:$|[.,!${CLAIMED}]|instead|please))`;
  const range = sheet.take(new RegExp(`(?:\\bfrom )?\\b(\\d{1,2}) ?(?:to|-|until) ?(\\d{1,2})\\b${end}`, "u"));
  const meant =
    range === null && until === null ? sheet.take(new RegExp(`\\b(?:i )?meant? (\\d{1,2})\\b${end}`, "u")) : null;
  const start = Temporal.PlainDate.from(from);
  const point = (day: string | undefined, side: Point["side"]): readonly Point[] =>
    day === undefined || Number(day) < 1 || Number(day) > start.daysInMonth
      ? []
      : [{ day: start.with({ day: Number(day) }), side, isWeekday: false }];
  return [...point(range?.[1], "start"), ...point(range?.[2] ?? meant?.[1], "end")];
}
