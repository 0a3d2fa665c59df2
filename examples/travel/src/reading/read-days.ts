import { type Days, mondayOf, nearTo, onOrAfter, readDays, type Sheet, weekdayOf } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import { dayText, listText, texts } from "../domain/format.ts";
import type { Reading, ReadingContext } from "./reading.ts";
import { DAYS, says } from "./words.ts";

type Day = Temporal.PlainDate;
type Period = NonNullable<Reading["trip"]["period"]>;

/** A day that a message names, with what the words around it say: the start, the return, a part of the plan, or no day of the trip. */
interface Named extends Days {
  readonly side: "start" | "end" | "plan" | "except" | null;
}

const ORDINALS = ["first", "second", "third", "fourth", "last"];

/** Reads the days of a trip: exact dates, ranges, weekends, weeks and months. What is not one reading is asked about. */
export function readTripDays(sheet: Sheet, reading: Reading, context: ReadingContext): void {
  const { trip, problems, ask, unavailable } = reading;
  const today = Temporal.PlainDate.from(context.today);
  const { startDate: from = null, period: vaguely = null } = context.trip ?? {};
  const [weekend = null, ordinal, part] = [DAYS.weekend, DAYS.ordinal, DAYS.monthPart].map((words) =>
    sheet.take(words),
  );
  const [dayBefore, after] = [sheet.take(DAYS.dayBefore), from === null ? null : sheet.take(DAYS.after)];
  const named = readDays(sheet, today).filter(({ text }) => !says(DAYS.noDay, text));
  const dated = [DAYS.dated, DAYS.months].map((words) => named.find(({ text }) => says(words, text)));
  const base = from ?? vaguely?.from ?? (dated[0] ?? dated[1])?.first.toString();
  const read = named.map((each): Named => {
    const days = { ...each, side: sideOf(each, sheet, from !== null) };
    const shift = after !== null || days.side === "end" ? 1 : -3;
    if (base === undefined) return days;
    return nearBase(days, Temporal.PlainDate.from(base), today, from === null ? null : shift);
  });
  const [not = [], planned = []] = (["except", "plan"] as const).map((which) =>
    read.filter(({ side }) => side === which),
  );
  const meant = read.filter(({ side }) => side !== "except" && side !== "plan");
  unavailable.push(...planned.map(({ text }) => `a chosen day for a part of the plan ("${text.trim()}")`));
  // "June, not May" names one month; "3 March, but not in April" is not clear.
  const isRefused = meant.some(({ first }) => not.some((days) => isIn(days, first)));
  if (not.length > 0 && (from === null || meant.length === 0 || isRefused)) ask.push(`what you mean by ${quoted(not)}`);
  problems.push(...meant.flatMap(problemsOf));
  const possible = meant.filter((days) => problemsOf(days).length === 0);
  const isWrong = possible.length < meant.length;
  if (isWrong && from !== null) return;
  // "The 24th" may be of the month of a day that does not exist, and what is left of "31 June to 4 July" is the end.
  const fine = possible
    .filter(({ text }) => !isWrong || says(`${DAYS.dated}|${DAYS.months}`, text))
    .map((days): Named => (isWrong && meant.indexOf(days) > 0 ? { ...days, side: days.side ?? "end" } : days));
  if (fine.length < possible.length) problems.push(`So I did not use ${quoted(possible)}.`);
  // "The first week of June, Monday to Friday" names days.
  const vague = fine.filter(
    ({ kind, text }) =>
      kind === "span" || (!/\d/u.test(text) && says(DAYS.months, text) && !(kind === "days" && says("week", text))),
  );
  const [period = null] = vague.map(({ first, last, role, text }) => ({
    from: first.toString(),
    to: last.toString(),
    words: `${part?.[0] ?? ""} ${text
      .slice(role.length)
      .replace(/[\s,]+$/u, "")
      .trim()}`.trim(),
  }));
  // "New Year's Eve, 30 Dec to 2 Jan" names a day of the range.
  const isWithin = ({ kind, text, weekday, first }: Named): boolean =>
    kind === "day" &&
    weekday === null &&
    !/\d/u.test(text) &&
    fine.some((each) => each.kind === "days" && isIn(each, first));
  const exact = fine.filter((days) => !vague.includes(days) && !isWithin(days));
  const isOther = vague.some((days) => days.kind !== "span" || exact.some(({ first }) => !isIn(days, first)));
  const all = exact.flatMap((days) => pointsOf(days, from !== null));
  // "10-12 May, back before 15:00 on the 12th" names the last day twice.
  const points = all.filter(({ day }, at) => all.length < 3 || all.findIndex((point) => point.day.equals(day)) === at);
  if (ordinal && period !== null) {
    const day = weekdayIn(Temporal.PlainDate.from(period.from), ordinal[1] ?? "", weekdayOf(ordinal[2] ?? ""));
    points.push({ day, side: null, isWeekday: false });
  }
  const isMany = points.length > 2 || points.map(({ side }) => side).join(" ") === "end end";
  if (vague.length > 1 || isOther) ask.push(`which days you mean by ${quoted([...exact, ...vague])}`);
  else if (isMany) ask.push("on which days you travel, because I read too many dates");
  else if (weekend !== null && points.length < 2 && points[0]?.side !== "end") {
    // "The weekend after" is after the trip, and a weekend without a word such as "next" is near it.
    const isNear = weekend[1] === undefined && period === null;
    const known = after === null ? (isNear ? from : null) : (context.trip?.endDate ?? from);
    const near = points[0]?.day ?? (known === null ? null : Temporal.PlainDate.from(known));
    Object.assign(trip, weekendIn(weekend, period, near?.subtract({ days: after === null ? 4 : 1 }) ?? today));
  } else if (points.length === 0 && period !== null) trip.period = period;
  else {
    setDays(trip, points, context, sheet.text);
    if (trip.startDate !== undefined && dayBefore !== null)
      trip.startDate = Temporal.PlainDate.from(trip.startDate).subtract({ days: 1 }).toString();
    const assumed = texts(...exact.map((days) => days.assumed), assumedYear(exact[0], today)).join("; ");
    if (assumed !== "") trip.datesAssumed = assumed;
  }
}

