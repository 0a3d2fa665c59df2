import { type Days, nearTo, onOrAfter, readDays, type Sheet, weekdayOf } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import { dayText, listText, texts } from "../domain/format.ts";
import type { TravelInfo } from "../domain/trip.ts";
import type { Reading, ReadingContext } from "./reading.ts";
import { DAYS, says } from "./words.ts";

type Day = Temporal.PlainDate;

/** A day that a message names, with what the words around it say: the start, the return, a part of the plan, or no day of the trip. */
interface Named extends Days {
  readonly side: "start" | "end" | "plan" | "except" | null;
}

/** Reads the days of a trip: exact dates, ranges, weekends, weeks and months. What is not one reading is asked about. */
export function readTripDays(sheet: Sheet, reading: Reading, context: ReadingContext): void {
  const { trip, problems, ask, unavailable } = reading;
  const today = Temporal.PlainDate.from(context.today);
  const { startDate: from, period: vaguely } = context.trip;
  // In a correction, "the Saturday after" is after the trip.
  const after = from === null ? null : sheet.take(DAYS.after);
  // "The day before" is not read, and so are the days that it refers to.
  const relative = sheet.take(DAYS.relative);
  if (relative !== null) {
    ask.push(`on which days you travel, because I do not understand "${relative[0]}"`);
    return;
  }
  const named = readDays(sheet, today).filter(({ text }) => !says(DAYS.noDay, text));
  const weekend = sheet.take(DAYS.weekend);
  const dated = named.find(({ text }) => says(`${DAYS.dated}|${DAYS.months}`, text));
  const base = from ?? vaguely?.from ?? dated?.first.toString();
  const read = named.map((each): Named => {
    const days = { ...each, side: sideOf(each, sheet, from !== null) };
    const shift = after !== null || days.side === "end" ? 1 : -3;
    if (base === undefined) return days;
    return nearBase(days, Temporal.PlainDate.from(base), today, from === null ? null : shift);
  });
  const not = read.filter(({ side }) => side === "except");
  const planned = read.filter(({ side }) => side === "plan");
  const meant = read.filter(({ side }) => side !== "except" && side !== "plan");
  unavailable.push(...planned.map(({ text }) => `a chosen day for a part of the plan ("${text.trim()}")`));
  // "June, not May" names one month; "3 March, but not in April" is not clear.
  const isRefused = meant.some(({ first }) => not.some((days) => isIn(days, first)));
  if (not.length > 0 && (from === null || meant.length === 0 || isRefused)) ask.push(`what you mean by ${quoted(not)}`);
  const possible = meant.filter((days) => problemsOf(days).length === 0);
  if (possible.length < meant.length) {
    problems.push(...meant.flatMap(problemsOf));
    if (possible.length > 0) problems.push(`So I did not use ${quoted(possible)}.`);
    return;
  }
  // "Next weekend" and "the first weekend of June"; "the weekend" alone is one near the other days.
  const weekends = meant.filter(({ kind, text }) => kind === "span" && says("week-?end", text));
  const vague = meant.filter((days) => days.kind === "span" && !weekends.includes(days));
  const exact = meant.filter(({ kind }) => kind !== "span");
  const [period = null] = vague.map(({ first, last, role, text }) => {
    const words = text.slice(role.length).replace(/[\s,]+$/u, "");
    return { from: first.toString(), to: last.toString(), words: words.trim() };
  });
  const points = exact.flatMap((days) => pointsOf(days));
  const isOther = exact.some(({ first }) => vague.some((days) => !isIn(days, first)));
  // "May, Monday to Sunday" does not say which week.
  const isUnclear = exact.some(
    ({ kind, text }) => kind === "days" && !/\d|week/iu.test(text) && says(DAYS.months, text),
  );
  const isMany = points.length > 2 || points.map(({ side }) => side).join(" ") === "end end";
  const isWeekend = weekend !== null || weekends.length > 0;
  if (vague.length > 1 || isOther || isUnclear || isMany) ask.push(`which days you mean by ${quoted(meant)}`);
  else if (isWeekend && points.length < 2 && points[0]?.side !== "end") {
    const [chosen] = weekends.filter(({ text }) => says(DAYS.chosenWeekend, text));
    const beside = points[0]?.day.toString() ?? from;
    const near = beside === null ? today : Temporal.PlainDate.from(beside).add({ days: after === null ? -4 : 4 });
    const begin = period === null ? near : Temporal.PlainDate.from(period.from);
    const isPast = Temporal.PlainDate.compare(begin, today) <= 0;
    const friday = chosen?.last.subtract({ days: 2 }) ?? onOrAfter(5, isPast ? today.add({ days: 1 }) : begin);
    const word = says("\\blong week-?end", sheet.text) ? "long weekend" : "weekend";
    const ofMonth = period === null ? word : `first ${word} of ${period.words}`;
    Object.assign(trip, daysOfWeekend(chosen?.text.replace(/^the /iu, "") ?? ofMonth, friday, word));
  } else if (points.length === 0 && period !== null) trip.period = period;
  else {
    setDays(trip, points, context.trip, sheet.text);
    const assumed = texts(...exact.map((days) => days.assumed), assumedYear(exact[0], today)).join("; ");
    if (assumed !== "") trip.datesAssumed = assumed;
  }
}

type Point = ReturnType<typeof pointsOf>[number];

