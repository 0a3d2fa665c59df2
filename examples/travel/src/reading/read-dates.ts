import { Chrono, en, type ParsedComponents, type ParsedResult } from "chrono-node";
import { Temporal } from "temporal-polyfill";
import { dayText, listText } from "../domain/format.ts";
import { type Message, MONTH, WEEKDAY } from "./message.ts";
import { periodOf, readMonthPart, takeWeekend, weekendIn } from "./read-periods.ts";
import type { Reading, ReadingContext } from "./reading.ts";

/** Chrono without times of day, which are wishes about flights. */
const chrono = new Chrono({
  parsers: en.GB.parsers.filter(({ constructor: { name } }) => !/Time(?:Expression|UnitAgo)|CasualTime/.test(name)),
  refiners: en.GB.refiners,
});

type Day = Temporal.PlainDate;

/** A day that a message names. */
interface Point {
  readonly date: Day;
  /** True for the day of the return. */
  readonly isEnd: boolean;
  /** True for a weekday without a date. */
  readonly isWeekday: boolean;
}

/** Reads the days of a trip: exact dates, ranges, weekends, durations, months. */
export function readDates(message: Message, { trip, problems, ask, doubts }: Reading, context: ReadingContext): void {
  const today = Temporal.PlainDate.from(context.today);
  const wrong = impossibleDays(message, today);
  if (message.take(/\b(?:day|same[- ]day) trip\b/, "duration") !== null)
    wrong.push("A day trip is not possible; I plan at least one night.");
  const weekend = takeWeekend(message);
  const part = readMonthPart(message);
  // Chrono reads a lone "may" only after "in".
  const text = message.rest.replaceAll(/···(?=may\b)/g, "in ");
  const found = chrono
    .parse(text, { instant: new Date(`${context.today}T12:00:00Z`), timezone: 0 }, { forwardDate: true })
    .filter((result) => isDate(result, text));
  for (const { index, text: phrase } of found) message.claim(index, index + phrase.length, "dates");
  const past = found.find(({ text: phrase }) => new RegExp(`^last ${WEEKDAY}`).test(phrase));
  if (past !== undefined) wrong.push(`"${past.text}" is in the past.`);
  const unused = found.filter((result) => result !== past);
  problems.push(...wrong, ...(wrong.length > 0 && unused.length > 0 ? [`So I did not use ${named(unused)}.`] : []));
  if (wrong.length > 0) return;
  const exact = found.filter(isExact);
  const vague = found.filter((result) => !isExact(result));
  // "3 March, in April" is not one date, and "the first Monday of March" is not the next Monday.
  const other = vague.find(({ start }) =>
    exact.some((day) => !day.start.isCertain("day") || day.start.get("month") !== start.get("month")),
  );
  if (other !== undefined) {
    ask.push(`which days you mean by ${named([...exact, other])}`);
    return;
  }
  const points = withoutRepeated([
    ...exact.flatMap((result) => pointsOf(result, text, context)),
    ...ordinalDays(message, context, exact[0]),
  ]);
  doubts.push(...new Set([...exact.flatMap(({ start }) => wrongWeekday(start)), ...otherWeekdays(message, points)]));
  if (points.length > 2) {
    ask.push("on which days you travel, because I read more than two dates");
    return;
  }
  // "Return 14 Sept, depart 9 Sept" names the end first.
  const [first, second] = points[0]?.isEnd === true && points[1]?.isEnd === false ? points.toReversed() : points;
  const period = vague[0] === undefined ? null : periodOf(vague[0], part, today);
  if (first === undefined) {
    if (weekend !== null) Object.assign(trip, weekendIn(weekend, period, today));
    else if (period !== null) trip.period = period;
    return;
  }
  const year = exact.flatMap(({ start }) => assumedYear(start, today))[0];
  const set = (name: "startDate" | "endDate", day: Day): void => {
    trip[name] = day.toString();
    if (year !== undefined) trip.datesAssumed = year;
  };
  if (second !== undefined) {
    set("startDate", first.date);
    // "Thursday … Sunday": the second day follows the first one.
    const days = ((second.date.dayOfWeek - first.date.dayOfWeek + 6) % 7) + 1;
    set("endDate", second.isWeekday ? first.date.add({ days }) : second.date);
    return;
  }
  // "On 13 March, arrive the day before and leave the day after": the date is within the trip.
  const early = message.take(/\b(?:arriv\w+|fly(?:ing)? out|go|going|there) the (?:day|night) before\b/, "dates");
  const late = message.take(/\b(?:leaves?|leaving|return\w*|back|home) the day after\b/, "dates");
  if (early !== null || late !== null) {
    set("startDate", first.date.subtract({ days: early === null ? 0 : 1 }));
    if (late !== null) set("endDate", first.date.add({ days: 1 }));
  } else if (weekend === null) set(first.isEnd ? "endDate" : "startDate", first.date);
  else if (first.date.dayOfWeek < 4)
    ask.push(`which weekend you mean, because ${dayText(first.date.toString())} is not at one`);
  else Object.assign(trip, weekendIn(weekend, null, first.date.subtract({ days: 4 })));
}

