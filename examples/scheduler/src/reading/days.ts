import * as chrono from "chrono-node";
import { Temporal } from "temporal-polyfill";
import { dayText } from "../domain/format.ts";
import type { Sheet } from "./sheet.ts";

/** Patterns of a weekday, always with its whole name, and of a month. */
export const WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const NUMBER = "\\d{1,2}(?:st|nd|rd|th)?";
const YEAR = "(?:,? \\d{4})?";

/** Pattern of one day. */
export const DAY = `(?:${[
  "\\d{4}-\\d{2}-\\d{2}",
  `(?:${WEEKDAY},? (?:the )?)?${NUMBER}(?: of)? ${MONTH}${YEAR}`,
  `(?:${WEEKDAY},? )?${MONTH} ${NUMBER}(?!:)${YEAR}`,
  "\\d{1,2}[./]\\d{1,2}(?:[./](?:\\d{4})?)?",
  "today|tomorrow|(?:the )?day after tomorrow",
  `(?:(?:this|next|coming) )?${WEEKDAY}(?: next week)?`,
].join("|")})`;

const SPAN = `(?:(?<which>this|next|the) (?<unit>week|weekend|month)|in (?<month>${MONTH})(?<year>${YEAR}))`;

/** Weekdays as rules name them. */
export const RULE_DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** Number of a weekday, 1 for Monday. */
export const weekdayOf = (name: string): number => RULE_DAYS.indexOf(name.slice(0, 2).toUpperCase()) + 1;

/** A day or a span of days as dates. An ambiguous one has the question that asks for another form. */
export interface Days {
  readonly first: string;
  readonly last: string | null;
  readonly question: string | null;
  /** The later of two possible meanings, in words, for messages that write nothing. */
  readonly assumed: string | null;
}

type Date = Temporal.PlainDate;
const one = (day: Date, question: string | null = null, assumed: string | null = null): Days => ({
  first: day.toString(),
  last: null,
  question,
  assumed,
});

/** First such weekday from a day on. */
const onOrAfter = (weekday: number, from: Date): Date => from.add({ days: (weekday - from.dayOfWeek + 7) % 7 });

const mondayOf = (day: Date): Date => day.subtract({ days: day.dayOfWeek - 1 });
const written = (day: Date): string => day.toLocaleString("en-GB", { day: "numeric", month: "long" });

/** Reads the words of one day. */
export function dayOf(text: string, today: Date): Days {
  const [day, month, year] = (/^(\d{1,2})[./](\d{1,2})[./]?(\d{4})?$/.exec(text) ?? []).slice(1).map(Number);
  if (day !== undefined && month !== undefined) return numbered(text, { day, month, year }, today);
  const weekday = weekdayOf(/^(?:this |next |coming )?(\p{L}+day)(?: next week)?$/iu.exec(text)?.[1] ?? "");
  if (weekday > 0 && !/^today$/i.test(text)) return named(text, weekday, today);
  const reference = { instant: new Date(`${today.toString()}T12:00:00Z`), timezone: 0 };
  const [found] = chrono.parse(text, reference, { forwardDate: true });
  if (found?.text.toLowerCase() !== text.toLowerCase().replace(/^the /, ""))
    return one(today, `There is no "${text}".`);
  const date = Temporal.PlainDate.from({
    year: found.start.get("year") ?? today.year,
    month: found.start.get("month") ?? 1,
    day: found.start.get("day") ?? 1,
  });
  const name = weekdayOf(new RegExp(`^${WEEKDAY}`, "iu").exec(text)?.[0] ?? "");
  const isOther = name > 0 && date.dayOfWeek !== name;
  return one(date, isOther ? `${dayText(date, today)} is not the weekday that you wrote.` : null);
}

interface Numbered {
  readonly day: number;
  readonly month: number;
  readonly year: number | undefined;
}

function numbered(text: string, { day, month, year }: Numbered, today: Date): Days {
  if (text.includes("/") && day <= 12 && month <= 12 && day !== month)
    return one(today, `"${text}" can be two days. Write the month as a word, such as "5 December".`);
  const parts = text.includes("/") && month > 12 ? { day: month, month: day } : { day, month };
  try {
    const date = Temporal.PlainDate.from(
      { ...parts, year: Number.isInteger(year) ? Number(year) : today.year },
      { overflow: "reject" },
    );
    const isOver = !Number.isInteger(year) && Temporal.PlainDate.compare(date, today) < 0;
    return one(isOver ? date.add({ years: 1 }) : date);
  } catch {
    return one(today, `There is no "${text}".`);
  }
}

/** A weekday: "next Friday", and "Friday" on a Friday, can be two days. */
function named(text: string, weekday: number, today: Date): Days {
  if (/next week$/i.test(text)) return one(mondayOf(today).add({ days: 6 + weekday }));
  const first = onOrAfter(weekday, today);
  const isNext = /^next/i.test(text);
  if (!isNext && !first.equals(today)) return one(first);
  const later = first.add({ days: 7 });
  const sooner = first.equals(today) && !isNext ? "today" : dayText(first, today);
  const form = sooner === "today" ? "today" : written(first);
  const question = `"${text}" can be ${sooner} or ${dayText(later, today)}. Write "${form}" or "${written(later)}".`;
  return one(later, question, `"${text}" as ${dayText(later, today)}, not ${sooner}`);
}

/** Takes a span of days: "this week", "next weekend", "in December". */
export function takeSpan(sheet: Sheet, today: Date): (Days & { readonly text: string }) | null {
  const match = sheet.take(SPAN);
  if (match === null) return null;
  const { which = "", unit = "", month, year = "" } = match.groups ?? {};
  const isNext = /next/i.test(which);
  const span = (first: Date, last: Date, question: string | null = null) => ({
    first: (Temporal.PlainDate.compare(first, today) < 0 ? today : first).toString(),
    last: last.toString(),
    question,
    assumed: question === null ? null : `"${match[0]}" as from ${dayText(first, today)}`,
    text: match[0],
  });
  if (month !== undefined) {
    const first = Temporal.PlainDate.from(dayOf(`1 ${month}${year}`, today).first);
    const isNow = year === "" && first.month === today.month;
    const from = isNow ? today.with({ day: 1 }) : first;
    return span(from, from.add({ months: 1 }).subtract({ days: 1 }));
  }
  if (/month/i.test(unit)) {
    const first = today.with({ day: 1 }).add({ months: isNext ? 1 : 0 });
    return span(first, first.add({ months: 1 }).subtract({ days: 1 }));
  }
  const monday = mondayOf(today).add({ weeks: isNext ? 1 : 0 });
  if (!/weekend/i.test(unit)) return span(monday, monday.add({ days: 6 }));
  const [saturday, sunday] = [monday.add({ days: 5 }), monday.add({ days: 6 })];
  const question = `"Next weekend" can be two weekends. Write the day, such as "${written(saturday)}".`;
  return span(saturday, sunday, isNext ? question : null);
}
