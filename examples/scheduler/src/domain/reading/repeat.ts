import { type Day, NUMBER, numberOf, type Sheet, WEEKDAY, weekdayOf } from "@tidemark/reading";

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

const STEPS = new Map([
  ["other", 2],
  ["alternate", 2],
  ["first", 1],
  ["second", 2],
  ["third", 3],
  ["fourth", 4],
  ["last", -1],
]);
const stepOf = (text = "1"): number => STEPS.get(text.toLowerCase()) ?? (Number.parseInt(text, 10) || numberOf(text));

const LIST = `(?<list>${WEEKDAY}s?(?:(?:\\s?[,&+/]\\s?|,? and )(?:on |every )?${WEEKDAY}s?)*)`;
const EVERY = "(?:every|each)";
const STEP = "(?:(?<step>other|alternate|second|third|fourth|\\d+(?:nd|rd|th)?|two|three|four) )?";
const NTH = "(?<nth>first|second|third|fourth|last|1st|2nd|3rd|4th)";
const MONTHLY = "(?:(?:every|each) month|monthly),? on the";

/** Wordings of repetitions, the most exact first. */
const PATTERNS: readonly string[] = [
  `(?:on |every |each )?(?:the )?${NTH} (?<list>${WEEKDAY}) (?:of|in) (?:(?:every|each|the|a) )?month`,
  `${MONTHLY} ${NTH} (?<list>${WEEKDAY})`,
  "(?:on )?(?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th) (?:of )?(?:every|each) month",
  `${MONTHLY} (?<day>\\d{1,2})(?:st|nd|rd|th)?`,
  `(?:${EVERY}|on) (?<work>week ?days?|school ?days?)|(?<work2>weekdays)(?: only)?`,
  `(?:${EVERY}|on) (?<end>weekends?)`,
  `(?:${EVERY}|all) ${STEP}${LIST}`,
  `(?:on )?(?<list>${WEEKDAY}(?<!tue|thur?|wed)s(?:(?:\\s?[,&]\\s?|,? and )(?:on )?${WEEKDAY}s)*)`,
  `(?:on )?(?<list>${WEEKDAY})(?= (?:mornings|afternoons|evenings|nights))`,
  `(?:${EVERY} ${STEP}(?<unit>day|week|month|year)s?|(?<unit2>dai|week|month|year)ly)(?:,? on ${LIST})?`,
  `${EVERY}(?= (?:morning|afternoon|evening|night)\\b)`,
];
const UNITS = { da: "DAILY", we: "WEEKLY", mo: "MONTHLY", ye: "YEARLY" } as const;

/** Weekdays of a list such as "Monday, Wednesday and Friday". */
function listed(text = ""): number[] {
  const days = [...text.matchAll(new RegExp(`\\b${WEEKDAY}`, "giu"))].map(([name]) => weekdayOf(name));
  return [...new Set(days)].toSorted((a, b) => a - b);
}

/** Claims the words of a repetition; null if there is none. Its limits ("until June", "except …") are days with a role. */
export function readRepeat(sheet: Sheet): Repeat | null {
  let match: RegExpExecArray | null = null;
  for (const pattern of PATTERNS) match ??= sheet.take(pattern);
  if (match === null) return null;
  const { list, step, nth, day, work2, work = work2, end, unit, unit2 } = match.groups ?? {};
  // "Tuesdays, weekly" says it twice.
  sheet.takeAll("repeat(?:s|ed|ing)?|weekly|every week");
  const weekdays = work ? [1, 2, 3, 4, 5] : end ? [6, 7] : listed(list);
  const start = (unit ?? unit2 ?? "").slice(0, 2).toLowerCase();
  const named = Object.entries(UNITS).find(([letters]) => letters === start)?.[1];
  return {
    unit: (nth ?? day) ? "MONTHLY" : (named ?? (weekdays.length > 0 ? "WEEKLY" : "DAILY")),
    interval: stepOf(step),
    weekdays,
    nth: nth === undefined ? null : stepOf(nth),
    monthDay: day === undefined ? null : Number(day),
    ...readCount(sheet),
  };
}

/** Claims "six times" and "for six weeks". */
export function readCount(sheet: Sheet): Pick<Repeat, "count" | "lasts"> {
  const count = sheet.take(
    `(?:for )?(?:only )?(${NUMBER})(?: ?x| (?:times|sessions|lessons))(?! (?:a|per|each|every) )`,
  );
  const lasts = sheet.take(`for (?:the next )?(${NUMBER}) (day|week|month|year)s?`);
  return {
    count: count === null ? null : numberOf(count[1] ?? ""),
    lasts: lasts === null ? null : { [`${(lasts[2] ?? "").toLowerCase()}s`]: numberOf(lasts[1] ?? "") },
  };
}

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
