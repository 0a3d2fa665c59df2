import * as chrono from "chrono-node";
import { Temporal } from "temporal-polyfill";
import { NUMBER, numberOf } from "./numbers.ts";
import type { Part } from "./sheet.ts";

export type Day = Temporal.PlainDate;

/** A named day, several days in a row, or a span to search such as "next week". */
export interface Days extends Part {
  /** Word before the days, which tells their role: "on", "from", "to", "until", "except", … */
  readonly role: string;
  readonly first: Day;
  readonly last: Day;
  /** "day" and "days" are exact; a "span" such as a week or a month is to be searched. */
  readonly kind: "day" | "days" | "span";
  /** Meaning that was chosen among several, in words; null if there is only one. */
  readonly assumed: string | null;
  /** Reason why no such day can be meant; null if it can. */
  readonly problem: string | null;
  /** Named weekday, 1 for Monday. */
  readonly weekday: number | null;
}

export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
export const MONTHS =
  "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec";
export const WEEKDAY =
  "(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)";
export const ROLE =
  "on|at|from|to|until|till|til|through|thru|before|after|by|except(?: for)?(?: on)?|but not(?: on)?|not(?: on)?|excluding|skipping|starting(?: on| from)?|beginning(?: on)?|as of|since|in|during|over|for|within|-|this year on|meant|instead of";

/** Number of a weekday, 1 for Monday. */
export const weekdayOf = (text: string): number =>
  WEEKDAYS.findIndex((name) => name.slice(0, 3).toLowerCase() === text.slice(0, 3).toLowerCase()) + 1;

/** Formats a day: "Fri 27 Nov", with the year if it is not that of `today`. */
export const dayText = (day: Day, today: Day): string =>
  `${WEEKDAYS[day.dayOfWeek - 1]?.slice(0, 3)} ${day.day} ${day.toLocaleString("en-GB", { month: "short" }).slice(0, 3)}${day.year === today.year ? "" : ` ${day.year}`}`;

const mondayOf = (day: Day): Day => day.subtract({ days: day.dayOfWeek - 1 });
const after = (one: Day, other: Day): boolean => Temporal.PlainDate.compare(one, other) > 0;

/** A match without its role. */
interface Match {
  readonly text: string;
  readonly groups: Readonly<Record<string, string | undefined>>;
}

export const wordsWithout = ({ 0: text, groups = {} }: RegExpExecArray): string =>
  text.slice(groups["role"]?.length ?? 0).trimStart();

interface Reader {
  readonly pattern: string;
  readonly read: (match: Match, today: Day) => Partial<Days> | null;
}

const day = (first: Day, more: Partial<Days> = {}): Partial<Days> => ({ first, last: first, kind: "day", ...more });
export const span = (first: Day, last: Day, more: Partial<Days> = {}): Partial<Days> => ({
  first,
  last,
  kind: "span",
  ...more,
});

/** Next day with this number of the month, today included. */
function nextNumbered(number: number, today: Day): Day | null {
  for (let months = 0; months < 12; months += 1) {
    const month = today.with({ day: 1 }).add({ months });
    if (number <= month.daysInMonth && !after(today, month.with({ day: number }))) return month.with({ day: number });
  }
  return null;
}

/** Date in the stated year, or in the next year in which it is ahead. */
function dated(number: number, month: number, year: string | undefined, today: Day): Partial<Days> {
  const stated = year === undefined ? null : Number(year) + (year.length === 2 ? 2000 : 0);
  const written = (wanted: number): Day | null => {
    try {
      return Temporal.PlainDate.from({ year: wanted, month, day: number }, { overflow: "reject" });
    } catch {
      return null;
    }
  };
  const first = written(stated ?? today.year) ?? (stated === null ? written(today.year + 1) : null);
  if (first === null) {
    const name = today
      .with({ day: 1, month: Math.min(12, Math.max(1, month)) })
      .toLocaleString("en-GB", { month: "long" });
    return day(today, {
      problem:
        month >= 1 && month <= 12
          ? `There is no ${number} ${name}${stated === null ? "" : ` ${stated}`}.`
          : "There is no such date.",
    });
  }
  return day(stated === null && after(today, first) ? (written(today.year + 1) ?? first) : first);
}

const ORDINAL_WORDS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const ORDINAL = `(?:\\d{1,2}(?:st|nd|rd|th)|${ORDINAL_WORDS.join("|")})`;
const ordinalOf = (text: string): number => {
  const index = ORDINAL_WORDS.indexOf(text.toLowerCase());
  return index < 0 ? Number.parseInt(text, 10) : index + 1;
};

