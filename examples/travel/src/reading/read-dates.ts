import { Chrono, en, type ParsedResult } from "chrono-node";
import { Temporal } from "temporal-polyfill";
import { dayText } from "../domain/describe-trip.ts";
import { type Message, NUMBER, numberOf } from "./message.ts";
import type { Reading, ReadingContext } from "./reading.ts";
import { rewrite, type Rewritten } from "./rewrite.ts";

const MONTH_NAMES = "January February March April May June July August September October November December".split(" ");
const MONTH = `(?:${MONTH_NAMES.join("|")}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\b\\.?`.toLowerCase();
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const WEEKDAY = "(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\\b";
const ORDINALS = ["first", "second", "third", "fourth", "last"];

/** Chrono without times of day, which are wishes about flights. */
const chrono = new Chrono({
  parsers: en.GB.parsers.filter(({ constructor: { name } }) => !/Time(?:Expression|UnitAgo)|CasualTime/.test(name)),
  refiners: en.GB.refiners,
});

/** Days after which a date without a year means the next year. */
const JUST_PASSED = 60;

type Words = Reading["trip"] & Pick<Reading, "problems" | "ask" | "doubts">;
type Day = Temporal.PlainDate;

const dateOf = (year: number, month: number, day: number): Day | null => {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: "reject" });
  } catch {
    return null;
  }
};

const monthNumber = (name: string): number =>
  MONTH_NAMES.findIndex((month) => month.toLowerCase().startsWith(name.slice(0, 3))) + 1;

/** Converts "5.3." and "5/3/27" to "5 March" and "5 March 2027". Day and month are in the European order. */
const numeric = (all: string, day: string, month: string, year: string): string => {
  const name = MONTH_NAMES[Number(month) - 1];
  return name === undefined || Number(day) > 31
    ? all
    : `${day} ${name.toLowerCase()}${year === "" ? "" : ` ${year.length === 2 ? `20${year}` : year}`}`;
};

const SPELLINGS: Parameters<typeof rewrite>[1] = [
  [/(?<![\d.,])(\d{1,2})\.?\s*-\s*(?=\d{1,2}\.\d{1,2}\b)/g, (_, day) => `${day} to `],
  [
    /(?<![\d.,:])(\d{1,2})[./](\d{1,2})(?:[./]((?:20)?\d\d)\b|\.(?!\d)|(?=\s*(?:-|to|until|till)\s*\d{1,2}[./])|(?<=(?:-|to|until|till)\s*\S+))/g,
    numeric,
  ],
  [new RegExp(`(\\d{1,2})\\.(?=\\s*(?:-|to\\b|until\\b|${MONTH}))`, "g"), (_, day) => day],
  [/\b(?:till|til|until|through|thru|up to)\b/g, () => "to"],
  [/\bthe\s+(?=\d|\w+day\b)/g, () => ""],
  [new RegExp(`\\bof\\s+(?=${MONTH})`, "g"), () => ""],
  [/\bbetween\s+(\d{1,2}(?:st|nd|rd|th)?(?:\s+\p{L}+)?)\s+and\s+(?=\d)/gu, (_, day) => `${day} to `],
  [new RegExp(`\\b(?:from|between|on)\\s+(?=\\d|${MONTH}|${WEEKDAY}|next|this|tomorrow)`, "g"), () => ""],
  [/\bto\s+to\b/g, () => "to"],
];

