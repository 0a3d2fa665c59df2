import { Chrono, en, type ParsedComponents, type ParsedResult } from "chrono-node";
import { Temporal } from "temporal-polyfill";
import {
  type Day,
  type DayOrProblem,
  dated,
  dayText,
  isBefore,
  mondayOf,
  MONTH,
  monthOf,
  numbered,
  onOrAfter,
  WEEKDAY,
  weekdayOf,
  weekdayProblem,
} from "./calendar-days.ts";
import { NUMBER, numberOf } from "./numbers.ts";
import { literal, type Part, type Role, type Sheet } from "./sheet.ts";

/** A named day, several days in a row, or a span to search such as "next week". */
export interface Days extends Part, Role {
  readonly first: Day;
  readonly last: Day;
  /** "day" and "days" are exact; a "span" is a week, a weekend or a month. */
  readonly kind: "day" | "days" | "span";
  /** Meaning that was chosen among several, in words; null if there is only one. */
  readonly assumed: string | null;
  /** Reason why no such day can be meant; null if it can. */
  readonly problem: string | null;
  /** Named weekday, 1 for Monday; null if none was named. */
  readonly weekday: number | null;
  /** True if today has that weekday too. */
  readonly today: boolean;
}

/** Patterns of the words before a day that tell its role. */
export const EXCEPT =
  "except(?: for)?(?: on| in)?|but not(?: on| in)?|not(?: on| in)?|excluding|skipping|without|instead of";
export const UNTIL = "until|till|til|through|thru";
const EXCEPT_ROLE = new RegExp(`^(?:${EXCEPT})$`, "u");
const ROLE = `on|at|from|to|→|${UNTIL}|before|after|by|${EXCEPT}|starting(?: on| from| in)?|beginning(?: on| in)?|as of|since|in|during|over|for|within|between|meant|of|-`;

type Parser = (typeof en.casual.parsers)[number];
const isSlash = ({ constructor: { name } }: Parser): boolean => name === "SlashDateFormatParser";
/** Numbers in the order of Europe, and no times of day: those are read before. "Dec 24" is a day, as it is not in `en.GB`. */
const chrono = new Chrono({
  parsers: [...en.GB.parsers.filter(isSlash), ...en.casual.parsers.filter((each) => !isSlash(each))].filter(
    ({ constructor: { name } }) => !/Time(?:Expression|UnitAgo)|CasualTime/u.test(name),
  ),
  refiners: en.casual.refiners,
});

type Reading = Partial<Days> & Pick<Days, "first">;
type Groups = Readonly<Record<string, string | undefined>>;

/** The days of a span that are not over. */
const span = (first: Day, last: Day, today: Day): Reading => ({
  first: isBefore(first, today) && !isBefore(last, today) ? today : first,
  last,
  kind: "span",
});
const weekOf = (day: Day, today: Day): Reading => span(mondayOf(day), mondayOf(day).add({ days: 6 }), today);
const weekdayBeside = ({ first, ...rest }: DayOrProblem, weekday: number, today: Day): Reading => ({
  weekday,
  problem: weekdayProblem(first, weekday, today),
  first,
  ...rest,
});

type Own = readonly [pattern: string, read: (groups: Groups, today: Day) => Reading];

/** What `chrono-node` reads as other days, and is read first. */
const FIRST: readonly Own[] = [
  // "Mon 30 at 9pm": the times, and so the hour of "Mon 10", were read before.
  [
    `(?<!\\b(?:this|next|coming) )(?<w>${WEEKDAY}),? (?:(?<d>[12]?\\d|3[01])(?=\\s*(?:$|[-,;!?.)\uE000]|(?:for|with|and|in)\\b))|(?:on )?(?:the )?(?<d2>\\d{1,2})(?:st|nd|rd|th)(?!,? (?:of |${MONTH})))`,
    ({ w = "", d, d2 }, today) => weekdayBeside(numbered(Number(d ?? d2), today), weekdayOf(w), today),
  ],
  ["(?:the )?day after tomorrow", (_, today) => ({ first: today.add({ days: 2 }) })],
  [
    `(?<n>${NUMBER}) weeks? (?:on|from|after) (?<w>${WEEKDAY}|today|tomorrow)|(?<w2>${WEEKDAY}) week`,
    ({ n = "a", w, w2 = w ?? "" }, today) => {
      const from = /^to/iu.test(w2) ? today.add({ days: w2.length > 5 ? 1 : 0 }) : onOrAfter(weekdayOf(w2), today);
      return { first: from.add({ weeks: numberOf(n) }) };
    },
  ],
  ["(?:the )?week after next", (_, today) => weekOf(today.add({ days: 14 }), today)],
  [
    "(?:the )?(?<n>this|next|last|following|coming) week(?:'s)?",
    ({ n = "" }, today) => weekOf(today.add({ days: { this: 0, last: -7 }[n.toLowerCase()] ?? 7 }), today),
  ],
  [
    "(?:(?<n>next)|the|this|on the|at the|(?:the )?coming) weekend",
    ({ n }, today) => {
      const saturday = mondayOf(today).add({ days: n === undefined ? 5 : 12 });
      return {
        ...span(saturday, saturday.add({ days: 1 }), today),
        assumed: n === undefined ? null : `"next weekend" as ${dayText(saturday, today)}`,
      };
    },
  ],
];