export const READERS: readonly Reader[] = [
  {
    pattern: "\\d{4}-\\d{2}-\\d{2}",
    read: ({ text }, today) => dated(Number(text.slice(8)), Number(text.slice(5, 7)), text.slice(0, 4), today),
  },
  {
    pattern:
      "(?<d>\\d{1,2})(?:\\.\\s?(?<m>\\d{1,2})(?:\\.(?<y>\\d{4}|\\d{2})?)?|/(?<m2>\\d{1,2})(?:/(?<y2>\\d{4}|\\d{2}))?)(?![\\d:/])",
    read: ({ groups }, today) =>
      dated(Number(groups["d"]), Number(groups["m"] ?? groups["m2"]), groups["y"] ?? groups["y2"], today),
  },
  {
    pattern: `(?:the )?(?<d>\\d{1,2})(?:st|nd|rd|th)?\\.? ?(?:-|to|until|till|through)(?: the)? ?(?<d2>\\d{1,2})(?:st|nd|rd|th)?\\.?(?: of)? (?<m>${MONTHS})\\b\\.?(?:,? (?<y>\\d{4}))?`,
    read: ({ groups }, today) => {
      const month = monthOf(groups["m"] ?? "");
      const first = dated(Number(groups["d"]), month, groups["y"], today);
      const last = dated(
        Number(groups["d2"]),
        month,
        groups["y"] ?? (first.first === undefined ? undefined : String(first.first.year)),
        today,
      );
      return {
        ...first,
        ...(last.first !== undefined && { last: last.first }),
        kind: "days",
        problem: first.problem ?? last.problem ?? null,
      };
    },
  },
  {
    pattern: `(?:the )?(?:the week of |week of )(?:the )?(?<d>\\d{1,2})(?:st|nd|rd|th)?\\.?(?: of)? (?<m>${MONTHS})\\b`,
    read: ({ groups }, today) => {
      const { first = today, problem } = dated(Number(groups["d"]), monthOf(groups["m"] ?? ""), undefined, today);
      return span(mondayOf(first), mondayOf(first).add({ days: 6 }), { problem: problem ?? null });
    },
  },
  {
    pattern: `(?:the )?(?:(?<d>\\d{1,2})(?:st|nd|rd|th)?\\.?(?: of)? (?<m>${MONTHS})|(?<m2>${MONTHS})\\.? (?:the )?(?<d2>\\d{1,2})(?:st|nd|rd|th)?(?!\\d|:|\\.\\d|\\s?[ap]m))\\b\\.?(?:,? (?<y>20\\d{2}|19\\d{2}))?(?![\\d:])`,
    read: ({ groups }, today) =>
      dated(Number(groups["d"] ?? groups["d2"]), monthOf(groups["m"] ?? groups["m2"] ?? ""), groups["y"], today),
  },
  { pattern: "the day after tomorrow|day after tomorrow", read: (_, today) => day(today.add({ days: 2 })) },
  { pattern: "the day before yesterday|yesterday", read: (_, today) => day(today.subtract({ days: 1 })) },
  { pattern: "today|tonight|this(?= (?:morning|afternoon|evening|night))|later today", read: (_, today) => day(today) },
  { pattern: "tomorrow|tmrw|tomorow", read: (_, today) => day(today.add({ days: 1 })) },
  {
    pattern: `(?:a|one) (?<unit>week|fortnight) (?:on|from|after) (?<w>${WEEKDAY}|today|tomorrow)\\b|(?<w2>${WEEKDAY}|today|tomorrow) (?<unit2>week|fortnight)\\b`,
    read: ({ groups }, today) => {
      const from = groups["w"] ?? groups["w2"] ?? "";
      const start = /^to/iu.test(from)
        ? today.add({ days: from.toLowerCase() === "today" ? 0 : 1 })
        : coming(weekdayOf(from), today);
      return day(start.add({ days: (groups["unit"] ?? groups["unit2"]) === "fortnight" ? 14 : 7 }));
    },
  },
  {
    pattern: `(?<w>${WEEKDAY}) (?<n>next|this|after next) ?week|(?<n2>next|this)? ?week(?: on|'s|,)? (?<w2>${WEEKDAY})\\b|(?<w3>${WEEKDAY}) (?:the week )?after next|(?<w4>${WEEKDAY}) in (?<c>two|2|three|3) weeks`,
    read: ({ groups }, today) => {
      const weekday = weekdayOf(groups["w"] ?? groups["w2"] ?? groups["w3"] ?? groups["w4"] ?? "");
      const word = (groups["n"] ?? groups["n2"] ?? "").toLowerCase();
      const weeks =
        groups["c"] !== undefined
          ? numberOf(groups["c"])
          : groups["w3"] !== undefined || word === "after next"
            ? 2
            : word === "next"
              ? 1
              : 0;
      return day(mondayOf(today).add({ days: weekday - 1 + weeks * 7 }), { weekday });
    },
  },
  {
    pattern: `(?:the )?(?<n>this coming|this|next|coming|following|last|past)? ?(?<w>${WEEKDAY})(?:'s)?\\b\\.?`,
    read: ({ groups }, today) => weekdayNamed(weekdayOf(groups["w"] ?? ""), (groups["n"] ?? "").toLowerCase(), today),
  },
  {
    pattern: "(?:the |this |on the )?(?:coming )?weekend|(?<n>next) weekend",
    read: ({ groups }, today) => {
      const saturday = mondayOf(today).add({ days: 5 });
      const first = groups["n"] === undefined ? saturday : saturday.add({ days: 7 });
      return span(
        after(today, first) ? today : first,
        first.add({ days: 1 }),
        groups["n"] === undefined ? {} : { assumed: `"next weekend" as ${dayText(first, today)}` },
      );
    },
  },
  {
    pattern: "(?:the )?week after next|(?:the )?(?<n>this|next|coming|following|last)(?: school)? week",
    read: ({ groups }, today) => {
      const word = groups["n"]?.toLowerCase();
      const weeks = word === undefined ? 2 : word === "this" ? 0 : word === "last" ? -1 : 1;
      const monday = mondayOf(today).add({ days: weeks * 7 });
      return span(weeks === 0 ? today : monday, monday.add({ days: 6 }));
    },
  },
  {
    pattern: "(?:the )?(?<n>this|next|last) (?<u>month|year)",
    read: ({ groups }, today) => {
      const count = { this: 0, next: 1, last: -1 }[(groups["n"] ?? "").toLowerCase()] ?? 0;
      const isYear = groups["u"]?.toLowerCase() === "year";
      const first = isYear
        ? today.with({ month: 1, day: 1 }).add({ years: count })
        : today.with({ day: 1 }).add({ months: count });
      const last = first.add(isYear ? { years: 1 } : { months: 1 }).subtract({ days: 1 });
      return span(count === 0 ? today : first, last);
    },
  },
  {
    pattern: `(?:in )?${NUMBER} (?:days?|weeks?|months?)(?:'s? time| from (?:now|today))|in ${NUMBER} (?:days?|weeks?|months?)\\b(?! time)`,
    read: ({ text }, today) => {
      // chrono reads the amount.
      const [result] = chrono.en.GB.parse(
        /^in/iu.test(text)
          ? text.replace(/'s? time$/iu, "")
          : `in ${text.replace(/(?:'s? time| from (?:now|today))$/iu, "")}`,
        reference(today),
      );
      return result === undefined
        ? null
        : day(fromChrono(result.start), { assumed: `"${text.trim()}" as ${dayText(fromChrono(result.start), today)}` });
    },
  },
  {
    pattern: `(?:the )?(?:last day|end) of (?:(?<m>${MONTHS})|(?<n>the|this|next) month)`,
    read: ({ groups }, today) => {
      const first =
        groups["m"] === undefined
          ? today.with({ day: 1 }).add({ months: groups["n"]?.toLowerCase() === "next" ? 1 : 0 })
          : monthAhead(monthOf(groups["m"]), today);
      return day(first.with({ day: first.daysInMonth }));
    },
  },
  {
    pattern: `(?:the )?(?<d>${ORDINAL})(?! (?:${WEEKDAY}|time|one|day|week|grade|class|floor|birthday|of (?:every|each))|[\\p{L}])`,
    read: ({ groups, text }, today) => {
      if (/^(?:the )?\p{L}/iu.test(text) && !/^the /iu.test(text)) return null;
      const found = nextNumbered(ordinalOf(groups["d"] ?? ""), today);
      return found === null ? day(today, { problem: `There is no ${groups["d"]} of a month.` }) : day(found);
    },
  },
];

export const monthOf = (text: string): number =>
  "jan feb mar apr may jun jul aug sep oct nov dec".split(" ").indexOf(text.slice(0, 3).toLowerCase()) + 1;

/** First day of a month that is not over. */
export const monthAhead = (month: number, today: Day): Day => {
  const first = Temporal.PlainDate.from({ year: today.year, month, day: 1 });
  return month < today.month ? first.add({ years: 1 }) : first;
};

/** Next such weekday, today included. */
const coming = (weekday: number, today: Day): Day => today.add({ days: (weekday - today.dayOfWeek + 7) % 7 });

function weekdayNamed(weekday: number, word: string, today: Day): Partial<Days> {
  const next = coming(weekday, today);
  const found = { weekday };
  if (word === "last" || word === "past")
    return day((weekday === today.dayOfWeek ? today : next).subtract({ days: 7 }), found);
  if (word === "next" || word === "following") {
    const inNextWeek = mondayOf(today).add({ days: 6 + weekday });
    const other = next.equals(inNextWeek) ? null : next.equals(today) ? null : next;
    return day(inNextWeek, {
      ...found,
      assumed:
        other === null
          ? null
          : `"${word} ${WEEKDAYS[weekday - 1]}" as ${dayText(inNextWeek, today)}, not ${dayText(other, today)}`,
    });
  }
  if (next.equals(today) && word === "")
    return day(today, { ...found, problem: `Do you mean today or ${dayText(today.add({ days: 7 }), today)}?` });
  return day(next, found);
}

export const reference = (today: Day) => ({
  instant: new Date(Date.UTC(today.year, today.month - 1, today.day, 12)),
  timezone: 0,
});
export const fromChrono = (date: chrono.ParsedComponents): Day =>
  Temporal.PlainDate.from({ year: date.get("year") ?? 2000, month: date.get("month") ?? 1, day: date.get("day") ?? 1 });
