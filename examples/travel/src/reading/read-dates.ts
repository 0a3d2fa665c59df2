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
  /** Null if the words do not say whether it is the day of the start or of the return. */
  readonly side: "start" | "end" | null;
  /** True for a weekday without a date. */
  readonly isWeekday: boolean;
}

/** Reads the days of a trip: exact dates, ranges, weekends, durations, months. */
export function readDates(message: Message, { trip, problems, ask, doubts }: Reading, context: ReadingContext): void {
  const today = Temporal.PlainDate.from(context.today);
  const { startDate: from = null, endDate: until = null, wishes } = context.trip ?? {};
  if (from !== null && readNext(message, trip, from, until)) return;
  // "June, not May" and "not May, June" name one month.
  const not = new RegExp(`,?\\s*\\bnot (?:in |on )?(?:${MONTH}|${WEEKDAY})(?:,? but\\b)?`);
  if (from !== null && new RegExp(`\\b(?:${MONTH}|${WEEKDAY})`).test(message.rest.replace(not, "")))
    void message.take(not, "correction");
  const wrong = impossibleDays(message, today);
  if (message.take(/\b(?:day|same[- ]day) trip\b|\band back (?:in a|(?:on )?the same) day\b/, "duration") !== null)
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
  // "30 February to 3 March" still says when a new trip ends.
  const isEnd = (day: ParsedResult): boolean => isExact(day) && sideOf(text.slice(0, day.index), false) === "end";
  const isKept = from === null && unused.length === 1 && unused.every(isEnd);
  if (wrong.length > 0 && unused.length > 0 && !isKept) wrong.push(`So I did not use ${named(unused)}.`);
  problems.push(...wrong);
  if (wrong.length > 0 && !isKept) return;
  const exact = unused.filter(isExact);
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
  const sides = points.map(({ side }) => side);
  if (points.length > 2 || sides.join(" ") === "end end") {
    ask.push("on which days you travel, because I read too many dates");
    return;
  }
  // "Return 14 Sept, depart 9 Sept" names the end first.
  const [first, second] = sides[0] === "end" && points.length > 1 ? points.toReversed() : points;
  void message.take(/\bhome,? (?=(?:on |by )?·)|\b(?:set|head)(?:ting|ing)? off (?=(?:on )?·)/, "dates");
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
  } else if (weekend === null) {
    const isMoved = /\b(?:move|shift|push|postpone|bring|same (?:number|length))/i.test(message.text);
    const isCorrected = /\b(?:no|not|sorry|instead|rather|actually|wrong|meant?)\b/i.test(message.text);
    const isDated = from !== null && wishes?.oneWay !== true && trip.nights === undefined;
    const end = first.isWeekday ? nearTrip(first.date, true, from) : first.date;
    const fills = isDated && until === null && first.side === null && !isCorrected && end.toString() > from;
    set(first.side === "end" || fills ? "endDate" : "startDate", fills ? end : first.date);
    if (isDated && !isMoved && until !== null && trip.startDate !== undefined) {
      if (first.side === "start" && until > trip.startDate) trip.endDate = until;
    }
  } else if (first.date.dayOfWeek < 4)
    ask.push(`which weekend you mean, because ${dayText(first.date.toString())} is not at one`);
  else Object.assign(trip, weekendIn(weekend, null, first.date.subtract({ days: 4 })));
}

/** "Not this one, the Friday after", which counts from the days of the trip. */
const NEXT = new RegExp(
  `(?:\\bnot (?:this|that)(?: one| week-?end| ${WEEKDAY})?,? (?:but )?)?\\bthe (${WEEKDAY}|week-?end) after(?: that| this)?(?=\\s*(?:$|[.,;!?]|please\\b|instead\\b))`,
);

/** Reads the weekday after the start of a trip, or the weekend after its end. */
function readNext(message: Message, trip: Reading["trip"], from: string, until: string | null): boolean {
  const found = message.take(NEXT, "dates");
  if (found === null) return false;
  const start = Temporal.PlainDate.from(from);
  const last = until === null ? start : Temporal.PlainDate.from(until).subtract({ days: 1 });
  const weekday = "mon tue wed thu fri sat sun".split(" ").indexOf(found[1]?.slice(0, 3) ?? "");
  const day = start.add({ days: ((weekday - start.dayOfWeek + 7) % 7) + 1 }).toString();
  const assumed = { startDate: day, datesAssumed: `${dayText(day)}, the next one after ${dayText(from)}` };
  Object.assign(trip, weekday < 0 ? weekendIn(found, null, last) : assumed);
  return true;
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
      const day = [before, after, behind].find((each = "1") => Number(each) > length || Number(each) < 1);
      if (month <= 12 && day === undefined) return [];
      message.claim(index, index + phrase.length, "dates");
      if (month > 12) return [`${phrase.trim()} is not a date; write the day before the month.`];
      const firstDay = Temporal.PlainDate.from({ year: 2000, month, day: 1 });
      const monthText = firstDay.toLocaleString("en-GB", { month: "long" });
      return [`${day} ${monthText}${day === "29" ? ` ${year ?? today.year + 1}` : ""} does not exist.`];
    },
  );
}