interface Point {
  readonly day: Day;
  readonly side: Named["side"];
  readonly isWeekday: boolean;
}

/** Sets the start and the end of the trip to at most two days. */
function setDays(
  trip: Reading["trip"],
  points: readonly Point[],
  { trip: before }: ReadingContext,
  text: string,
): void {
  const { startDate: from = null, endDate: until = null, wishes } = before ?? {};
  // "Return 14 Sept, depart 9 Sept" names the end first.
  const isTurned = points[0]?.side === "end" && points[1]?.side !== "end";
  const [first, second] = isTurned && points.length > 1 ? points.toReversed() : points;
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
  const isOpen = from !== null && until === null && wishes?.oneWay !== true && trip.nights === undefined;
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
  // "A museum on Saturday" names a day of the museum, and not of the trip.
  if (kind === "day" && says(isCorrection ? DAYS.things : DAYS.plan, clause)) return "plan";
  if (says(DAYS.moves, `${clause}${role} `)) return null;
  const isBack = says(DAYS.return, `${clause}${role} `) || says(DAYS.back, sheet.left.slice(0, at));
  if (isBack || says(DAYS.isBack, sheet.text.slice(at + text.length))) return "end";
  return says(DAYS.leave, `${clause}${role} `) ? "start" : null;
}

function pointsOf({ kind, first, last, text, weekday, side }: Named, isCorrection: boolean): Point[] {
  const isWeekday = weekday !== null && !/\d/u.test(text);
  if (kind === "day") return [{ day: first, side, isWeekday }];
  // An end without a year is not in another year than the start, unless the trip crosses the year.
  const [same, next] = [first.year, first.year + 1].map((year) => last.with({ year }));
  const isCrossing = same && next && Temporal.PlainDate.compare(same, first) < 0 && first.until(next).days <= 60;
  const end = isWeekday || /\d{4}/u.test(text) ? last : isCrossing ? next : same;
  return [
    { day: first, side: isCorrection && side === "start" ? side : null, isWeekday },
    { day: end ?? last, side: "end", isWeekday },
  ];
}

/** Says which year was meant by a date without one, if it is not this year's. */
function assumedYear(days: Days | undefined, today: Day): string | false {
  if (days === undefined || days.first.year === today.year || days.weekday !== null) return false;
  const name = days.first.toLocaleString("en-GB", { day: "numeric", month: "long" });
  const isSaid = /\d{4}/u.test(days.text) || days.assumed !== null;
  return !isSaid && `the next ${name}, which is in ${days.first.year}`;
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

/** The first, second or last such weekday from a day on, in its month. */
function weekdayIn(from: Day, which: string, weekday: number): Day {
  const first = onOrAfter(weekday, from);
  const at = Math.max(0, ORDINALS.indexOf(which.toLowerCase()));
  return first.add({ weeks: at < 4 ? at : Math.floor((first.daysInMonth - first.day) / 7) });
}

/** The weekend that a message means, in a month or from tomorrow on: Friday to Sunday, or to Monday for a long one. */
function weekendIn([, which = "", long]: readonly string[], period: Period | null, today: Day): Reading["trip"] {
  const tomorrow = today.add({ days: 1 });
  const month = period === null ? null : Temporal.PlainDate.from(period.from);
  const from = month ?? (/next/iu.test(which) ? mondayOf(today).add({ days: 7 }) : tomorrow);
  const start = Temporal.PlainDate.compare(from, tomorrow) < 0 ? tomorrow : from;
  const friday = weekdayIn(start, month === null ? "" : which, 5);
  const [name, nights] = long === undefined ? (["weekend", 2] as const) : (["long weekend", 3] as const);
  const [startDate, endDate] = [friday.toString(), friday.add({ days: nights }).toString()];
  const ordinal = ORDINALS[Math.max(0, ORDINALS.indexOf(which.toLowerCase()))];
  const ofMonth = `${ordinal} ${name} of ${friday.toLocaleString("en-GB", { month: "long" })}`;
  const days = `Friday to ${nights === 3 ? "Monday" : "Sunday"}: ${dayText(startDate)} to ${dayText(endDate)}`;
  return { startDate, endDate, nights, datesAssumed: `the ${month === null ? name : ofMonth}, ${days}` };
}
