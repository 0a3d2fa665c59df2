import { type Days, nearTo, readDays, type Sheet, weekdayOf } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import { dayText, listText, texts } from "../domain/format.ts";
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
export function readTripDays(
  sheet: Sheet,
  { trip, problems, ask, unavailable }: Reading,
  context: ReadingContext,
): void {
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
  // In a correction, "a museum on Saturday" names a day of the museum, and not of the trip.
  const planned = read.filter(
    (days) => from !== null && days.kind === "day" && says(DAYS.things, clauseBefore(days, sheet.text)),
  );
  unavailable.push(...planned.map(({ text }) => `a chosen day for a part of the plan ("${text.trim()}")`));
  const meant = read.filter((days) => !not.includes(days) && !planned.includes(days));
  // "June, not May" names one month; "3 March, but not in April" is not clear.
  const isRefused = meant.some(({ first }) => not.some((days) => isIn(days, first)));
  if (not.length > 0 && (from === null || meant.length === 0 || isRefused)) ask.push(`what you mean by ${quoted(not)}`);
  const fine = meant.filter((days) => problemOf(days).length === 0);
  const isEnd = from === null && fine.length === 1 && sideOf(fine[0], sheet.text) === "end";
  problems.push(...meant.flatMap(problemOf));
  if (fine.length < meant.length && !isEnd) {
    if (fine.length > 0) problems.push(`So I did not use ${quoted(fine)}.`);
    return;
  }
  const vague = fine.filter(({ kind, text }) => kind === "span" || (!/\d/u.test(text) && says(DAYS.months, text)));
  const exact = fine.filter((days) => !vague.includes(days));
  const isOther = vague.some((days) => days.kind !== "span" || exact.some(({ first }) => !isIn(days, first)));
  const points = [...exact.flatMap((days) => pointsOf(days, sheet.text, from)), ...bare];
  const isMany = points.length > 2 || points.map(({ side }) => side).join(" ") === "end end";
  if (vague.length > 1 || isOther) ask.push(`which days you mean by ${quoted([...exact, ...vague])}`);
  else if (isMany) ask.push("on which days you travel, because I read too many dates");
  if (vague.length > 1 || isOther || isMany) return;
  const period: Period | null = vague[0] === undefined ? null : part(vague[0]);
  // "Return 14 Sept, depart 9 Sept" names the end first.
  const [first, second] = points[0]?.side === "end" && points.length > 1 ? points.toReversed() : points;
  if (first === undefined) {
    if (weekend !== null) Object.assign(trip, weekendIn(weekend, period, today));
    else if (period !== null) trip.period = period;
    return;
  }
  const assumed = texts(...exact.map((days) => days.assumed), assumedYear(exact[0], today)).join("; ");
  if (assumed !== "") trip.datesAssumed = assumed;
  const day = first.day.toString();
  if (second !== undefined) {
    trip.startDate = day;
    // "Thursday … Sunday": the second day follows the first one.
    const days = ((second.day.dayOfWeek - first.day.dayOfWeek + 6) % 7) + 1;
    trip.endDate = (second.isWeekday ? first.day.add({ days }) : second.day).toString();
  } else if (weekend !== null && first.side !== "end") {
    if (first.day.dayOfWeek < 4) ask.push(`which weekend you mean, because ${dayText(day)} is not at one`);
    else Object.assign(trip, weekendIn(weekend, null, first.day.subtract({ days: 4 })));
  } else {
    // A day alone completes a trip without an end, unless it corrects the start.
    const isOpen = from !== null && until === null && wishes?.oneWay !== true && trip.nights === undefined;
    const fills = isOpen && first.side === null && !says(DAYS.corrects, sheet.text) && day > from;
    trip[first.side === "end" || fills ? "endDate" : "startDate"] = day;
    const keepsEnd = first.side === "start" && !says(DAYS.keepsLength, sheet.text) && trip.nights === undefined;
    if (keepsEnd && until !== null && until > day) trip.endDate = until;
  }
}

const problemOf = (days: Days): readonly string[] => texts(otherWeekday(days), days.problem);

const isIn = ({ first, last }: Days, day: Day): boolean => first.until(day).days >= 0 && day.until(last).days >= 0;

/** Says that the last day of a range is not the weekday that is named beside it. */
function otherWeekday({ text, last, kind }: Days): string | false {
  const [, name] = new RegExp(DAYS.otherWeekday, "iu").exec(text) ?? [];
  const isOther = kind === "days" && name !== undefined && weekdayOf(name) !== last.dayOfWeek;
  return isOther && `${dayText(last.toString())} is not a ${name}.`;
}

const quoted = (all: readonly Days[]): string => listText(all.map(({ text }) => `"${text.trim()}"`));

const clauseBefore = ({ at }: Days, text: string): string =>
  text
    .slice(0, at)
    .split(/[,;.!?]/u)
    .at(-1) ?? "";

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
function assumedYear(days: Days | undefined, today: Day): string | false {
  if (days === undefined || days.first.year === today.year || days.weekday !== null) return false;
  const name = days.first.toLocaleString("en-GB", { day: "numeric", month: "long" });
  const isSaid = /\d{4}/u.test(days.text) || days.assumed !== null;
  return !isSaid && `the next ${name}, which is in ${days.first.year}`;
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
  if (/^weekend/iu.test(name)) return weekendIn({ which: "", isLong: false }, null, last);
  const day = start.add({ days: ((weekdayOf(name) - 1 - start.dayOfWeek + 7) % 7) + 1 }).toString();
  return { startDate: day, datesAssumed: `${dayText(day)}, the next one after ${dayText(from)}` };
}

/** Reads "6 to 9" and "I meant 15", which correct the days of a trip in its month. */
function bareDays(sheet: Sheet, from: string | null, until: string | null): readonly Point[] {
  if (from === null) return [];
  const range = sheet.take(new RegExp(DAYS.bareRange, "u"));
  const meant = range === null && until === null ? sheet.take(new RegExp(DAYS.bareDay, "u")) : null;
  const start = Temporal.PlainDate.from(from);
  const days = [[range?.[1], "start"] as const, [range?.[2] ?? meant?.[1], "end"] as const];
  return days
    .filter(([day]) => day !== undefined && Number(day) >= 1 && Number(day) <= start.daysInMonth)
    .map(([day, side]) => ({ day: start.with({ day: Number(day) }), side, isWeekday: false }));
}