const named = (results: readonly ParsedResult[]): string => listText(results.map(({ text }) => `"${text.trim()}"`));

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const monthNumber = (name: string): number => MONTHS.indexOf(name.slice(0, 3)) + 1;

/** Claims and names days that do not exist, such as 30 February. */
function impossibleDays(message: Message, today: Day): string[] {
  const pattern = new RegExp(
    `(?:(\\d{1,2})(?:st|nd|rd|th)? ?(?:-|to|until) ?)?(?<![\\d/])(\\d{1,2})(?:st|nd|rd|th)? ?(?:(${MONTH})|/ ?(\\d{1,2})\\b)(?:[ /](\\d{4}))?|\\b(${MONTH}) (\\d{1,2})(?:st|nd|rd|th)?\\b(?!,? ?(?:\\d|:))`,
    "g",
  );
  return [...message.rest.matchAll(pattern)].flatMap(
    ({ index, 0: phrase, 1: before, 2: after, 3: name, 4: number, 5: year, 6: ahead, 7: behind }) => {
      const month = number === undefined ? monthNumber(name ?? ahead ?? "") : Number(number);
      const length = Temporal.PlainYearMonth.from({
        year: Number(year ?? (month < today.month ? today.year + 1 : today.year)),
        month: Math.min(month, 12),
      }).daysInMonth;
      const day = [before, after, behind].find(
        (each) => each !== undefined && (Number(each) > length || Number(each) < 1),
      );
      if (month <= 12 && day === undefined) return [];
      message.claim(index, index + phrase.length, "dates");
      if (month > 12) return [`${phrase.trim()} is not a date; write the day before the month.`];
      const monthText = Temporal.PlainDate.from({ year: 2000, month, day: 1 }).toLocaleString("en-GB", {
        month: "long",
      });
      return [`${day} ${monthText}${day === "29" ? ` ${year ?? today.year + 1}` : ""} does not exist.`];
    },
  );
}

/** True for a result that names a day, a week or a month, and not only a word that looks like one. */
function isDate({ start, text, index }: ParsedResult, all: string): boolean {
  if (!(["day", "weekday", "month", "year"] as const).some((part) => start.isCertain(part))) return false;
  const before = all.slice(0, index);
  // "two days" is a length, "in two days" a date.
  if (
    /^(?:an? |\w+ )?(?:days?|nights?|weeks?|months?|years?)$/.test(
      text.replace(/^(?:this|next|last|past|coming|following) /, "next-"),
    )
  )
    return false;
  if (/\b(?:after|before)\b|^now$|\b(?:hours?|minutes?|h|min|week-?ends?)\b|\bday\b/.test(text)) return false;
  if (/^(?:sun|sat|wed|mon)$/.test(text))
    return /(?:\b(?:on|next|this|from|to|back|return|returning)|-)\s*$/.test(before);
  if (text === "may")
    return !/\b(?:i|you|we|that|it)\s*$/.test(before) && !/^\s*(?:i|we|be)\b/.test(all.slice(index + 3));
  return text !== "march" || !/\b(?:i|you|we)\s*$/.test(before);
}

const isExact = ({ start, text }: ParsedResult): boolean =>
  start.isCertain("weekday") ||
  (start.isCertain("day") && !/\b(?:this|next|last|past|following|coming) (?:week|month|year)\b/.test(text));

const dayOf = (part: ParsedComponents): Day =>
  Temporal.PlainDate.from({ year: part.get("year") ?? 0, month: part.get("month") ?? 1, day: part.get("day") ?? 1 });

/** A doubt about "Saturday 15 January" when that day is another weekday. */
function wrongWeekday(start: ParsedComponents): readonly string[] {
  const date = dayOf(start);
  if (!start.isCertain("day") || !start.isCertain("weekday") || start.get("weekday") === date.dayOfWeek % 7) return [];
  return [`${dayText(date.toString())} is a ${date.toLocaleString("en-GB", { weekday: "long" })}`];
}

/** Doubts about weekdays that stand before another day of the month. */
const otherWeekdays = ({ weekdays }: Message, points: readonly Point[]): readonly string[] =>
  weekdays.flatMap(({ weekday, day }) => {
    const date = points.find((point) => !point.isWeekday && point.date.day === day)?.date;
    const name = date?.toLocaleString("en-GB", { weekday: "long" });
    if (date === undefined || name === undefined || name.toLowerCase().startsWith(weekday.slice(0, 3))) return [];
    return [`${dayText(date.toString())} is a ${name}`];
  });

