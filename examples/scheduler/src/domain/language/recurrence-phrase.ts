import type { Temporal } from "temporal-polyfill";
import { MONTH, startOfWeek } from "./day-phrase.ts";
import type { DayContext, DayPhrase } from "./day-phrase.ts";
import { COUNT, ORDINAL, readCount, readOrdinal } from "./number-words.ts";
import { readDays } from "./read-days.ts";
import { RequestText } from "./request-text.ts";
import { readWeekday, WEEKDAY, WEEKDAY_NAME } from "./weekdays.ts";

/** Repetition described in a request. */
export interface RecurrencePhrase {
  readonly frequency: "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  readonly interval: number;
  /** Weekdays, starting with 1 for Monday; with `nth`, the n-th such weekday of a month. */
  readonly weekdays: readonly number[];
  readonly nth: number | null;
  /** Day of the month; -1 is the last day. */
  readonly monthDay: number | null;
  readonly count: number | null;
  /** Duration from the first occurrence, as in "for 6 weeks". */
  readonly length: {
    readonly weeks?: number;
    readonly months?: number;
    readonly days?: number;
    readonly years?: number;
  } | null;
  /** Last possible day. */
  readonly until: Temporal.PlainDate | null;
  readonly starts: DayPhrase | null;
  readonly excluded: readonly Temporal.PlainDate[];
  /** Parts of the repetition that were not understood. */
  readonly unread: readonly string[];
}

type Frequency = Pick<RecurrencePhrase, "frequency" | "interval" | "weekdays" | "nth" | "monthDay">;

const pattern = (source: string): RegExp => new RegExp(source, "i");

const DAY_NAME = `${WEEKDAY_NAME}(?:'?s)?\\b\\.?`;
const LIST = `${DAY_NAME}(?:(?:, ?(?:and )?|,? (?:and|&|\\+) |/| )${DAY_NAME}){0,6}`;
const ON_LIST = `(?:,? (?:on )?(?<on>${LIST}))?`;
const ON_DAY = `(?:,? on (?:the )?(?:(?<nth>${ORDINAL}) (?<nthDay>${WEEKDAY})|(?<day>\\d{1,2}(?:st|nd|rd|th)|last day|first)\\b))?`;
const PLURALS = "(?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays)";

const plain = (frequency: Frequency["frequency"], interval = 1): Frequency => ({
  frequency,
  interval,
  weekdays: [],
  nth: null,
  monthDay: null,
});

const weekdaysIn = (list: string): number[] =>
  [...list.matchAll(new RegExp(`\\b${WEEKDAY_NAME}`, "gi"))]
    .map((match) => readWeekday(match[0]))
    .filter((weekday, index, all) => all.indexOf(weekday) === index)
    .toSorted((one, other) => one - other);

const units: Readonly<Record<string, Frequency["frequency"]>> = {
  day: "DAILY",
  week: "WEEKLY",
  month: "MONTHLY",
  year: "YEARLY",
};

const adverbs: Readonly<Record<string, Frequency>> = {
  daily: plain("DAILY"),
  nightly: plain("DAILY"),
  weekly: plain("WEEKLY"),
  biweekly: plain("WEEKLY", 2),
  fortnightly: plain("WEEKLY", 2),
  monthly: plain("MONTHLY"),
  quarterly: plain("MONTHLY", 3),
  yearly: plain("YEARLY"),
  annually: plain("YEARLY"),
};

const everyOther = /^(?:other|second|2nd|alternate)$/i;

