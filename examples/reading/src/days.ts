import { Chrono, en, type ParsedComponents, type ParsedResult } from "chrono-node";
import { Temporal } from "temporal-polyfill";
import {
  type Day,
  type DayOrProblem,
  type Days,
  dated,
  dayText,
  isBefore,
  mondayOf,
  MONTH,
  monthOf,
  numbered,
  numberedOn,
  ONE_DAY,
  onOrAfter,
  span,
  WEEKDAY,
  weekdayOf,
  weekdayProblem,
  weekOf,
} from "./calendar-days.ts";
import { combineDays } from "./combine-days.ts";
import { HOLIDAY, holidayOf } from "./holidays.ts";
import { isSmall, literal, type Sheet } from "./sheet.ts";

/** Patterns of the words before a day that tell its role. */
export const EXCEPT =
  "except(?: for)?(?: the one)?(?: on| in)?|but not(?: on| in)?|not(?: on| in)?|excluding|skipping|without|instead of";
export const UNTIL = "up (?:to and including|to|until)|until|till|til|through|thru";
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

/** What words for days mean, without their position. */
type Reading = Partial<Days> & Pick<Days, "first">;
type Groups = Readonly<Record<string, string | undefined>>;
type Own = readonly [pattern: string, read: (groups: Groups, today: Day) => Reading];

const weekdayBeside = ({ first, ...rest }: DayOrProblem, weekday: number, today: Day): Reading => ({
  weekday,
  problem: weekdayProblem(first, weekday, today),
  first,
  ...rest,
});

const NTH = ["first|1st", "second|2nd", "third|3rd", "fourth|4th"];
const WHICH = "(?<which>this|next|last|following|(?:this )?coming)";
const STEPS: Readonly<Record<string, number>> = { this: 0, last: -1, coming: 0, "this coming": 0 };
const stepOf = (which = "this"): number => STEPS[which.toLowerCase()] ?? 1;
const YEAR = "(?:,? (?<year>20\\d\\d))?";
const IN_MONTH = `(?:the )?(?:(?<month>${MONTH})${YEAR}|${WHICH} month)`;

/** First day of a named month that is not over, or of this or the next month. */
function monthIn({ month, year, which }: Groups, today: Day): Day {
  if (month === undefined) return today.with({ day: 1 }).add({ months: stepOf(which) });
  const first = new Temporal.PlainDate(Number(year ?? today.year), monthOf(month), 1);
  return year === undefined && first.month < today.month ? first.add({ years: 1 }) : first;
}
const endOf = (month: Day): Day => month.with({ day: month.daysInMonth });