/** Reads the days of a trip: exact dates, ranges, weekends, durations, months. */
export function readDates(message: Message, context: ReadingContext): Words {
  const words: Words = { problems: [], ask: [], doubts: [] };
  const today = Temporal.PlainDate.from(context.today);
  const nights = readNights(message);
  const weekend = message.take(
    new RegExp(
      `(?:(this|next|the coming|coming|(?:the )?(?:${ORDINALS.join("|")})) )?(long )?week-?ends?(?: (?:break|trip))?`,
    ),
    "weekend",
  );
  const monthPart = message.take(
    /\b(early|mid|late|(?:the )?(?:beginning|start|middle|end) of|(?:the )?(first|second|third|last) week (?:of|in))(?:[\s-]+)(?=\p{L})(?!flight|morning|evening|afternoon|night|depart|return|check|dinner)/u,
    "part of a month",
  );
  const text = rewrite(message.rest, SPELLINGS);
  const claim = (start: number, end: number): void => claimRewritten(message, text, [start, end]);
  const impossible = impossibleDays(text.text, today);
  for (const { index, length, problem } of impossible) {
    words.problems.push(problem);
    claim(index, index + length);
  }
  const blank = impossible.reduce(
    (all, { index, length }) => all.slice(0, index) + "·".repeat(length) + all.slice(index + length),
    text.text,
  );
  const found = chrono
    .parse(blank, { instant: new Date(`${context.today}T12:00:00Z`), timezone: 0 }, { forwardDate: true })
    .filter((result) => isDate(result, blank));
  for (const { index, text: phrase } of found) claim(index, index + phrase.length);
  const exact = found.filter(isExact);
  const vague = found.filter((result) => !isExact(result));
  const moved = new Set<ParsedResult>();
  for (const result of exact) {
    const { start } = result;
    if (start.isCertain("weekday") || start.isCertain("year")) continue;
    const thisYear = dateOf(today.year, start.get("month") ?? 1, start.get("day") ?? 1);
    if (thisYear === null || start.get("year") === today.year || Temporal.PlainDate.compare(thisYear, today) > 0)
      continue;
    // What has just passed was hardly meant for next year.
    if (thisYear.until(today).days <= JUST_PASSED) moved.add(result);
    else
      words.datesAssumed ??= `the next ${thisYear.day} ${MONTH_NAMES[thisYear.month - 1]}, which is in ${start.get("year")}`;
  }
  const period = vague[0] === undefined ? null : periodOf(vague[0], monthPart?.[0] ?? "", today);
  const days = [
    ...exact.flatMap((result) => pointsOf(result, blank, moved.has(result) ? 1 : 0)),
    ...ordinalDays(message, context),
  ];
  const [from, to] = days;
  // "Thursday … Sunday": the second day follows the first one.
  if (
    exact[1]?.start.isCertain("weekday") === true &&
    !exact[1].start.isCertain("day") &&
    from &&
    to &&
    Temporal.PlainDate.compare(to.date, from.date) <= 0
  )
    to.date = to.date.add({ days: 7 });
  const stated = { ...(nights !== null && { nights }) };
  if (days.length > 2)
    return { ...words, ...stated, ask: ["on which days you travel, because I read more than two dates"] };
  const [first, second] = days;
  if (first !== undefined) {
    if (second === undefined && first.isEnd) return { ...words, ...stated, endDate: first.date.toString() };
    if (second === undefined && weekend !== null)
      return { ...words, ...weekendAt(first.date.subtract({ days: 3 }), weekend, "") };
    return {
      ...words,
      ...stated,
      startDate: first.date.toString(),
      ...(second !== undefined && { endDate: second.date.toString() }),
    };
  }
  if (impossible.length > 0) return { ...words, ...stated };
  if (weekend !== null) return { ...words, ...weekendIn(weekend, period, today) };
  if (period !== null) return { ...words, ...stated, period };
  return { ...words, ...stated };
}

/** Reads a duration. Five days are four nights, and a week is seven. */
function readNights(message: Message): number | null {
  const found =
    message.take(
      new RegExp(
        `(?<!\\bin |within |after |in the next )(?:\\bfor )?(?:about |around |the )?\\b(${NUMBER}|the)[\\s-]+(?:full |whole )?(night|day|week|fortnight)s?\\b(?! (?:from (?:now|today|tomorrow|\\w+day)|ago|later|earlier|before|after|more|less|longer|shorter|of (?:${MONTH})|in advance))(?:[\\s-](?:trip|break|stay|holiday|vacation|city break))?`,
      ),
      "duration",
    ) ?? message.take(/\b(?:overnight|(a) fortnight)\b/, "duration");
  if (found === null) return null;
  const [phrase = "", count = "a", unit = phrase.includes("fortnight") ? "fortnight" : "night"] = found;
  const number = count === "the" ? 1 : numberOf(count);
  return unit === "fortnight" ? 14 : unit === "week" ? number * 7 : unit === "day" ? number - 1 : number;
}

