import type { Temporal } from "temporal-polyfill";
import { WEEKDAY, weekdayOf } from "./day-words.ts";
import { NUMBER, numberOf } from "./numbers.ts";
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
  /** Length of the series: "for six weeks". */
  readonly lasts: { readonly [unit: string]: number } | null;
}

const RULE_DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const DAY_LIST = `${WEEKDAY}s?(?:(?:\\s?,\\s?|\\s?&\\s?|\\s?\\+\\s?|,? and |/)(?:on |every )?${WEEKDAY}s?)*`;
const EVERY = "(?:every|each)";
const STEP = `(?:(?<step>other|second|2nd|third|3rd|fourth|4th|single|alternate|${NUMBER}) )?`;
const NTH = "(?<nth>first|1st|second|2nd|third|3rd|fourth|4th|last)";
const PLACES: Readonly<Record<string, number>> = {
  first: 1,
  "1st": 1,
  second: 2,
  "2nd": 2,
  third: 3,
  "3rd": 3,
  fourth: 4,
  "4th": 4,
  last: -1,
};
const STEPS: Readonly<Record<string, number>> = {
  other: 2,
  alternate: 2,
  second: 2,
  "2nd": 2,
  third: 3,
  "3rd": 3,
  fourth: 4,
  "4th": 4,
  single: 1,
};
const UNITS: Readonly<Record<string, Repeat["unit"]>> = {
  day: "DAILY",
  week: "WEEKLY",
  month: "MONTHLY",
  year: "YEARLY",
};
const unitOf = (text = ""): Repeat["unit"] => UNITS[text.toLowerCase()] ?? "DAILY";
const ADVERBS: Readonly<Record<string, readonly [Repeat["unit"], number]>> = {
  daily: ["DAILY", 1],
  weekly: ["WEEKLY", 1],
  fortnightly: ["WEEKLY", 2],
  biweekly: ["WEEKLY", 2],
  "bi-weekly": ["WEEKLY", 2],
  monthly: ["MONTHLY", 1],
  yearly: ["YEARLY", 1],
  annually: ["YEARLY", 1],
};
const WORK_DAYS = [1, 2, 3, 4, 5];

const plain = { interval: 1, weekdays: [], nth: null, monthDay: null, count: null, lasts: null } as const;

/** Weekdays of a list such as "Monday, Wednesday and Friday". */
const listed = (text: string): number[] =>
  [...new Set([...text.matchAll(new RegExp(`\\b${WEEKDAY}`, "giu"))].map(([name]) => weekdayOf(name)))].toSorted(
    (a, b) => a - b,
  );

const READERS: readonly (readonly [
  pattern: string,
  read: (groups: Readonly<Record<string, string | undefined>>) => Partial<Repeat> | null,
])[] = [
  // "the last Friday of every month", "every first Monday of the month", "monthly on the second Tuesday"
  [
    `(?:${EVERY} month on |monthly,? on |on |${EVERY} )?(?:the )?${NTH} (?<list>${WEEKDAY})(?:s)?,? (?:of |in |every |each )?(?:every |each |the |a )?month\\b|(?:${EVERY} month,? on the|monthly,? on the) (?<nth2>${NTH.slice(7)} (?<list2>${WEEKDAY})|${EVERY} (?<nth3>first|1st|third|3rd|last) (?<list3>${WEEKDAY})\\b(?! (?:week|weeks))`,
    (groups) => {
      const [nth, list] = [
        groups["nth"] ?? groups["nth2"] ?? groups["nth3"] ?? "",
        groups["list"] ?? groups["list2"] ?? groups["list3"] ?? "",
      ];
      return { unit: "MONTHLY", weekdays: listed(list), nth: PLACES[nth.toLowerCase()] ?? null };
    },
  ],
  // "every month on the 15th", "on the 1st of every month", "monthly on the last day"
  [
    `(?:(?:${EVERY} ${STEP}month|monthly),? on (?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)?|(?:on )?(?:the )?(?<day2>\\d{1,2})(?:st|nd|rd|th)? of (?:${EVERY}|the) month|(?:on )?the (?<end>last day) of (?:${EVERY}|the) month(?= every| each|$))\\b`,
    (groups) => ({
      unit: "MONTHLY",
      interval: stepOf(groups["step"]),
      monthDay: groups["end"] === undefined ? Number(groups["day"] ?? groups["day2"]) : -1,
    }),
  ],
  // "every weekday", "on weekdays", "every school day"
  [
    "(?:every|each|on) (?:week ?days?|working days?|school ?days?)|weekdays|(?:from )?(?:monday|mon) (?:to|through|-|until) (?:friday|fri)(?= every week|,? weekly)|(?:monday|mon)s (?:to|through|-) (?:fridays|fris)|every day (?:from )?monday (?:to|through) friday",
    () => ({ unit: "WEEKLY", weekdays: WORK_DAYS }),
  ],
  [
    "(?:every|each|on) weekends?(?! of)",
    (groups) => (/^on weekend$/iu.test(groups["0"] ?? "") ? null : { unit: "WEEKLY", weekdays: [6, 7] }),
  ],
  // "every other Tuesday and Thursday", "every Monday"
  [
    `${EVERY} ${STEP}(?<list>${DAY_LIST})\\b`,
    (groups) => ({ unit: "WEEKLY", interval: stepOf(groups["step"]), weekdays: listed(groups["list"] ?? "") }),
  ],
  [
    `(?:weekly,? )?(?<even>on )?(?<list>(?:${WEEKDAY}s)(?:(?:\\s?,\\s?|\\s?&\\s?|,? and )(?:on )?${WEEKDAY}s)*)(?<!tues|thurs|thu|wed)\\b`,
    (groups) =>
      /(?:days|tues|weds|thurs|fris|sats|suns|mons)$/iu.test(groups["list"] ?? "") &&
      !/^(?:tues|thurs)$/iu.test(groups["list"] ?? "")
        ? { unit: "WEEKLY", weekdays: listed(groups["list"] ?? "") }
        : null,
  ],
  // "every two weeks on Monday", "every day", "every year"
  [
    `${EVERY} ${STEP}(?<unit>day|week|month|year)s?(?:,? on (?<list>${DAY_LIST}))?\\b`,
    (groups) => ({
      unit: unitOf(groups["unit"]),
      interval: stepOf(groups["step"]),
      weekdays: listed(groups["list"] ?? ""),
    }),
  ],
  [
    `(?<adverb>daily|weekly|fortnightly|biweekly|bi-weekly|monthly|yearly|annually)(?:,? on (?<list>${DAY_LIST}))?\\b|once a (?<unit>day|week|month|year)\\b`,
    (groups) => {
      const [unit, interval] = ADVERBS[(groups["adverb"] ?? "").toLowerCase()] ?? [unitOf(groups["unit"]), 1];
      return { unit, interval, weekdays: listed(groups["list"] ?? "") };
    },
  ],
  // "every morning" leaves the part of the day to its own reader.
  [`${EVERY} (?=morning|afternoon|evening|night)`, () => ({ unit: "DAILY" })],
];

