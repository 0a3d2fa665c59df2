import { Chrono, en, type ParsedResult } from "chrono-node";
import { Temporal } from "temporal-polyfill";
import { dayText, listText } from "../domain/describe-trip.ts";
import { dateOf, type Day, MONTH, MONTH_NAMES, ORDINALS } from "./calendar-words.ts";
import type { Message } from "./message.ts";
import { periodOf, readNights, weekendAt, weekendIn } from "./read-periods.ts";
import type { Reading, ReadingContext } from "./reading.ts";
import { rewrite, type Rewritten } from "./rewrite.ts";

const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const WEEKDAY = "(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\\b";

/** Chrono without times of day, which are wishes about flights. */
const chrono = new Chrono({
  parsers: en.GB.parsers.filter(({ constructor: { name } }) => !/Time(?:Expression|UnitAgo)|CasualTime/.test(name)),
  refiners: en.GB.refiners,
});

type Words = Reading["trip"] & Pick<Reading, "problems" | "ask" | "doubts">;
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
  // "Friday 11 to Sunday 13 December": the weekdays are checked before.
  [
    new RegExp(
      `\\b${WEEKDAY},?\\s+(?=(?:the )?\\d{1,2}(?:st|nd|rd|th)?\\b(?!\\s*(?:[ap]m|people|adults|nights)))`,
      "g",
    ),
    () => "",
  ],
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
  [new RegExp(`(\\d|${MONTH})\\s*-\\s*(?=\\d{1,2}(?:st|nd|rd|th)?\\s*${MONTH})`, "g"), (_, before) => `${before} to `],
  [new RegExp(`(${MONTH}),\\s+(?=\\d{1,2}\\s+\\p{L})`, "gu"), (_, month) => `${month} · `],
  // Chrono reads a lone "may" only after "in".
  [/(?<!\d(?:st|nd|rd|th)?\s{0,2})(?<!in )\bmay\b(?!\s*\d)(?! (?:i|we|be)\b)/g, () => "in may"],
  // "8 March 2 adults" and "8 December, 1 adult": the number is not a part of the date.
  [
    new RegExp(`(\\d(?:st|nd|rd|th)?\\s+${MONTH}),?\\s+(?=\\d{1,3}\\b(?!\\s*(?:-|to\\b)))`, "g"),
    (_, date) => `${date} · `,
  ],
];

/** Reads the days of a trip: exact dates, ranges, weekends, durations, months. */
export function readDates(message: Message, context: ReadingContext): Words {
  const words: Words = { problems: [], ask: [], doubts: [] };
  const today = Temporal.PlainDate.from(context.today);
  if (message.take(/\b(?:day|same[- ]day) trip\b/, "duration") !== null)
    words.problems.push("A day trip is not possible; I plan at least one night.");
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
  words.doubts.push(...wrongWeekdays(message.rest, today));
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
  const dated = found.filter((result) => isExact(result) && result.start.isCertain("day"));
  // "Friday morning 5 February" is one day.
  const past = found.find(({ text: phrase }) => new RegExp(`^last ${WEEKDAY}`).test(phrase));
  if (past !== undefined) words.problems.push(`"${past.text}" is in the past.`);
  const exact = found.filter(
    (result) =>
      isExact(result) &&
      (dated.includes(result) ||
        !dated.some(({ start, index }) => index > result.index && weekdayOf(start) === weekdayOf(result.start))),
  );
  const vague = found.filter((result) => !isExact(result));
  // "the first Monday of March" is not the next Monday, and "3 March, in April" is not one date.
  const other = vague.find(({ start }) => dated.every((result) => result.start.get("month") !== start.get("month")));
  if (other !== undefined && exact.length > 0) {
    const named = [...exact, other].map(({ text: phrase }) => `"${phrase.trim()}"`);
    words.ask.push(`which days you mean by ${listText(named)}`);
    return { ...words, ...(nights !== null && { nights }) };
  }
  for (const result of exact) {
    const { start } = result;
    if (start.isCertain("weekday") || start.isCertain("year")) continue;
    const thisYear = dateOf(today.year, start.get("month") ?? 1, start.get("day") ?? 1);
    if (thisYear === null || start.get("year") === today.year || Temporal.PlainDate.compare(thisYear, today) > 0)
      continue;
    words.datesAssumed ??= `the next ${thisYear.day} ${MONTH_NAMES[thisYear.month - 1]}, which is in ${start.get("year")}`;
  }
  const period = vague[0] === undefined ? null : periodOf(vague[0], monthPart?.[0] ?? "", today);
  const days = [...exact.flatMap((result) => pointsOf(result, blank)), ...ordinalDays(message, context, exact[0])];
  const [from, to] = days;
  // "Thursday … Sunday": the second day follows the first one.
  if (
    exact[1]?.start.isCertain("weekday") === true &&
    !exact[1].start.isCertain("day") &&
    from &&
    to &&
    Temporal.PlainDate.compare(to.date, from.date) <= 0
  )
    to.date = from.date.add({ days: ((to.date.dayOfWeek - from.date.dayOfWeek + 6) % 7) + 1 });
  const stated = { ...(nights !== null && { nights }) };
  if (impossible.length > 0 || past !== undefined) {
    const others = found.filter((result) => result !== past);
    if (others.length > 0)
      words.problems.push(`So I did not use "${others.map(({ text: phrase }) => phrase).join('" and "')}".`);
    return { ...words, ...stated };
  }
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
  if (weekend !== null) return { ...words, ...weekendIn(weekend, period, today) };
  if (period !== null) return { ...words, ...stated, period };
  return { ...words, ...stated };
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
  // "two days" is a length; "in two days" is a date.
  if (
    text === "now" ||
    /^(?:an? |\w+ )?(?:days?|nights?|weeks?|months?|years?)$/.test(
      text.replace(/^(?:this|next|last|past|coming|following) /, "next-"),
    )
  )
    return false;
  if (/\bday\b/.test(text) && !text.includes("tomorrow")) return false;
  if (/\b(?:hours?|minutes?|h|min)\b/.test(text)) return false;
  if (/^(?:sun|sat|wed|mon)$/.test(text))
    return /\b(?:on|next|this|from|to|back|return|returning|-)\s*$/.test(all.slice(0, index));
  return !/^(?:may|march)$/.test(text) || !/\b(?:i|you|we|that)\s*$/.test(all.slice(0, index));
}