/** True for a result that names a day, a week or a month, and not only a word that looks like one. */
function isDate({ start, text, index }: ParsedResult, all: string): boolean {
  if (!(["day", "weekday", "month", "year"] as const).some((part) => start.isCertain(part))) return false;
  const before = all.slice(0, index);
  // "two days" is a length, "in two days" a date.
  const length = text.replace(/^(?:this|next|last|past|coming|following) /, "next-");
  if (/^(?:an? |\w+ )?(?:days?|nights?|weeks?|months?|years?)$/.test(length)) return false;
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

/** "On the 8th back", and not "on the 8th, back on the 10th". */
const BACK = new RegExp(`^\\s*(?:back|home)\\b(?!,? (?:on )?(?:the )?(?:\\d|${WEEKDAY}))`);

const RETURN = /(?:\b(?:to|until|back|home|returning|return|by|stay(?:ing)?|end(?:ing)?)|-),?\s*(?:(?:on|by)\s*)?$/;
const LEAVE = /\b(?:leave|leaving|off|depart(?:ing)?|start(?:ing)?|begin|arrive|out|go|going|from)\s*(?:on\s*)?$/;

/** Reads from the words before a day whether it is the day of the start or of the return. */
function sideOf(text: string, isChange: boolean): Point["side"] {
  const before = isChange ? text.replace(/(?:[\s,]+(?:flight|too|also|as well|instead|then))*[\s,]*$/, " ") : text;
  return RETURN.test(before) ? "end" : LEAVE.test(before) ? "start" : null;
}

function pointsOf({ start, end, index, text }: ParsedResult, all: string, { trip }: ReadingContext): readonly Point[] {
  const isBack = /^to\b/.test(text) || BACK.test(all.slice(index + text.length));
  const side = isBack ? "end" : sideOf(all.slice(0, index), (trip?.startDate ?? null) !== null);
  const isWeekday = !start.isCertain("day");
  const from = isWeekday ? nearTrip(dayOf(start), side === "end", trip?.startDate ?? null) : dayOf(start);
  if (!end) return [{ date: from, side, isWeekday }];
  return [
    { date: from, side: null, isWeekday },
    { date: withYear(dayOf(end), from, end), side: "end", isWeekday: !end.isCertain("day") },
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
  // "I meant 15" completes a trip without an end.
  const meant = (trip?.endDate ?? null) === null ? "|\\bmeant? (\\d{1,2})" : "";
  const pattern = `(?:(?:\\bfrom )?\\b(\\d{1,2}) ?(?:to|-|until) ?(\\d{1,2})\\b${meant})(?=\\s*(?:$|[.,!·]|instead|please))`;
  const bare = isCorrection ? message.take(new RegExp(pattern), "day of the month") : null;
  const [, start, end, only] = bare ?? [];
  const days = [
    ...(bare === null ? found : []).map(({ index, 1: preposition = "", 2: day }) => ({
      side: sideOf(`${message.text.slice(0, index).toLowerCase()}${preposition}`, isCorrection),
      day,
    })),
    { side: "start" as const, day: start },
    { side: "end" as const, day: end ?? only },
  ].filter(({ day }) => day !== undefined);
  const anchor = exact === undefined ? (trip?.period?.from ?? trip?.startDate ?? null) : dayOf(exact.start).toString();
  let after = Temporal.PlainDate.from(anchor ?? today);
  // A return alone is after the start of the trip.
  if (anchor !== null && !(isCorrection && days.length === 1 && days[0]?.side === "end"))
    after = after.with({ day: 1 });
  return days.flatMap(({ side, day }) => {
    const months = [0, 1, 2].map((count) => after.with({ day: 1 }).add({ months: count }));
    const month = months.find(
      (each) =>
        Number(day) <= each.daysInMonth && Temporal.PlainDate.compare(each.with({ day: Number(day) }), after) >= 0,
    );
    if (month === undefined || Number(day) < 1) return [];
    after = month.with({ day: Number(day) });
    return [{ date: after, side, isWeekday: false }];
  });
}
