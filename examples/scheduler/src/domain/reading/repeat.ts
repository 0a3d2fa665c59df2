import type { Temporal } from "temporal-polyfill";
import { WEEKDAY, weekdayOf } from "./days.ts";
import type { Sheet } from "./sheet.ts";

/** A repetition as it was said. */
export interface Repeat {
  readonly unit: "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  readonly interval: number;
  /** Weekdays, 1 for Monday; empty if they follow from the first day. */
  readonly weekdays: readonly number[];
  /** Which such weekday of the month: 1 to 4, -1 for the last. */
  readonly nth: number | null;
  readonly monthDay: number | null;
  readonly count: number | null;
  /** Length of the series: "for 6 weeks". */
  readonly lasts: Readonly<Record<string, number>> | null;
}

const LIST = `(?<list>${WEEKDAY}s?(?:(?:\\s?[,&+/]\\s?|,? and )(?:on |every )?${WEEKDAY}s?)*)`;
const EVERY = "(?:every|each|all)";
const STEP = "(?:(?<step>other|alternate|second|third|fourth|single|\\d+(?:nd|rd|th)?|two|three|four) )?";
const NTH = "(?<nth>first|second|third|fourth|last|1st|2nd|3rd|4th)";
const NUMBERS = new Map(
  Object.entries({
    other: 2,
    alternate: 2,
    single: 1,
    first: 1,
    second: 2,
    third: 3,
    fourth: 4,
    last: -1,
    two: 2,
    three: 3,
    four: 4,
  }),
);
const numberOf = (text = "1"): number => NUMBERS.get(text.toLowerCase()) ?? Number.parseInt(text, 10);

/** Wordings of repetitions, the most exact first. */
const PATTERNS: readonly string[] = [
  // "the last Friday of every month", "monthly on the second Tuesday"
  `(?:on |every |each )?(?:the )?${NTH} (?<list>${WEEKDAY}),? (?:of |in |every |each )+(?:the |a )?month`,
  `(?:(?:every|each) month|monthly),? on the ${NTH} (?<list>${WEEKDAY})`,
  // "the 15th of every month", "every month on the 15th"
  "(?:on )?(?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)? (?:day )?(?:of |in )?(?:every|each|the) month",
  `(?:(?:every|each) ${STEP}month|monthly),? on (?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)?`,
  `(?:${EVERY}|on) (?<work>week ?days?|working days?|school ?days?)|(?<work2>weekdays)(?: only)?`,
  `(?:${EVERY}|on) (?<end>weekends)|${EVERY} (?<end2>weekend)`,
  `${EVERY} ${STEP}${LIST}`,
  // "Six Mondays"
  `(?<many>\\d+) (?<list>${WEEKDAY}(?<!tue|thur?|wed)s)`,
  // "Tuesdays and Thursdays", "Sunday evenings"
  `(?:weekly,? )?(?:on )?(?<list>${WEEKDAY}(?<!tue|thur?|wed)s(?:(?:\\s?[,&]\\s?|,? and )(?:on )?${WEEKDAY}s)*)`,
  `(?:on )?(?<list>${WEEKDAY})(?= (?:mornings|afternoons|evenings|nights))`,
  // "Mon Wed Fri until June"
  `(?<list>${WEEKDAY}(?:(?:,? and |[\\s,/&]+)${WEEKDAY})+)(?=.*\\b(?:until|till|through|weekly|every week)\\b)`,
  `(?:(?:every|each) ${STEP}(?<unit>day|week|month|year)s?|(?<unit2>dai|week|month|year)ly|once a (?<unit3>day|week|month|year))(?:,? on ${LIST})?`,
  "(?<two>fortnightly|biweekly)",
  `${EVERY}(?= (?:morning|afternoon|evening|night)\\b)`,
];
const UNITS = new Map<string, Repeat["unit"]>([
  ["da", "DAILY"],
  ["we", "WEEKLY"],
  ["mo", "MONTHLY"],
  ["ye", "YEARLY"],
]);

/** Weekdays of a list such as "Monday, Wednesday and Friday". */
function listed(text = ""): number[] {
  const days = [...text.matchAll(new RegExp(`\\b${WEEKDAY}`, "giu"))].map(([name]) => weekdayOf(name));
  return [...new Set(days)].toSorted((a, b) => a - b);
}

/** Weekdays from one to another: 1 to 5 for "Monday through Friday". */
function between(first: number, last: number): number[] {
  const length = ((last - first + 7) % 7) + 1;
  return Array.from({ length }, (_, index) => ((first + index - 1) % 7) + 1).toSorted((a, b) => a - b);
}

