import {
  type Day,
  type Days,
  dayText,
  isBefore,
  NUMBER,
  numberOf,
  type Sheet,
  WEEKDAY,
  weekdayOf,
} from "@tidemark/reading";
import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { ruleProblem } from "../recurrence-rule.ts";
import type { Request } from "../request.ts";

/** A request while it is read. */
export type Writable = { -readonly [Key in keyof Request]: Request[Key] };
type Rule = NonNullable<Request["repeat"]>;

/** A repetition as it was said. */
export interface Repeat {
  /** Rule of RFC 5545 without INTERVAL and UNTIL. */
  readonly rule: string;
  readonly interval: number;
  /** True if the rule names its days; others follow from the first day. */
  readonly isDated: boolean;
  /** Length of the series: "for 6 weeks". */
  readonly lasts: Readonly<Record<string, number>> | null;
}

const STEPS: Readonly<Record<string, number>> = { other: 2, alternate: 2, first: 1, second: 2, third: 3, last: -1 };
const stepOf = (text = "1"): number => STEPS[text.toLowerCase()] ?? (Number.parseInt(text, 10) || numberOf(text));

const LIST = `(?<list>${WEEKDAY}s?(?:(?:\\s?[,&+/]\\s?|,? and )(?:on |every )?${WEEKDAY}s?)*)`;
const EVERY = "(?:every|each)";
const STEP = "(?:(?<step>other|alternate|second|third|\\d+(?:nd|rd|th)?|two|three|four|five|six|eight|ten) )?";
const NTH = "(?<nth>first|second|third|last|1st|2nd|3rd|4th)";
const MONTHLY = "(?:(?:every|each) month|monthly)(?: please)?,?(?: always)?(?: on)?(?: the)?";
const DAY = "(?<day>first|last|\\d{1,2}(?:st|nd|rd|th))";

/** Wordings of repetitions, the most exact first. */
const PATTERNS: readonly string[] = [
  `(?:on )?(?:the )?${DAY}(?: day)? (?:of )?(?:every|each|the) month`,
  `(?:on |every |each )?(?:the )?${NTH} (?<list>${WEEKDAY}) (?:of|in) (?:(?:every|each|the|a) )?month`,
  `${MONTHLY} ${NTH} (?<list>${WEEKDAY})`,
  `${MONTHLY} (?<day>\\d{1,2})(?:st|nd|rd|th)?`,
  `${EVERY} ${DAY}(?! (?:${WEEKDAY}|day|week|month|year|time))`,
  `(?<work>(?:${EVERY}|on) (?:week|school) ?days?|weekdays)(?: only)?`,
  `(?:${EVERY}|on) (?<end>weekends?)`,
  `(?:${EVERY}|all) ${STEP}${LIST}`,
  `(?:on )?(?<list>${WEEKDAY}(?<!tue|thur?|wed)s(?:(?:\\s?[,&]\\s?|,? and )(?:on )?${WEEKDAY}s)*)`,
  `(?:on )?(?<list>${WEEKDAY})(?= (?:mornings|afternoons|evenings|nights))`,
  `(?<unit>${EVERY} ${STEP}(?:day|week|month|year)s?|(?:dai|week|month|year)ly)(?:,? on ${LIST})?`,
  `${EVERY}(?= (?:morning|afternoon|evening|night)\\b)`,
];
/** Frequencies of a rule, with their words and the days between two dates. */
const FREQUENCIES = [
  { name: "DAILY", words: /da[iy]/iu, days: 1 },
  { name: "WEEKLY", words: /week/iu, days: 7 },
  { name: "MONTHLY", words: /month/iu, days: 30.4 },
  { name: "YEARLY", words: /year/iu, days: 365 },
] as const;
export const RULE_DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

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
  const { list, step, nth, day, work, end, unit = "" } = match.groups ?? {};
  // "Tuesdays, weekly" says it twice.
  sheet.takeAll(
    `repeat(?:s|ed|ing)?|${EVERY} (?:week|time)|(?:dai|week|month|year)ly|starting (?:with |from )?(?:this|the) (?:coming|next|first)(?: one)?`,
  );
  const weekdays = work ? [1, 2, 3, 4, 5] : end ? [6, 7] : listed(list);
  const named = FREQUENCIES.find(({ words }) => words.test(unit))?.name;
  const { count, lasts } = readCount(sheet);
  const place = nth === undefined ? "" : stepOf(nth);
  const dates = [
    ...(weekdays.length > 0
      ? [`BYDAY=${weekdays.map((weekday) => `${place}${RULE_DAYS[weekday - 1]}`).join(",")}`]
      : []),
    ...(day === undefined ? [] : [`BYMONTHDAY=${stepOf(day)}`]),
  ];
  const frequency = (nth ?? day) ? "MONTHLY" : (named ?? (weekdays.length > 0 ? "WEEKLY" : "DAILY"));
  const rule = [`FREQ=${frequency}`, ...dates, ...(count === null ? [] : [`COUNT=${count}`])].join(";");
  return { rule, interval: stepOf(step), isDated: dates.length > 0, lasts };
}