/** What `chrono-node` leaves out: dates that no calendar has, and days of a month alone. */
const AFTER: readonly Own[] = [
  [
    `(?:the )?(?<d>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<month>${MONTH})`,
    ({ d, month = "" }, today) => dated(Number(d), monthOf(month), today),
  ],
  [
    "(?:the )?(?<d>\\d{1,2})(?:st|nd|rd|th)(?! (?:time|one|day|week|grade|class|floor|row|birthday|anniversary|of (?:every|each)))",
    ({ d }, today) => numbered(Number(d), today),
  ],
];

/** Marks of a plain day. */
export const ONE_DAY = { kind: "day", assumed: null, problem: null, weekday: null, today: false } as const;

/** Claims the days, each with the word before it; a weekday beside a date must be that of the date. Times of day are read before. */
export function readDays(sheet: Sheet, today: Day): readonly Days[] {
  const found: Days[] = [];
  const takeAll = (pattern: string, read: (groups: Groups, match: RegExpExecArray) => Reading | null): void => {
    sheet.takeAll(`(?:(?<role>${ROLE})\\s*)?(?:${pattern})`, (match) => {
      const reading = read(match.groups ?? {}, match);
      if (reading === null) return false;
      const role = match.groups?.["role"]?.toLowerCase() ?? "";
      return found.push({ ...ONE_DAY, last: reading.first, ...reading, at: match.index, text: match[0], role }) > 0;
    });
  };
  for (const [pattern, read] of FIRST) takeAll(pattern, (groups) => read(groups, today));
  // It would take "night" in "movie night Friday" for a part of the date.
  const text = sheet.left.replaceAll(/\b(?:morning|afternoon|evening|night|noon)s?\b/giu, (part) =>
    "\uE000".repeat(part.length),
  );
  const reference = { instant: new Date(`${today.toString()}T12:00:00Z`), timezone: 0 };
  for (const result of chrono.parse(text, reference, { forwardDate: true })) {
    const words = literal(result.text.replace(/^on /iu, ""));
    const end = result.index + result.text.length;
    takeAll(`(?:the )?(?:(?:this )?coming |the following )?${words}`, ({ role }, match) =>
      match.index + match[0].length === end ? ofChrono(result, role, today) : null,
    );
  }
  for (const [pattern, read] of AFTER) takeAll(pattern, (groups) => read(groups, today));
  return joined(
    found.toSorted((one, other) => one.at - other.at),
    sheet,
    today,
  );
}

/** Days of a result of `chrono-node`; null if it names none. */
function ofChrono({ text, start, end }: ParsedResult, role: string | undefined, today: Day): Reading | null {
  const dayOf = (parts: ParsedComponents): Day =>
    new Temporal.PlainDate(parts.get("year") ?? today.year, parts.get("month") ?? 1, parts.get("day") ?? 1);
  const first = dayOf(start);
  const weekday = new RegExp(`\\b${WEEKDAY}\\b`, "iu").test(text) ? (start.get("weekday") ?? 0) || 7 : null;
  if (weekday !== null && !start.isCertain("weekday")) return null;
  if (!start.isCertain("day") && weekday === null) {
    // "May" alone can be a name; "in May" and "May 2027" are months.
    if (!start.isCertain("month") || (role === undefined && /^\p{L}+$/u.test(text))) return null;
    const month = first.with({ day: 1 });
    return span(month, month.add({ months: 1 }).subtract({ days: 1 }), today);
  }
  // "Three days" and "a week" are lengths, and so is "next year" no day.
  const isRelative = /^in |\bfrom now$|\bago$/iu.test(text);
  if (start.isCertain("year") && !/\d{4}|^(?:to|tmr|yesterday|the day)/iu.test(text) && !isRelative) return null;
  if (weekday !== null && !start.isCertain("day")) {
    const one = named(first, weekday, text, today);
    const last = end?.isCertain("day") ? dayOf(end) : end && onOrAfter((end.get("weekday") ?? 0) || 7, one.first);
    return last ? { ...one, last, kind: "days" } : one;
  }
  const problem = weekday === null ? null : weekdayProblem(first, weekday, today);
  const assumed = isRelative ? `"${text}" as ${dayText(first, today)}` : null;
  return { first, weekday, problem, last: end ? dayOf(end) : first, kind: end ? "days" : "day", assumed };
}