/** Doubts about "Saturday 15 January" when that day is another weekday. */
function wrongWeekdays(text: string, today: Day): readonly string[] {
  const pattern = new RegExp(`\\b(${WEEKDAY}),?\\s+(?:the )?${DAY}\\s+(?:of )?(${MONTH})(?:\\s+(\\d{4}))?`, "g");
  return [...text.matchAll(pattern)].flatMap(([, weekday = "", day = "", name = "", year]) => {
    const month = monthNumber(name);
    const thisYear = dateOf(today.year, month, Number(day));
    const isAhead = thisYear !== null && Temporal.PlainDate.compare(thisYear, today) > 0;
    const date = dateOf(year === undefined ? today.year + (isAhead ? 0 : 1) : Number(year), month, Number(day));
    const is = date?.toLocaleString("en-GB", { weekday: "long" }) ?? "";
    return date === null || is.toLowerCase().startsWith(weekday.slice(0, 3))
      ? []
      : [`${dayText(date.toString())} is a ${is}`];
  });
}

const weekdayOf = (part: ParsedResult["start"]): number => dayOf(part)?.dayOfWeek ?? 0;

const isExact = ({ start, text }: ParsedResult): boolean =>
  start.isCertain("weekday") ||
  (start.isCertain("day") && !/\b(?:this|next|last|past|following|coming)\s+(?:week|month|year)\b/.test(text));

const dayOf = (part: ParsedResult["start"]): Day | null =>
  dateOf(part.get("year") ?? 0, part.get("month") ?? 0, part.get("day") ?? 0);

function pointsOf({ start, end, index, text }: ParsedResult, all: string) {
  const isEnd =
    /(?:\bto|until|back|home|returning|return|by)\s*(?:on\s*)?$/.test(all.slice(0, index)) || /^to\b/.test(text);
  const [from, to] = [dayOf(start), end ? dayOf(end) : null];
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
function ordinalDays(
  message: Message,
  { trip, today }: ReadingContext,
  named: ParsedResult | undefined,
): readonly { date: Day; isEnd: boolean }[] {
  const found = message.takeAll(
    /(?:\b(from|on|to|until|till|back on|-)\s*)?\b(?:the )?(\d{1,2})(?:st|nd|rd|th)\b(?! (?:class|floor|row|time|birthday))/,
    "day of the month",
  );
  // "6 to 9" alone corrects the days of a trip.
  const bare =
    trip?.startDate === undefined || trip.startDate === null || named !== undefined
      ? null
      : message.take(
          /(?:\bfrom )?\b(\d{1,2}) ?(?:to|-|until) ?(\d{1,2})\b(?=\s*(?:$|[.,!·]|instead|please))/,
          "day of the month",
        );
  const days =
    bare === null
      ? found
      : [
          ["", "from", bare[1] ?? ""],
          ["", "to", bare[2] ?? ""],
        ];
  const stated = named === undefined ? null : dayOf(named.start);
  const anchor = stated?.toString() ?? trip?.period?.from ?? trip?.startDate ?? null;
  let after = anchor === null ? Temporal.PlainDate.from(today) : Temporal.PlainDate.from(anchor).with({ day: 1 });
  return days.flatMap(([, preposition = "", day = ""]) => {
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

function claimRewritten(message: Message, { from }: Rewritten, [start, end]: readonly [number, number]): void {
  const places = from.slice(start, end);
  message.claim(Math.min(...places.map(([first]) => first)), Math.max(...places.map(([, last]) => last)), "dates");
}