function impossibleDays(text: string, today: Day) {
  const pattern = new RegExp(
    `(?:${DAY}\\s*(?:-|to)\\s*)?\\b${DAY}\\s+(${MONTH})(?:\\s+(\\d{4}))?|\\b(${MONTH})\\s+${DAY}(?!\\d)(?:,?\\s+(\\d{4}))?|(?<![\\d.,€])\\b(\\d{1,2})[./](\\d{1,2})(?:\\.(?!\\d)|[./]\\d{2,4})`,
    "g",
  );
  return [...text.matchAll(pattern)].flatMap((match) => {
    const [phrase, , dayBefore, monthAfter, yearAfter, monthBefore, dayAfter, yearBefore, numeral] = match;
    const place = { index: match.index, length: phrase.length };
    if (numeral !== undefined)
      return [{ ...place, problem: `${phrase} is not a date; write the day before the month.` }];
    const month = monthNumber(monthAfter ?? monthBefore ?? "");
    const day = Number(dayBefore ?? dayAfter);
    const year = Number(yearAfter ?? yearBefore ?? (month < today.month ? today.year + 1 : today.year));
    if (dateOf(year, month, day) !== null) return [];
    return [
      {
        ...place,
        problem: `${day} ${MONTH_NAMES[month - 1]}${month === 2 && day === 29 ? ` ${year}` : ""} does not exist.`,
      },
    ];
  });
}

/** True for a result that names a day, a week or a month, and not only a word that looks like one. */
function isDate({ start, text, index }: ParsedResult, all: string): boolean {
  if (
    !["day", "weekday", "month", "year"].some((part) =>
      start.isCertain(part === "day" || part === "weekday" || part === "month" ? part : "year"),
    )
  )
    return false;
  if (/\bday\b/.test(text) && !text.includes("tomorrow")) return false;
  if (/\b(?:hours?|minutes?|h|min)\b/.test(text)) return false;
  if (/^(?:sun|sat|wed|mon)$/.test(text)) return /\b(?:on|next|this|from|to|-)\s*$/.test(all.slice(0, index));
  return !/^(?:may|march)$/.test(text) || !/\b(?:i|you|we|that)\s*$/.test(all.slice(0, index));
}

const isExact = ({ start, text }: ParsedResult): boolean =>
  start.isCertain("weekday") ||
  (start.isCertain("day") && !/\b(?:this|next|last|past|following|coming)\s+(?:week|month|year)\b/.test(text));

/** Days of a result, some years earlier than chrono took them. */
function pointsOf({ start, end, index, text }: ParsedResult, all: string, yearsBack: number) {
  const day = (part: typeof start): Day | null =>
    dateOf((part.get("year") ?? 0) - yearsBack, part.get("month") ?? 0, part.get("day") ?? 0);
  const isEnd =
    /(?:\bto|until|back|home|returning|return|by)\s*(?:on\s*)?$/.test(all.slice(0, index)) || /^to\b/.test(text);
  const [from, to] = [day(start), end ? day(end) : null];
  return [
    ...(from === null ? [] : [{ date: from, isEnd }]),
    ...(to === null ? [] : [{ date: withYear(to, from, end), isEnd: true }]),
  ];
}

/** Undoes chrono's move of an end to another year than that of the start, unless the trip crosses the year. */
function withYear(end: Day, start: Day | null, part: ParsedResult["end"]): Day {
  if (start === null || part === null || part === undefined || part.isCertain("year") || part.isCertain("weekday"))
    return end;
  const sameYear = end.with({ year: start.year });
  if (Temporal.PlainDate.compare(sameYear, start) >= 0) return sameYear;
  const nextYear = end.with({ year: start.year + 1 });
  return start.until(nextYear).days <= 60 ? nextYear : sameYear;
}

