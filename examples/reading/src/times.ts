import { MONTH, WEEKDAY } from "./calendar-days.ts";
import type { Part, Role, Sheet } from "./sheet.ts";

/** A time of day as it was written, in minutes since midnight. */
export interface Clock {
  readonly minutes: number;
  /** "sure": it tells the half of the day. "clock": hours and minutes. "bare": an hour alone, as in "at 4". */
  readonly written: "sure" | "clock" | "bare";
}

/** A named time, or the range between two times. */
export interface Time extends Part, Role {
  readonly start: Clock;
  readonly end: Clock | null;
}

const AT =
  "at|@|from|around|about|between|start(?:s|ing)?(?: at)?|begins?(?: at)?|beginning(?: at)?|kicks?[- ]?off(?: at)?";
const LIMIT =
  "not (?:before|after)|no (?:earlier|later) than|until|till|til|by|before|after|since|past|(?:ends?|ending|finish(?:es|ing)?)(?: at)?";
const ROLE = `not(?: at)?|instead of|${AT}|to|→|${LIMIT}|for|meant|make it|on`;
const HALF = "\\s?[ap]\\.?\\s?m\\b\\.?";
const STRONG = `\\d{1,2}(?::[0-5]\\d(?:${HALF})?|\\s?o'?clock(?:${HALF})?|${HALF})(?![:\\d])`;
const BARE = `(?:[01]?\\d|2[0-4])(?:\\s?ish)?(?!(?:st|nd|rd|th)\\b|[./:]?\\d|[/.]\\d|\\s?${MONTH}\\b|\\s?(?:hours?|hrs?|h\\b|min|days?\\b|nights?\\b|weeks?|months?|years?|times|%|€|people|persons?|kids|dates?\\b|stars?\\b|of\\b))`;
const TO = "\\s?(?:-|to|until|till|through)\\s?";
const AFTER_RANGE =
  "(?=\\s*(?:$|[-,.;!?)\uE000]|(?:for|with|in|at|on|every|each|both|all|daily|needs?|and|starting|beginning|from|until)\\b|\\p{L}+day\\b))";

const NEXT_DAY = "\\s(?:on )?(?:the )?(?:(?:next|following) (?:day|morning)|(?:day|morning) after)";

/** Patterns of times, the surest first. A bare hour is a time only beside another time, or after a word such as "at". */
const PATTERNS: readonly string[] = [
  `(?<role>between)\\s*(?<one>${STRONG}|${BARE})\\sand\\s(?<two>${STRONG}|${BARE})`,
  `(?:(?<role>${ROLE})\\s*)?(?<one>${STRONG})${TO}(?<two>(?:${STRONG}|${BARE})${NEXT_DAY})`,
  `(?<role>to|until|till|til)\\s(?<one>(?:${STRONG}|${BARE})${NEXT_DAY})`,
  `(?:(?<role>${ROLE})\\s*)?(?<one>${STRONG})${TO}(?<two>${STRONG}|${BARE})`,
  `(?:(?<role>${ROLE})\\s*)?(?<one>${BARE})${TO}(?<two>${STRONG})`,
  `(?:(?<role>from|at|@|to|→)\\s*(?<one>${BARE})${TO}|(?<one2>${BARE})-)(?<two>${BARE})(?!-)`,
  `(?<one>${BARE})\\s(?:to|until|till)\\s(?<two>${BARE})${AFTER_RANGE}`,
  `(?:(?<role>${ROLE})\\s*)?(?<one>${STRONG})`,
  // "Monday 10".
  `(?<=(?:${WEEKDAY}|tomorrow|today|tonight)\\.?,? )(?<one>${BARE})(?=\\s*(?:$|[,.;!?]|(?:for|with|and|at(?! \\d)|in)\\b| (?!euros?|star)\\p{L}{3,}(?<!s)(?!\\p{L})))`,
  `(?<role>not(?: at)?|instead of|${AT}|to|→|${LIMIT}|meant|make it)\\s*(?<one>${BARE})(?!${TO}\\d)`,
];

/** Claims the times of day, each with the word before it. Read them before the days: "Monday 10" names an hour. */
export function readTimes(sheet: Sheet): readonly Time[] {
  const found: Time[] = [];
  for (const pattern of PATTERNS)
    sheet.takeAll(pattern, ({ index, 0: text, groups = {} }) => {
      const [start, end] = [clockOf(groups["one"] ?? groups["one2"]), clockOf(groups["two"])];
      return (
        start !== null && found.push({ at: index, text, role: groups["role"]?.toLowerCase() ?? "", start, end }) > 0
      );
    });
  return found.toSorted((one, other) => one.at - other.at);
}

/** Reads one written time; null if no clock shows it. */
function clockOf(written = ""): Clock | null {
  const [, hour = "", minutes = "0", half] = /^(\d{1,2})(?::(\d\d))?[^\dap]*([ap])?/iu.exec(written) ?? [];
  const total = Number(hour) * 60 + Number(minutes);
  if (/(?:day|morning|after)$/iu.test(written))
    return { minutes: 1440 + (total % 720) + (/p\.?m/iu.test(written) || total >= 720 ? 720 : 0), written: "sure" };
  if (hour === "" || total > 1440 || (half !== undefined && (Number(hour) > 12 || hour === "0"))) return null;
  if (half !== undefined) return { minutes: (total % 720) + (/p/iu.test(half) ? 720 : 0), written: "sure" };
  return {
    minutes: total,
    written: total >= 720 || total < 60 || hour.startsWith("0") ? "sure" : written.includes(":") ? "clock" : "bare",
  };
}

/** Formats minutes since midnight: "16:00"; the end of a day is "24:00". */
export const timeText = (minutes: number): string =>
  `${String(minutes === 1440 ? 24 : Math.floor((minutes % 1440) / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