/** Says in which year a day is that was named without one, if it is not this year's. */
function assumedYear(start: ParsedComponents, today: Day): readonly string[] {
  const date = dayOf(start);
  if (start.isCertain("weekday") || start.isCertain("year") || date.year === today.year) return [];
  const name = date.toLocaleString("en-GB", { day: "numeric", month: "long" });
  return [`the next ${name}, which is in ${date.year}`];
}

function pointsOf({ start, end, index, text }: ParsedResult, all: string, { trip }: ReadingContext): readonly Point[] {
  const isEnd =
    /(?:\b(?:to|until|back|home|returning|return|by)|-)\s*(?:on\s*)?$/.test(all.slice(0, index)) ||
    /^to\b/.test(text) ||
    /^\s*(?:back|home)\b/.test(all.slice(index + text.length));
  const isWeekday = !start.isCertain("day");
  const from = isWeekday ? nearTrip(dayOf(start), isEnd, trip?.startDate ?? null) : dayOf(start);
  if (!end) return [{ date: from, isEnd, isWeekday }];
  return [
    { date: from, isEnd: false, isWeekday },
    { date: withYear(dayOf(end), from, end), isEnd: true, isWeekday: !end.isCertain("day") },
  ];
}

/** The weekday that a correction of a trip means: of the return after its start, of the start around it. */
function nearTrip(day: Day, isEnd: boolean, startDate: string | null): Day {
  if (startDate === null) return day;
  const from = Temporal.PlainDate.from(startDate).add({ days: isEnd ? 1 : -3 });
  return from.add({ days: (day.dayOfWeek - from.dayOfWeek + 7) % 7 });
}

/** Undoes chrono's move of an end to another year than that of the start, unless the trip crosses the year. */
function withYear(end: Day, start: Day, part: ParsedComponents): Day {
  if (part.isCertain("year") || part.isCertain("weekday")) return end;
  const sameYear = end.with({ year: start.year });
  const nextYear = end.with({ year: start.year + 1 });
  return Temporal.PlainDate.compare(sameYear, start) < 0 && start.until(nextYear).days <= 60 ? nextYear : sameYear;
}

/** "A Friday morning, 5 February" is one day: a weekday is dropped that a date repeats. */
const withoutRepeated = (points: readonly Point[]): readonly Point[] =>
  points.filter(
    ({ date, isWeekday }) =>
      !isWeekday || !points.some((other) => !other.isWeekday && other.date.dayOfWeek === date.dayOfWeek),
  );

/** Reads "from the 5th to the 9th" in the month of the trip, else in the next month that has such days ahead. */
function ordinalDays(
  message: Message,
  { trip, today }: ReadingContext,
  exact: ParsedResult | undefined,
): readonly Point[] {
  const found = message.takeAll(
    /(?<!\b(?:my|our|her|his|their) )(?:\b(from|on|by|to|until|back,? on|-)\s*)?\b(?:the )?(\d{1,2})(?:st|nd|rd|th)\b(?! (?:class|floor|row|time|birthday))/,
    "day of the month",
  );
  // "6 to 9" alone corrects the days of a trip.
  const isCorrection = exact === undefined && (trip?.startDate ?? null) !== null;
  const bare = isCorrection
    ? message.take(
        /(?:\bfrom )?\b(\d{1,2}) ?(?:to|-|until) ?(\d{1,2})\b(?=\s*(?:$|[.,!·]|instead|please))/,
        "day of the month",
      )
    : null;
  const days =
    bare === null
      ? found
      : [
          ["", "from", bare[1] ?? ""],
          ["", "to", bare[2] ?? ""],
        ];
  const anchor = exact === undefined ? (trip?.period?.from ?? trip?.startDate ?? null) : dayOf(exact.start).toString();
  let after = Temporal.PlainDate.from(anchor ?? today);
  if (anchor !== null) after = after.with({ day: 1 });
  return days.flatMap(([, preposition = "", day = ""]) => {
    const months = [0, 1, 2].map((count) => after.with({ day: 1 }).add({ months: count }));
    const month = months.find(
      (each) =>
        Number(day) <= each.daysInMonth && Temporal.PlainDate.compare(each.with({ day: Number(day) }), after) >= 0,
    );
    if (month === undefined || Number(day) < 1) return [];
    after = month.with({ day: Number(day) });
    return [{ date: after, isEnd: /to|un|by|back|-/.test(preposition), isWeekday: false }];
  });
}