const stepOf = (step = ""): number => {
  const word = step.toLowerCase();
  return word === "" ? 1 : (STEPS[word] ?? numberOf(word));
};

/** Claims the words of a repetition; null if there is none. Its limits ("until June", "except …") are days with a role. */
export function readRepeat(sheet: Sheet): Repeat | null {
  let found: Partial<Repeat> | null = null;
  for (const [pattern, read] of READERS) {
    if (found !== null) break;
    sheet.take(new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})`, "iu"), (match) => {
      if (found !== null) return false;
      found = read({ ...match.groups, 0: match[0] });
      return found !== null;
    });
  }
  const repeat = found as Partial<Repeat> | null;
  if (repeat === null) return null;
  // "Except Sundays" leaves the other days of the week.
  const except = sheet.take(
    new RegExp(`\\b(?:except(?: for)?|but not|not)(?: on)? (?<list>${DAY_LIST})(?!\\w)(?! (?:the )?\\d)`, "iu"),
    () => repeat.unit === "DAILY" || (repeat.weekdays ?? []).length > 1,
  );
  const without = listed(except?.groups?.["list"] ?? "");
  const all = repeat.unit === "DAILY" ? [1, 2, 3, 4, 5, 6, 7] : (repeat.weekdays ?? []);
  const count = sheet.take(
    new RegExp(
      `\\b(?:,? ?for )?(?:a total of )?(${NUMBER}) (?:times|sessions|occurrences|lessons|classes)(?: in total)?\\b`,
      "iu",
    ),
  );
  const lasts = sheet.take(new RegExp(`\\bfor (?:the next )?(${NUMBER}) (day|week|month|year)s?\\b`, "iu"));
  return {
    unit: without.length > 0 ? "WEEKLY" : (repeat.unit ?? "WEEKLY"),
    ...plain,
    ...repeat,
    ...(without.length > 0 && {
      unit: "WEEKLY" as const,
      weekdays: all.filter((weekday) => !without.includes(weekday)),
    }),
    count: count === null ? null : numberOf(count[1] ?? ""),
    lasts: lasts === null ? null : { [`${(lasts[2] ?? "").toLowerCase()}s`]: numberOf(lasts[1] ?? "") },
  };
}

/** First day of a repetition on or after `from`; null if its words leave the day open. */
export function firstDayOf(
  { unit, weekdays, nth, monthDay }: Repeat,
  from: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const fits = (day: Temporal.PlainDate): boolean => {
    if (monthDay !== null) return day.day === (monthDay === -1 ? day.daysInMonth : monthDay);
    if (!weekdays.includes(day.dayOfWeek)) return false;
    if (nth === null) return true;
    return nth === -1 ? day.day > day.daysInMonth - 7 : Math.ceil(day.day / 7) === nth;
  };
  if (weekdays.length === 0 && monthDay === null) return unit === "DAILY" ? from : null;
  for (let ahead = 0; ahead < 800; ahead += 1) if (fits(from.add({ days: ahead }))) return from.add({ days: ahead });
  return null;
}

/** RFC 5545 rule; `until` is an instant or a date in its form. */
export function ruleOf(
  { unit, interval, weekdays, nth, monthDay, count }: Repeat,
  first: Temporal.PlainDate,
  until: string | null,
): string {
  const days = weekdays.length === 0 && unit === "WEEKLY" ? [first.dayOfWeek] : weekdays;
  return [
    `FREQ=${unit}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(days.length > 0 ? [`BYDAY=${days.map((weekday) => `${nth ?? ""}${RULE_DAYS[weekday - 1]}`).join(",")}`] : []),
    ...(monthDay === null ? [] : [`BYMONTHDAY=${monthDay}`]),
    ...(count === null ? [] : [`COUNT=${count}`]),
    ...(until === null ? [] : [`UNTIL=${until}`]),
  ].join(";");
}