/** Claims "six times" and "for six weeks". */
export function readCount(sheet: Sheet): Pick<Repeat, "lasts"> & { readonly count: number | null } {
  const count = sheet.take(
    `(?:for )?(?:only )?(${NUMBER})(?: ?x| (?:times|sessions|lessons))(?! (?:a|per|each|every) )`,
  );
  const lasts = sheet.take(`(?:just |only )?for (?:the next )?(${NUMBER}) (day|week|month|year)s?`);
  return {
    count: count === null ? null : numberOf(count[1] ?? ""),
    lasts: lasts === null ? null : { [`${(lasts[2] ?? "").toLowerCase()}s`]: numberOf(lasts[1] ?? "") },
  };
}

/** First day of a repetition on or after `from`; null if its words leave the day open. */
function firstDayOf({ rule, isDated }: Repeat, from: Day): Day | null {
  if (!isDated) return rule.startsWith("FREQ=DAILY") ? from : null;
  const dtstart = from.toZonedDateTime("UTC");
  const [first] = new RRuleTemporal({ rruleString: rule, dtstart, includeDtstart: false }).all((_, index) => index < 1);
  return first === undefined ? null : Temporal.PlainDate.from(first.toString().slice(0, 10));
}

/** A weekly repetition that names no weekday, on that of a day. */
export const onWeekdayOf = (day: Day, repeat: Repeat): Repeat =>
  repeat.isDated || !repeat.rule.startsWith("FREQ=WEEKLY")
    ? repeat
    : {
        ...repeat,
        rule: repeat.rule.replace(/^FREQ=WEEKLY/u, `$&;BYDAY=${RULE_DAYS[day.dayOfWeek - 1]}`),
        isDated: true,
      };

/** True for a new event that repeats, but whose weekday or first day is not known yet. */
export const isWaiting = ({ eventType, repeat, day, lastDay }: Request): boolean =>
  eventType === "create" && repeat !== null && (day === null || lastDay !== null);

/** The repetition that waits for its day, together with what an answer says of it. */
export function resumed({ rule }: Rule, said: Repeat | null): Repeat {
  const interval = Number(/INTERVAL=(\d+)/u.exec(rule)?.[1] ?? 1);
  if (said !== null) return said.interval === 1 ? { ...said, interval } : said;
  return { rule: rule.replace(/;INTERVAL=\d+/u, ""), interval, isDated: rule.includes(";BY"), lasts: null };
}

/** Last possible day: "until June" ends before June, "through June" and "to June" with it. */
export const limitOf = ({ first, last, kind, role, text }: Days): Day =>
  role === "before" || (kind === "span" && !/^(?:thr|to$)/u.test(role) && !/\bend of\b/iu.test(text))
    ? first.subtract({ days: 1 })
    : last;