/** Forms of repetitions, more specific ones first. */
const forms: readonly { readonly pattern: RegExp; readonly read: (match: RegExpExecArray) => Frequency | null }[] = [
  {
    pattern: pattern(
      `\\b(?:on )?(?:the )?(${ORDINAL}) (${WEEKDAY}) (?:of|in) (?:each|every) month\\b|\\b(?:every|each) (${ORDINAL}) (${WEEKDAY}) (?:of|in) (?:the|each|a) month\\b`,
    ),
    read: (match) => nthWeekday(match[1] ?? match[3] ?? "", match[2] ?? match[4] ?? ""),
  },
  {
    pattern: pattern(
      "\\b(?:on )?(?:the )?(last day|first|\\d{1,2}(?:st|nd|rd|th)) (?:day )?(?:of|in) (?:each|every) month\\b|\\bevery (\\d{1,2}(?:st|nd|rd|th))(?: of the month)?\\b(?! (?:day|week|month))",
    ),
    read: (match) => dayOfMonth(match[1] ?? match[2] ?? ""),
  },
  {
    pattern: pattern(
      `\\b(?:every|each) (${WEEKDAY}) ?(?:-|to|through|thru) ?(${WEEKDAY})|\\b(${WEEKDAY}) ?(?:-|to|through|thru) ?(${WEEKDAY}) every week\\b`,
    ),
    read: (match) => weekdayRange(readWeekday(match[1] ?? match[3] ?? ""), readWeekday(match[2] ?? match[4] ?? "")),
  },
  {
    pattern: pattern(
      `\\b(?:every|each) (?:(other|second|2nd|alternate|first|1st|third|3rd|fourth|4th|last) )?(?<list>${LIST})`,
    ),
    read: (match) => {
      const weekdays = weekdaysIn(match.groups?.["list"] ?? "");
      const which = match[1];
      if (which === undefined) return { ...plain("WEEKLY"), weekdays };
      if (everyOther.test(which)) return { ...plain("WEEKLY", 2), weekdays };
      return { ...plain("MONTHLY"), weekdays, nth: readOrdinal(which) };
    },
  },
  {
    pattern: pattern(
      "\\b(?:on |every |each |all )?(?:week[- ]?days|school ?days|work(?:ing)? ?days|business days)\\b|\\b(?:every|each) (?:week[- ]?day|school ?day|work(?:ing)? ?day|business day)\\b",
    ),
    read: () => weekdayRange(1, 5),
  },
  {
    pattern: /\b(?:every|each) weekend\b|\b(?:on |at )?weekends\b/i,
    read: () => weekdayRange(6, 7),
  },
  {
    pattern: pattern(
      `\\b(?:every|each) (?:(?<other>other|second|2nd|alternate)|(?<count>${COUNT}|\\d{1,2}(?:nd|rd|th)))? ?(?<unit>day|week|fortnight|month|year)s?\\b${ON_DAY}${ON_LIST}`,
    ),
    read: (match) => {
      const { other, count, unit = "" } = match.groups ?? {};
      const isFortnight = unit.toLowerCase() === "fortnight";
      const times = count === undefined ? 1 : Math.round(readCount(count.replace(/(?:nd|rd|th)$/i, "")));
      if (!(times >= 1 && times <= 100)) return null;
      const frequency = isFortnight ? "WEEKLY" : (units[unit.toLowerCase()] ?? "WEEKLY");
      return placed(plain(frequency, (other === undefined ? times : 2) * (isFortnight ? 2 : 1)), match);
    },
  },
  {
    pattern: pattern(
      `\\b(?<adverb>daily|nightly|weekly|bi-?weekly|fortnightly|monthly|quarterly|yearly|annually)\\b${ON_DAY}${ON_LIST}`,
    ),
    read: (match) =>
      placed(adverbs[(match.groups?.["adverb"] ?? "").toLowerCase().replace("-", "")] ?? plain("WEEKLY"), match),
  },
  {
    pattern: pattern(`\\bonce (?:a|per) (?<unit>day|week|month|year)\\b${ON_DAY}${ON_LIST}`),
    read: (match) => placed(plain(units[(match.groups?.["unit"] ?? "").toLowerCase()] ?? "WEEKLY"), match),
  },
  // The part of the day, and the date, are read later.
  { pattern: /\b(?:every|each) (?=(?:morning|afternoon|evening|night)\b)/i, read: () => plain("DAILY") },
  {
    pattern: pattern(`\\b(?:every|each) (?=${MONTH} \\d|\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH})`),
    read: () => plain("YEARLY"),
  },
  {
    pattern: pattern(`\\b(?:on )?(${PLURALS}(?:(?:, ?(?:and )?|,? (?:and|&) |/)${PLURALS}){0,6})\\b`),
    read: (match) => ({ ...plain("WEEKLY"), weekdays: weekdaysIn(match[1] ?? "") }),
  },
];

const nthWeekday = (nth: string, weekday: string): Frequency | null => {
  const place = readOrdinal(nth);
  return place >= -1 && place <= 5 ? { ...plain("MONTHLY"), weekdays: [readWeekday(weekday)], nth: place } : null;
};

const dayOfMonth = (text: string): Frequency | null => {
  const day = /last/i.test(text) ? -1 : readOrdinal(text);
  return day >= -1 && day <= 31 && day !== 0 ? { ...plain("MONTHLY"), monthDay: day } : null;
};

const weekdayRange = (first: number, last: number): Frequency => {
  const length = ((last - first + 7) % 7) + 1;
  const weekdays = Array.from({ length }, (_, index) => ((first - 1 + index) % 7) + 1);
  return { ...plain("WEEKLY"), weekdays: weekdays.toSorted((one, other) => one - other) };
};

/** Adds the following day: "weekly on Tuesday", "monthly on the 15th", "every month on the first Monday". */
function placed(frequency: Frequency, match: RegExpExecArray): Frequency | null {
  const { on, nth, nthDay, day } = match.groups ?? {};
  if (on !== undefined) return { ...frequency, weekdays: weekdaysIn(on) };
  if (frequency.frequency !== "MONTHLY") return frequency;
  if (nth !== undefined && nthDay !== undefined) {
    const found = nthWeekday(nth, nthDay);
    return found === null ? null : { ...found, interval: frequency.interval };
  }
  const found = day === undefined ? frequency : dayOfMonth(day);
  return found === null ? null : { ...found, interval: frequency.interval };
}

/** Takes a repetition and its limits out of the text; null without one. */
export function readRecurrence(text: RequestText, context: DayContext): RecurrencePhrase | null {
  for (const form of forms) {
    const match = form.pattern.exec(text.rest);
    const frequency = match === null ? null : form.read(match);
    if (match === null || frequency === null) continue;
    text.blank(match.index, match[0].length);
    // "daily on weekdays" states the repetition twice.
    text.take(/\b(?:daily|weekly)\b/i);
    return { ...frequency, ...readLimits(text, context) };
  }
  return null;
}