/** Claims the words of a repetition; null if there is none. Its limits ("until June", "except …") are days with a role. */
export function readRepeat(sheet: Sheet): Repeat | null {
  let match: RegExpExecArray | null = null;
  for (const pattern of PATTERNS) match ??= sheet.take(pattern);
  if (match === null) return null;
  const { list, step, nth, day, work, work2, end, end2, unit, unit2, unit3, two, many } = match.groups ?? {};
  sheet.takeAll("repeat(?:s|ed|ing)?|forever|for ever|indefinitely|ongoing|weekly|(?:every|each|all) weeks?");
  const named = (work ?? work2) ? [1, 2, 3, 4, 5] : (end ?? end2) ? [6, 7] : listed(list);
  // "Every morning Monday through Friday"; "from Monday to Friday" can be the days of one week.
  const to = `(?<!from )(?<first>${WEEKDAY})s?(?: (?:through|to) |\\s?-\\s?)(?<last>${WEEKDAY})s?(?! (?:the )?\\d)`;
  const range = named.length > 0 ? null : sheet.take(to);
  const { first = "", last = "" } = range?.groups ?? {};
  const weekdays = range === null ? named : between(weekdayOf(first), weekdayOf(last));
  const word = UNITS.get((unit ?? unit2 ?? unit3 ?? "").slice(0, 2).toLowerCase());
  const frequency = (nth ?? day) ? "MONTHLY" : (word ?? (weekdays.length > 0 || two ? "WEEKLY" : "DAILY"));
  // "Every day except Sundays" leaves the other days of the week.
  const days = frequency === "DAILY" && range === null ? [1, 2, 3, 4, 5, 6, 7] : weekdays;
  const but = `(?:except(?: for)?|but not|not)(?: on)? ${LIST}(?! (?:the )?\\d)`;
  const without = listed(days.length < 2 ? "" : sheet.take(but)?.groups?.["list"]);
  return {
    unit: without.length > 0 || range !== null ? "WEEKLY" : frequency,
    interval: two === undefined ? numberOf(step) : 2,
    weekdays: without.length > 0 ? days.filter((each) => !without.includes(each)) : weekdays,
    nth: nth === undefined ? null : numberOf(nth),
    monthDay: day === undefined ? null : Number(day),
    ...readCount(sheet),
    ...(many !== undefined && { count: Number(many) }),
  };
}

/** Claims "six times" and "for six weeks". */
export function readCount(sheet: Sheet): Pick<Repeat, "count" | "lasts"> {
  const count = sheet.take(
    "(?:for )?(?:only )?(?:a total of )?(\\d+)(?: ?x| (?:times|sessions|occurrences|lessons|classes))(?: in total)?(?! (?:a|per|each|every) )",
  );
  const lasts = sheet.take("for (?:the next )?(\\d+|a) (day|week|month|year)s?");
  return {
    count: count === null ? null : Number(count[1]),
    lasts: lasts === null ? null : { [`${(lasts[2] ?? "").toLowerCase()}s`]: Number(lasts[1]?.replace("a", "1")) },
  };
}

type Day = Temporal.PlainDate;

/** First day of a repetition on or after `from`; null if its words leave the day open. */
export function firstDayOf({ unit, weekdays, nth, monthDay }: Repeat, from: Day): Day | null {
  if (weekdays.length === 0 && monthDay === null) return unit === "DAILY" ? from : null;
  const isNth = (day: Day): boolean =>
    nth === null || (nth === -1 ? day.day > day.daysInMonth - 7 : Math.ceil(day.day / 7) === nth);
  const fits = (day: Day): boolean =>
    monthDay === null ? weekdays.includes(day.dayOfWeek) && isNth(day) : day.day === monthDay;
  return Array.from({ length: 800 }, (_, days) => from.add({ days })).find(fits) ?? null;
}

const RULE_DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
export const ruleDay = (day: Day): string => RULE_DAYS[day.dayOfWeek - 1] ?? "MO";

/** RFC 5545 rule; `until` is an instant or a date in its form. */
export function ruleOf(repeat: Repeat, first: Day, until: string | null): string {
  const { unit, interval, weekdays, nth, monthDay, count } = repeat;
  const days = weekdays.length === 0 && unit === "WEEKLY" ? [first.dayOfWeek] : weekdays;
  const parts = [
    `FREQ=${unit}`,
    interval > 1 ? `INTERVAL=${interval}` : "",
    days.length > 0 ? `BYDAY=${days.map((weekday) => `${nth ?? ""}${RULE_DAYS[weekday - 1]}`).join(",")}` : "",
    monthDay === null ? "" : `BYMONTHDAY=${monthDay}`,
    count === null ? "" : `COUNT=${count}`,
    until === null ? "" : `UNTIL=${until}`,
  ];
  return parts.filter((part) => part !== "").join(";");
}

/** UNTIL of a rule: the end of the day in UTC, or a date for all-day events. */
export function untilOf(last: Day, { allDay, zone }: { readonly allDay: boolean; readonly zone: string }): string {
  const end = allDay ? last : last.toPlainDateTime("23:59:59").toZonedDateTime(zone).toInstant();
  return end.toString().replaceAll(/[-:]|\.\d+/gu, "");
}