/** Sets the start and the end of the trip to at most two days. */
function setDays(trip: Reading["trip"], points: readonly Point[], before: TravelInfo, text: string): void {
  const { startDate: from, endDate: until, wishes } = before;
  // "Return 14 Sept, depart 9 Sept" names the end first.
  const [first, second] = points.toSorted((a, b) => Number(a.side === "end") - Number(b.side === "end"));
  if (first === undefined) return;
  const day = first.day.toString();
  if (second !== undefined) {
    trip.startDate = day;
    // "Thursday … Sunday": the second day follows the first one.
    const last = second.isWeekday ? onOrAfter(second.day.dayOfWeek, first.day.add({ days: 1 })) : second.day;
    trip.endDate = last.toString();
    return;
  }
  // A day alone completes a trip without an end, unless it corrects the start.
  const isOpen = from !== null && until === null && !wishes.oneWay && trip.nights === undefined;
  const fills = isOpen && first.side === null && !says(DAYS.corrects, text) && day > from;
  trip[first.side === "end" || fills ? "endDate" : "startDate"] = day;
  const keepsEnd = first.side === "start" && !says(DAYS.keepsLength, text) && trip.nights === undefined;
  if (keepsEnd && until !== null && until > day) trip.endDate = until;
}

const isIn = ({ first, last }: Days, day: Day): boolean => first.until(day).days >= 0 && day.until(last).days >= 0;

const quoted = (all: readonly Days[]): string =>
  listText(all.map(({ text }) => `"${text.replace(/[\s,]+$/u, "").trimStart()}"`));

/** Names a day that cannot be, and the last day of a range that is not the weekday named beside it. */
function problemsOf({ text, last, kind, problem }: Days): readonly string[] {
  const [, name] = new RegExp(DAYS.otherWeekday, "iu").exec(text) ?? [];
  const isOther = kind === "days" && name !== undefined && weekdayOf(name) !== last.dayOfWeek;
  return texts(isOther && `${dayText(last.toString())} is not a ${name}.`, problem);
}

/** Reads from the words around a day what it is. */
function sideOf({ at, text, role, kind }: Days, sheet: Sheet, isCorrection: boolean): Named["side"] {
  if (says(DAYS.excepted, role)) return "except";
  const clause = /[^,;.!?]*(?:,\s*(?:on\s+)?)?$/u.exec(sheet.text.slice(0, at))?.[0] ?? "";
  // "A museum on Saturday" and "3 July a concert" name a day of the plan, and not of the trip.
  if (kind === "day" && says(isCorrection ? DAYS.things : DAYS.plan, clause)) return "plan";
  if (says(DAYS.moves, `${clause}${role} `)) return null;
  const isBack = says(DAYS.return, `${clause}${role} `) || says(DAYS.back, sheet.left.slice(0, at));
  const after = sheet.text.slice(at + text.length);
  if (isBack || says(DAYS.isBack, after)) return "end";
  if (says(DAYS.leave, `${clause}${role} `)) return "start";
  return isCorrection && kind === "day" && says(DAYS.planned, after) ? "plan" : null;
}

/** The one or two days of exact days, with what each is. */
function pointsOf({ kind, first, last, text, weekday, side }: Named) {
  const isWeekday = weekday !== null && !/\d/u.test(text);
  if (kind === "day") return [{ day: first, side, isWeekday }];
  // "9 to 5 March" ends before it starts, and not a year later.
  const isLater = !/\d{4}/u.test(text) && first.until(last).days > 60;
  return [
    { day: first, side: null, isWeekday },
    { day: isLater ? last.with({ year: first.year }) : last, side: "end" as const, isWeekday },
  ];
}

/** Says which year was meant by a date without one, if it is not this year's. */
function assumedYear(days: Days | undefined, today: Day): string | false {
  if (days === undefined || days.first.year === today.year || days.weekday !== null) return false;
  const name = days.first.toLocaleString("en-GB", { day: "numeric", month: "long" });
  const isSaid = /\d{4}/u.test(days.text) || days.assumed !== null;
  return !isSaid && `the year ${days.first.year} for ${name}`;
}

/** A weekday or a day of the month is near the days of the message; in a correction, from `shift` days after the start of the trip on. */
function nearBase(days: Named, base: Day, today: Day, shift: number | null): Named {
  if (/\b(?:next|this|last|week|\p{L}*morrow|today)\b/iu.test(days.text)) return days;
  if (days.weekday !== null && !/\d/u.test(days.text)) {
    if (shift === null) return days;
    const first = onOrAfter(days.weekday, base.add({ days: shift }));
    return { ...days, first, last: first.add(days.first.until(days.last)), assumed: null };
  }
  const moved = nearTo({ ...days, weekday: null }, base, today);
  if (says(DAYS.dated, days.text) || moved.first.equals(days.first)) return days;
  const isOver = Temporal.PlainDate.compare(moved.first, base) < 0 && (days.side === "end" || shift === 1);
  const first = isOver ? moved.first.add({ months: 1 }) : moved.first;
  const isWrong = days.weekday !== null && first.dayOfWeek !== days.weekday;
  return { ...days, first, last: first.add(days.first.until(days.last)), problem: isWrong ? days.problem : null };
}

/** Friday to Sunday of a weekend, or to Monday of a long one. */
function daysOfWeekend(name: string, friday: Day, word: "weekend" | "long weekend"): Reading["trip"] {
  const nights = word === "weekend" ? 2 : 3;
  const [startDate, endDate] = [friday.toString(), friday.add({ days: nights }).toString()];
  const days = `Friday to ${nights === 2 ? "Sunday" : "Monday"}: ${dayText(startDate)} to ${dayText(endDate)}`;
  return { startDate, endDate, nights, datesAssumed: `the ${name}, ${days}` };
}