/** A weekday: "Saturday" on a Saturday is that of the next week, and "next Friday" can be meant in two ways. */
function named(first: Day, weekday: number, text: string, today: Day): Reading {
  const name = first.toLocaleString("en-GB", { weekday: "long" });
  const [sooner, later] = [first.subtract({ days: 7 }), first.add({ days: 7 })];
  if (/^(?:last|past)/iu.test(text)) return { first: isBefore(first, today) ? first : sooner, weekday };
  if (/^this|this week$/iu.test(text)) return { first, weekday };
  if (first.equals(today))
    return { first: later, weekday, today: true, assumed: `"${name}" as ${dayText(later, today)}, not today` };
  const isAmbiguous = /^next /iu.test(text) && isBefore(today, sooner);
  const assumed = `"next ${name}" as ${dayText(first, today)}, not ${dayText(sooner, today)}`;
  return { first, weekday, assumed: isAmbiguous ? assumed : null };
}

/** Joins a weekday with the date or the week beside it, gives the days of a list the role of the first, and reads "between … and …". */
function joined(days: readonly Days[], sheet: Sheet, today: Day): readonly Days[] {
  const result: Days[] = [];
  for (const next of days) {
    const last = result.pop();
    if (last === undefined) {
      result.push(next);
      continue;
    }
    const end = last.at + last.text.length;
    const gap = sheet.text.slice(end, next.at);
    if (!/^,? (?:and|&) (?:the )?$/u.test(gap) || next.role !== "") {
      result.push(...besides(last, next, sheet.text, today));
      continue;
    }
    sheet.claim({ at: end, text: gap });
    // "The 30th and the 2nd".
    const isLater = next.weekday !== null || !isBefore(next.first, last.first);
    const first = isLater ? next.first : next.first.add({ months: 1 });
    if (last.role === "between") result.push({ ...last, last: first, kind: "span" });
    else
      result.push(last, {
        ...next,
        first,
        last: first,
        role: EXCEPT_ROLE.test(last.role) ? last.role : "",
      });
  }
  return result;
}

/** "Tuesday 24 November" is one day, and so is "Tuesday next week"; "Monday to Wednesday next week" is a range. */
function besides(last: Days, next: Days, whole: string, today: Day): Days[] {
  const [name, date] = last.weekday === null ? [next, last] : [last, next];
  const gap = whole.slice(last.at + last.text.length, next.at);
  const isBeside =
    /^[\s,(]*(?:(?:morning|afternoon|evening|night),? )?$/iu.test(gap) && /^(?:on|in|of)?$/u.test(next.role);
  const isRange = name.kind === "days" && date.kind === "span" && name.first.dayOfWeek === name.weekday;
  // "Not this Thursday, the 3rd" denies one and names another.
  if (EXCEPT_ROLE.test(last.role) && !last.first.equals(next.first)) return [last, next];
  if (!isBeside || name.weekday === null || !(name.kind === "day" || isRange)) return [last, next];
  if (date.weekday !== null || date.kind === "days") return [last, next];
  const first = date.kind === "span" ? mondayOf(date.last).add({ days: name.weekday - 1 }) : date.first;
  const end = first.add(name.first.until(name.last));
  const problem = date.problem ?? weekdayProblem(first, name.weekday, today);
  const text = whole.slice(last.at, next.at + next.text.length);
  return [{ ...last, ...ONE_DAY, text, kind: name.kind, first, last: end, weekday: name.weekday, problem }];
}

/** A weekday ("Saturday") or a day of the month ("the 10th") in the week or the month of `base`, unless that is over. */
export function nearTo(days: Days, base: Day, today: Day): Days {
  const number = /^\D*(\d{1,2})(?:st|nd|rd|th)$/iu.exec(days.text)?.[1];
  const isOther = /\b(?:next|this|last|week)\b/iu.test(days.text) || (number === undefined && /\d/u.test(days.text));
  if (days.kind !== "day" || isOther || (days.weekday === null && number === undefined)) return days;
  const month = base.with({ day: 1 });
  const day =
    number === undefined
      ? base.add({ days: (days.weekday ?? base.dayOfWeek) - base.dayOfWeek })
      : month.add({ days: Math.min(Number(number), month.daysInMonth) - 1 });
  return !isBefore(today, day) ? days : { ...days, first: day, last: day, assumed: null, today: false };
}