type Limits = Omit<RecurrencePhrase, keyof Frequency>;

const times = pattern(
  `\\b(?:for )?(?:a total of )?(${COUNT}) (?:times|occurrences|sessions|lessons|classes)\\b|\\bx ?(\\d{1,3})\\b`,
);
const forLength = pattern(`\\bfor (?:the next )?(${COUNT}) (day|week|month|year)s?\\b`);
const untilLead = /\b(?:up )?(until|till|til|through|thru|ending(?: on)?|ends on|to the end of|up to) (?=\S)/i;
const startLead = /\b(?:starting|beginning|from|as of|effective|begins|starts)(?: on| in| from)? (?=\S)/i;
const exceptLead =
  /(?:,? ?\b(?:but )?(?:except|excluding|not|skip(?:ping)?|without|apart from)(?: for)?(?: on| in)?) (?=\S)/i;

function readLimits(text: RequestText, context: DayContext): Limits {
  const unread: string[] = [];
  const excluded = readExcluded(text, context, unread);
  const starts = readLed(text, startLead, context)?.days[0] ?? null;
  const until = readUntil(text, context);
  if (until === null) unread.push(...takeUnreadEnd(text));
  const count = text.take(times);
  const counted = count === null ? null : Math.round(readCount(count[1] ?? count[2] ?? ""));
  const length = count === null ? text.take(forLength) : null;
  const amount = length === null ? 0 : Math.round(readCount(length[1] ?? ""));
  return {
    count: counted !== null && counted >= 1 && counted <= 1000 ? counted : null,
    length: amount >= 1 && amount <= 1000 ? { [`${(length?.[2] ?? "").toLowerCase()}s`]: amount } : null,
    until,
    starts,
    excluded,
    unread,
  };
}

/**
 * Reads the end of a repetition. "until Friday" includes Friday, but "until June" ends on 31 May; "through June" and "until the end
 * of June" include June.
 */
function readUntil(text: RequestText, context: DayContext): Temporal.PlainDate | null {
  const led = readLed(text, untilLead, context);
  const day = led?.days[0];
  if (led === null || day === undefined) return null;
  const isInclusive = /through|thru|end of/i.test(led.lead);
  if (!day.isWhole || isInclusive) return day.to;
  const from = day.from.equals(context.today) ? startOfWeek(context.today) : day.from;
  return from.subtract({ days: 1 });
}

/** Takes an end that is not understood, such as "until Easter"; "until 6" and "until noon" are times. */
function takeUnreadEnd(text: RequestText): readonly string[] {
  const end = text.take(
    /\b(?:until|till|through) (?!noon|midday|midnight|half|quarter|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)(?:the )?[a-z']{3,}(?: (?!at\b|from\b|for\b|with\b|needs?\b|every\b|on\b)[a-z']{3,}){0,2}/i,
  );
  return end === null ? [] : [end[0]];
}

function readExcluded(text: RequestText, context: DayContext, unread: string[]): readonly Temporal.PlainDate[] {
  const led = readLed(text, exceptLead, context);
  if (led === null) {
    const other = text.take(/,? ?\b(?:but )?(?:except|excluding)(?: for| on| in)? [a-z' ]{2,40}/i);
    if (other !== null) unread.push(other[0].replace(/^[, ]+/, "").trim());
    return [];
  }
  return led.days.flatMap((day) => {
    if (day.from.until(day.to).days <= 62) return datesOf(day);
    unread.push(led.lead.trim());
    return [];
  });
}

const datesOf = ({ from, to }: DayPhrase): Temporal.PlainDate[] =>
  Array.from({ length: from.until(to).days + 1 }, (_, ahead) => from.add({ days: ahead }));

interface LedDays {
  readonly lead: string;
  readonly days: readonly DayPhrase[];
}

/** Takes the days after a leading word, and days joined to them with "and", out of the text. */
function readLed(text: RequestText, leading: RegExp, context: DayContext): LedDays | null {
  for (const lead of text.rest.matchAll(new RegExp(leading, "gi"))) {
    const start = lead.index + lead[0].length;
    const { days, length } = daysAtStart(text.rest.slice(start), context);
    if (days.length === 0) continue;
    text.blank(lead.index, lead[0].length + length);
    return { lead: lead[0], days };
  }
  return null;
}

function daysAtStart(
  tail: string,
  context: DayContext,
): { readonly days: readonly DayPhrase[]; readonly length: number } {
  const days: DayPhrase[] = [];
  let length = 0;
  // A month name counts only after a preposition, so one is added.
  const lead = "until ";
  for (const found of readDays(new RequestText(lead + tail), context).days) {
    const day = { ...found, index: found.index - lead.length };
    const between = tail.slice(length, Math.max(length, day.index));
    if (!(days.length === 0 ? /^(?:the )?$/i : /^(?:, ?(?:and )?| and | & | or )$/i).test(between)) break;
    days.push(day);
    length = day.index + day.length;
  }
  return { days, length };
}
