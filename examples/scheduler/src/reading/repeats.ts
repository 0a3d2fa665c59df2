import type { Temporal } from "temporal-polyfill";
import { firstDate } from "../domain/recurrence-rule.ts";
import { DAY, dayOf, RULE_DAYS, WEEKDAY, weekdayOf } from "./days.ts";
import type { Sheet } from "./sheet.ts";

const LIST = `${WEEKDAY}s?(?:(?:, ?| and |, and )${WEEKDAY}s?)*`;
const STEP = "(?:(?<step>other|second|third|two|three|four|\\d{1,2}) )?";
const STEPS: Readonly<Record<string, number>> = { other: 2, second: 2, third: 3, two: 2, three: 3, four: 4 };
const NTH = ["first", "second", "third", "fourth"];

/** Wordings of a repetition, the most exact first. */
const PATTERNS = [
  `(?:on |every )?(?:the )?(?<nth>first|second|third|fourth|last) (?<list>${WEEKDAY}) (?:of|in) (?:every|each|the) month`,
  "every (?<work>weekday)",
  `(?:every|each) ${STEP}(?<list>${LIST})`,
  `(?:every|each) ${STEP}(?<unit>day|week|month|year)s?(?: on (?<list>${LIST}))?`,
  "(?<unit>dai|week|month|year)ly",
];
const FREQUENCIES: Readonly<Record<string, string>> = { d: "DAILY", w: "WEEKLY", m: "MONTHLY", y: "YEARLY" };

/** A repetition as it was said. */
export interface Repeat {
  readonly rule: string;
  /** First day on or after another one. */
  readonly firstFrom: (day: string) => string;
  /** True if the rule names its days; otherwise they follow from the first day. */
  readonly isDated: boolean;
  readonly exceptDays: string[];
  readonly questions: string[];
}

/** Takes a repetition with its end and its exceptions: "every Tuesday until 14 December", "every two weeks, 6 times, except 24 December". */
export function takeRepeat(sheet: Sheet, today: Temporal.PlainDate): Repeat | null {
  let match: RegExpExecArray | null = null;
  for (const pattern of PATTERNS) match ??= sheet.take(pattern);
  if (match === null) return null;
  const { step = "1", list = "", nth, work, unit = "" } = match.groups ?? {};
  const names = [...list.matchAll(new RegExp(WEEKDAY, "giu"))].map(([name]) => weekdayOf(name));
  const days = work === undefined ? [...new Set(names)].toSorted((a, b) => a - b) : [1, 2, 3, 4, 5];
  const place =
    nth === undefined ? "" : nth.toLowerCase() === "last" ? "-1" : String(NTH.indexOf(nth.toLowerCase()) + 1);
  const byDay = days.map((day) => `${place}${RULE_DAYS[day - 1]}`).join(",");
  const interval = STEPS[step.toLowerCase()] ?? Number(step);
  const frequency = nth === undefined ? (FREQUENCIES[unit[0]?.toLowerCase() ?? "w"] ?? "WEEKLY") : "MONTHLY";

  const { ends, exceptDays, questions } = takeLimits(sheet, today);
  const rule = [
    `FREQ=${frequency}`,
    ...(interval === 1 ? [] : [`INTERVAL=${interval}`]),
    ...(byDay === "" ? [] : [`BYDAY=${byDay}`]),
    ...ends,
  ].join(";");
  return {
    rule,
    isDated: byDay !== "" || frequency === "DAILY",
    firstFrom: (day) => firstDate(rule, day) ?? day,
    exceptDays,
    questions,
  };
}

/** Takes the end of a series, and the days on which it does not take place: "until 14 December", "6 times", "except 24 December". */
export function takeLimits(sheet: Sheet, today: Temporal.PlainDate) {
  const excepted = sheet.take(`except (?:on )?(${DAY}(?:(?:, ?| and |, and )(?:on )?${DAY})*)`)?.[1] ?? "";
  const except = [...excepted.matchAll(new RegExp(DAY, "giu"))].map(([text]) => dayOf(text, today));
  const until = sheet.take(`(?:until|till) (${DAY})`)?.[1];
  const end = until === undefined ? null : dayOf(until, today);
  const count = sheet.take("(\\d{1,3}) times")?.[1];
  return {
    /** Parts of the rule. */
    ends: [
      ...(count === undefined ? [] : [`COUNT=${count}`]),
      ...(end === null ? [] : [`UNTIL=${end.first.replaceAll("-", "")}`]),
    ],
    exceptDays: except.map(({ first }) => first),
    questions: [...except, ...(end === null ? [] : [end])].flatMap(({ question }) => question ?? []),
  };
}