/** UNTIL of a rule: the end of the day in UTC, or a date for all-day events. */
export function untilOf(last: Day, allDay: boolean, zone: string): string {
  const end = allDay ? last : last.toPlainDateTime("23:59:59").toZonedDateTime(zone).toInstant();
  return `UNTIL=${end.toString().replaceAll(/[-:]|\.\d+/gu, "")}`;
}

/** Dates from the first day to the last. */
export const datesOf = ({ first, last }: Days): string[] =>
  Array.from({ length: Math.min(62, first.until(last).days + 1) }, (_, index) => first.add({ days: index }).toString());

interface Series {
  readonly from: Day | null;
  /** True if `from` must be one of its days. */
  readonly isExact: boolean;
  readonly limits: readonly Days[];
  readonly excepted: readonly Days[];
  readonly now: Temporal.ZonedDateTime;
}

/** Gives a request the rule of a repetition, and its first day. */
export function withSeries(request: Writable, repeat: Repeat, { from, isExact, limits, excepted, now }: Series): void {
  const { allDay, start } = request;
  const today = now.toPlainDate();
  const isOver = start !== null && now.hour * 60 + now.minute >= start;
  const step = repeat.interval === 1 ? [] : [`INTERVAL=${repeat.interval}`];
  const broken = ruleProblem([repeat.rule, ...step].join(";"));
  const first =
    broken === null ? (firstDayOf(repeat, from ?? (isOver ? today.add({ days: 1 }) : today)) ?? from) : null;
  const [limit, more] = limits;
  const last = repeat.lasts === null ? limit && limitOf(limit) : first?.add(repeat.lasts).subtract({ days: 1 });
  const isOther = isExact && first !== null && from !== null && !first.equals(from);
  const problems = [
    ...(broken === null ? [] : [`It cannot repeat like this: ${broken}.`]),
    ...(isOther
      ? [`${dayText(from, today)} is not one of its days; the first would be ${dayText(first, today)}.`]
      : []),
    ...(more === undefined ? [] : [`I did not understand "${more.text}".`]),
    ...(first && last && isBefore(last, first) ? [`It would end on ${dayText(last, today)}, before it begins.`] : []),
  ];
  request.problems.push(...problems);
  if (first === null && problems.length === 0) request.missing.push("time");
  if (limit?.kind === "span" && last) request.assumed.push(`"${limit.text.trim()}" as until ${dayText(last, today)}`);
  if (problems.length > 0) return;
  if (repeat.interval > 1 && first !== null && from?.equals(first) !== true)
    request.assumed.push(`the first one on ${dayText(first, today)}`);
  const [frequency, ...parts] = repeat.rule.split(";");
  const isNamed = first === null || repeat.isDated || frequency !== "FREQ=WEEKLY";
  const day = isNamed ? [] : [`BYDAY=${RULE_DAYS[first.dayOfWeek - 1]}`];
  const end = last ? [untilOf(last, allDay, now.timeZoneId)] : [];
  const rule = [frequency, ...step, ...day, ...parts, ...end].join(";");
  const except = excepted.flatMap(datesOf);
  if (first !== null)
    Object.assign(request, { day: first.toString(), lastDay: null, open: false, repeat: { rule, except } });
  else if (request.eventType === "create") {
    const count = timesIn(repeat, today);
    if (count !== null) request.assumed.push(`${count} times`);
    request.repeat = { rule: count === null ? rule : `${rule};COUNT=${count}`, except };
  }
}

/** Number of dates in the length of a series whose first day is not known yet. */
function timesIn({ rule, interval, lasts }: Repeat, today: Day): number | null {
  if (lasts === null) return null;
  const { days: period } = FREQUENCIES.find(({ name }) => rule.includes(name)) ?? FREQUENCIES[1];
  return Math.max(1, Math.round(today.until(today.add(lasts)).days / (period * interval)));
}

/** A repetition with another end. */
export const endingWith = ({ rule, except }: Rule, end: string): Rule => ({
  rule: `${rule.replaceAll(/;(?:UNTIL|COUNT)=[^;]*/gu, "")};${end}`,
  except,
});