/** Reads "from the 5th to the 9th" in the month of the trip, else in the next month that has such days ahead. */
function ordinalDays(message: Message, { trip, today }: ReadingContext): readonly { date: Day; isEnd: boolean }[] {
  const found = message.takeAll(
    /(?:\b(from|on|to|until|till|back on|-)\s*)?\b(?:the )?(\d{1,2})(?:st|nd|rd|th)\b/,
    "day of the month",
  );
  const anchor = trip?.period?.from ?? trip?.startDate ?? null;
  let after = anchor === null ? Temporal.PlainDate.from(today) : Temporal.PlainDate.from(anchor).with({ day: 1 });
  return found.flatMap(([, preposition = "", day = ""]) => {
    for (const month of [0, 1, 2]) {
      const { year, month: number } = after.with({ day: 1 }).add({ months: month });
      const date = dateOf(year, number, Number(day));
      if (date === null || Temporal.PlainDate.compare(date, after) < 0) continue;
      after = date;
      return [{ date, isEnd: /to|un|til|back/.test(preposition) }];
    }
    return [];
  });
}

function periodOf({ start, text }: ParsedResult, part: string, today: Day): NonNullable<Words["period"]> {
  const words = `${part}${text}`
    .replaceAll(new RegExp(`\\b${MONTH}`, "g"), (name) => name.charAt(0).toUpperCase() + name.slice(1))
    .replace(/[\s,]+$/, "");
  const date = dateOf(start.get("year") ?? 0, start.get("month") ?? 1, start.get("day") ?? 1) ?? today;
  if (/week/.test(text)) {
    const monday = today
      .subtract({ days: today.dayOfWeek - 1 })
      .add({ days: /next|coming|following/.test(text) ? 7 : /last|past/.test(text) ? -7 : 0 });
    return { from: monday.toString(), to: monday.add({ days: 6 }).toString(), words };
  }
  const year =
    start.isCertain("year") || date.month > today.month || start.isCertain("day")
      ? date.year
      : date.month === today.month
        ? today.year
        : Math.max(date.year, today.year + 1);
  const first = date.with({ year, day: 1 });
  const week = ORDINALS.findIndex((ordinal) => part.includes(`${ordinal} week`));
  const [from, to] =
    week >= 0
      ? week === 4
        ? [25, 31]
        : [week * 7 + 1, week * 7 + 7]
      : /early|beginning|start/.test(part)
        ? [1, 10]
        : /mid/.test(part)
          ? [11, 20]
          : /late|end/.test(part)
            ? [21, 31]
            : [1, 31];
  return { from: first.with({ day: from ?? 1 }).toString(), to: first.with({ day: to ?? 31 }).toString(), words };
}

function weekendAt(from: Day, weekend: RegExpExecArray, of: string): Reading["trip"] {
  const [, ordinal = "", long] = weekend;
  const skipped = Math.max(
    0,
    ORDINALS.findIndex((name) => ordinal.endsWith(name)),
  );
  const days = long === undefined ? 2 : 3;
  const first = from.add({ days: (5 - from.dayOfWeek + 7) % 7 });
  const friday = first.add({
    days:
      ordinal.endsWith("last") && of !== ""
        ? Math.floor((first.daysInMonth - first.day) / 7) * 7
        : Math.min(skipped, 3) * 7,
  });
  const name = `${of === "" ? "the" : (ORDINALS[skipped] ?? "first")} ${long ?? ""}weekend${of}`.replace(
    /^(?=\w+ )(?!the)/,
    "the ",
  );
  const datesAssumed = `${name}, Friday to ${days === 2 ? "Sunday" : "Monday"}: ${dayText(friday.toString())} to ${dayText(friday.add({ days }).toString())}`;
  return { startDate: friday.toString(), endDate: friday.add({ days }).toString(), nights: days, datesAssumed };
}

function weekendIn(weekend: RegExpExecArray, period: Words["period"] | null, today: Day): Reading["trip"] {
  const tomorrow = today.add({ days: 1 });
  if (period === null || period === undefined) {
    const next = weekend[1]?.endsWith("next") === true ? today.add({ days: 8 - today.dayOfWeek }) : tomorrow;
    return weekendAt(next, weekend, "");
  }
  const from = Temporal.PlainDate.from(period.from);
  const first = Temporal.PlainDate.compare(from, tomorrow) < 0 ? tomorrow : from;
  return weekendAt(first, weekend, ` of ${MONTH_NAMES[first.month - 1]}`);
}

function claimRewritten(message: Message, { from }: Rewritten, [start, end]: readonly [number, number]): void {
  const places = from.slice(start, end);
  message.claim(Math.min(...places.map(([first]) => first)), Math.max(...places.map(([, last]) => last)), "dates");
}