/** Words for days that `chrono-node` reads as other days, or not at all. They are read first. */
const FIRST: readonly Own[] = [
  // "Mon 30 at 9pm": the times, and so the hour of "Mon 10", were read before.
  [
    `(?<!\\b(?:this|next|coming) )(?<w>${WEEKDAY}),? (?:(?<d>[12]?\\d|3[01])(?=\\s*(?:$|[-,;!?.)\uE000]|(?:for|with|and|in)\\b|to ${WEEKDAY}))|(?:on )?(?:the )?(?<d2>\\d{1,2})(?:st|nd|rd|th)(?!,? (?:of |${MONTH})))`,
    ({ w = "", d, d2 }, today) => weekdayBeside(numberedOn(weekdayOf(w), Number(d ?? d2), today), weekdayOf(w), today),
  ],
  [
    `(?:the )?(?:${NTH.map((nth, index) => `(?<n${index}>${nth})`).join("|")}|last) (?<unit>${WEEKDAY}|week(?:end)?) (?:of|in) ${IN_MONTH}`,
    ({ unit = "", ...groups }, today) => {
      const month = monthIn(groups, today);
      const nth = NTH.findIndex((_, index) => groups[`n${index}`] !== undefined);
      const weekday = /^week/iu.test(unit) ? 6 : weekdayOf(unit);
      const last = endOf(month).subtract({ days: (endOf(month).dayOfWeek - weekday + 7) % 7 });
      const first = nth === -1 ? last : onOrAfter(weekday, month).add({ weeks: nth });
      if (/^week$/iu.test(unit)) return weekOf(nth === -1 ? endOf(month) : month.add({ weeks: nth }), today);
      return /^week/iu.test(unit) ? span(first, first.add({ days: 1 }), today) : { first };
    },
  ],
  [
    `(?:the )?(?:${HOLIDAY})${YEAR}`,
    ({ year, ...groups }, today) => holidayOf(groups, today, year === undefined ? null : Number(year)),
  ],
  ["(?:the )?week after next", (_, today) => weekOf(today.add({ days: 14 }), today)],
  [
    `(?:the )?${WHICH} week(?:'s)?`,
    ({ which }, today) => weekOf(today.add({ weeks: /coming$/iu.test(which ?? "") ? 1 : stepOf(which) }), today),
  ],
  [
    "(?:the )?week (?:no\\.? ?|number )?(?<n>[1-9]|[1-4]\\d|5[0-3])(?! ?(?:times|days?|hours?))",
    ({ n }, today) => {
      const mondays = [0, 1].map((years) =>
        mondayOf(new Temporal.PlainDate(today.year + years, 1, 4)).add({ weeks: Number(n) - 1 }),
      );
      return weekOf(mondays.find((monday) => !isBefore(monday.add({ days: 6 }), today)) ?? today, today);
    },
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
  [
    `(?:the )?${WHICH} month|(?<=\\b(?:from|in|end of|until|till?|through|thru|by|since|during|starting|before|after|whole|all|entire|from (?:${MONTH}) to|${EXCEPT}) (?:the )?)(?<month>${MONTH})${YEAR}(?!\\.? \\d)`,
    (groups, today) => {
      const month = monthIn(groups, today);
      return span(month, endOf(month), today);
    },
  ],
];

/** What `chrono-node` leaves out: dates that no calendar has, and days of a month alone. */
const AFTER: readonly Own[] = [
  [
    `(?:the )?(?<d>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<month>${MONTH})${YEAR}`,
    ({ d, month = "", year }, today) =>
      dated(Number(d), monthOf(month), today, year === undefined ? null : Number(year)),
  ],
  [
    "(?:the )?(?<d>\\d{1,2})(?:st|nd|rd|th)(?! (?:time|one|day|week|grade|class|floor|row|birthday|anniversary|of (?:every|each)))",
    ({ d }, today) => numbered(Number(d), today),
  ],
];

const NUMBERED = "(?:the )?\\d{1,2}(?:st|nd|rd|th)?";
const TO = "\\s?(?:[-/]|to|until|till|through|thru)\\s?";
const AND = "(?:\\s?[,+&]\\s?|,? and )";
const NUMBERS = `(?<days>${NUMBERED}(?:(?:${TO}|${AND})${NUMBERED})+)`;
/** Days that share a month: "24, 25 and 26 Nov", "Dec 4-6", "12-13/12". */
const LISTS = [
  `${NUMBERS}\\.?(?: of)? (?<month>${MONTH})${YEAR}`,
  `(?<month>${MONTH})\\.? ${NUMBERS}(?![\\d:]|\\s?(?:am|pm|h\\b|o'clock))${YEAR}`,
  "(?<days>\\d{1,2}\\s?-\\s?\\d{1,2})/(?<month>0?[1-9]|1[0-2])(?![\\d/])",
];

/** The days of a list or a range with one month; a range can begin in the month before: "30 until 2 January". */
function listOf({ index, 0: text, groups = {} }: RegExpExecArray, before: string, today: Day): Days[] {
  const { days = "", month = "", year } = groups;
  const isBetween = /\bbetween $/iu.test(before);
  const range = new RegExp(
    `(\\d{1,2})\\D*?(?:(?:${isBetween ? "and|" : ""}${TO})(?:the )?(\\d{1,2}))?(?=\\D*?(?:${AND}|$))`,
    "giu",
  );
  const start = text.indexOf(days);
  const number = monthOf(month) || Number(month);
  const parts = [...days.matchAll(range)];
  return parts.map((part, at) => {
    const [one, two] = [Number(part[1]), Number(part[2] ?? part[1])];
    const last = dated(two, number, today, year === undefined ? null : Number(year));
    const first =
      one <= two ? dated(one, number, today, last.first.year) : { first: last.first.subtract({ months: 1 }) };
    const from = at === 0 ? 0 : start + (part.index ?? 0);
    const to = at === parts.length - 1 ? text.length : start + (part.index ?? 0) + part[0].length;
    return {
      ...ONE_DAY,
      at: index + from,
      text: text.slice(from, to),
      role: "",
      first: one <= two ? first.first : first.first.with({ day: one }),
      last: last.first,
      kind: part[2] === undefined ? "day" : "days",
      problem: last.problem ?? first.problem ?? null,
      listed: at > 0,
    };
  });
}

/** Claims the days, each with the word before it; a weekday beside a date must be that of the date. Times of day are read before. */
export function readDays(sheet: Sheet, today: Day): readonly Days[] {
  const found: Days[] = [];
  for (const pattern of LISTS)
    sheet.takeAll(pattern, (match) => {
      const list = listOf(match, sheet.text.slice(0, match.index), today);
      return list.length > 0 && found.push(...list) > 0;
    });
  const takeAll = (pattern: string, read: (match: RegExpExecArray) => Reading | null): void => {
    sheet.takeAll(pattern, (match) => {
      const reading = read(match);
      if (reading === null) return false;
      return found.push({ ...ONE_DAY, last: reading.first, ...reading, at: match.index, text: match[0], role: "" }) > 0;
    });
  };
  for (const [pattern, read] of FIRST) takeAll(pattern, ({ groups = {} }) => read(groups, today));
  // It would take "night" in "movie night Friday" for a part of the date, and "the day before" for yesterday.
  const text = sheet.left.replaceAll(
    /\b(?:(?:morning|afternoon|evening|night|noon)s?|day (?:before|after))\b/giu,
    (part) => "\uE000".repeat(part.length),
  );
  const reference = { instant: new Date(`${today.toString()}T12:00:00Z`), timezone: 0 };
  for (const result of chrono.parse(text, reference, { forwardDate: true })) {
    const words = literal(result.text.replace(/^on /iu, ""));
    const end = result.index + result.text.length;
    takeAll(`(?:the )?(?:(?:this )?coming |the following )?${words}`, (match) =>
      // "In two hours" names an hour, and not a day.
      match.index + match[0].length === end && !/\b(?:hours?|hrs?|min(?:ute)?s?)\b/iu.test(result.text)
        ? ofChrono(result, today)
        : null,
    );
  }
  for (const [pattern, read] of AFTER) takeAll(pattern, ({ groups = {} }) => read(groups, today));
  return withoutNames(withRoles(combineDays(found, sheet, today), sheet), sheet);
}

const ROLES = new RegExp(`(?<![\\p{L}\\p{N}'])(?:${ROLE})\\s*$`, "iu");

/** Claims the word before each day. The days of a list share that of the first, if it is "except". */
function withRoles(days: readonly Days[], sheet: Sheet): readonly Days[] {
  let shared = "";
  return days.map((each) => {
    if (each.listed) return { ...each, role: EXCEPT_ROLE.test(shared) ? shared : "" };
    const before = ROLES.exec(sheet.left.slice(0, each.at));
    shared = before?.[0].trim().toLowerCase() ?? "";
    if (before === null) return each;
    const text = sheet.text.slice(before.index, each.at + each.text.length);
    sheet.claim({ at: before.index, text });
    return { ...each, at: before.index, text, role: shared };
  });
}

const HOLIDAY_NAME = new RegExp(`(?:^|\\s)(?:${HOLIDAY})$`, "iu");
const NAMES_NO_DAY = /^(?:at|for|over|of|in|during|between|)$/u;

/** Leaves the holidays that name something else: "Christmas tree", "New Year's Eve party", and "Easter" beside a date. */
function withoutNames(days: readonly Days[], sheet: Sheet): readonly Days[] {
  const isNoun = ({ at, text }: Days): boolean => {
    const after = sheet.left.slice(at + text.length);
    return (
      /^[ -]\p{L}/u.test(after) &&
      !/^ (?:until|till?|every|each|all)\b/iu.test(after) &&
      !isSmall(/\p{L}+/u.exec(after)?.[0] ?? "")
    );
  };
  const isName = (each: Days): boolean =>
    HOLIDAY_NAME.test(each.text) && (NAMES_NO_DAY.test(each.role) || (each.assumed !== null && isNoun(each)));
  const isDated = days.some(
    (each) => !isName(each) && !EXCEPT_ROLE.test(each.role) && !/^(?:until|till?|thr)/u.test(each.role),
  );
  return days.filter((each, index) => {
    if (!isName(each) || days[index + 1]?.role === "to") return true;
    const isVague = isDated || each.assumed !== null;
    if (isNoun(each) || isVague) sheet.release(each);
    return !isVague;
  });
}

/** Days of a result of `chrono-node`; null if it names none. */
function ofChrono({ text, start, end }: ParsedResult, today: Day): Reading | null {
  const dayOf = (parts: ParsedComponents): Day =>
    new Temporal.PlainDate(parts.get("year") ?? today.year, parts.get("month") ?? 1, parts.get("day") ?? 1);
  // The library reads "the day" as tomorrow.
  if (/^(?:the|an?) (?:day|week|month|year)$/iu.test(text)) return null;
  const first = dayOf(start);
  const weekday = new RegExp(`\\b${WEEKDAY}\\b`, "iu").test(text) ? (start.get("weekday") ?? 0) || 7 : null;
  if (weekday !== null && !start.isCertain("weekday")) return null;
  if (!start.isCertain("day") && weekday === null) {
    // "May" alone can be a name; "in May" and "May 2027" are months.
    if (!start.isCertain("month") || /^\p{L}+$/u.test(text)) return null;
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
