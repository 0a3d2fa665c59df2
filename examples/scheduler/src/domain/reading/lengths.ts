import { NUMBER, numberOf } from "./numbers.ts";
import type { Sheet } from "./sheet.ts";

const UNIT = "(?:hours?|hrs?|h|minutes?|mins?|m)";
const AMOUNT = `(?:half an hour|(?:an|one) hour and a half|three[- ]quarters of an hour|a quarter of an hour|${NUMBER} and a half hours|${NUMBER}\\s?-?(?:hours?|hrs?|h)(?:\\s?(?:and )?\\d{1,2}(?:\\s?(?:minutes?|mins?|m))?)?|${NUMBER}\\s?-?${UNIT})(?![\\p{L}\\p{N}])`;

const FIXED: Readonly<Record<string, number>> = {
  "half an hour": 30,
  "an hour and a half": 90,
  "one hour and a half": 90,
  "three quarters of an hour": 45,
  "three-quarters of an hour": 45,
  "a quarter of an hour": 15,
};

/** Number of minutes in an amount of time; NaN for other texts. */
function minutesOf(text: string): number {
  const amount = text.toLowerCase();
  const fixed = FIXED[amount];
  if (fixed !== undefined) return fixed;
  const halves = /^(.+) and a half hours$/u.exec(amount)?.[1];
  if (halves !== undefined) return Math.round((numberOf(halves) + 0.5) * 60);
  const match = /^(.+?)\s?-?(h(?:ou)?rs?|hours?|h|m(?:in)?\w*)(?:\s?(?:and )?(\d{1,2})(?:\s?m\w*)?)?$/u.exec(amount);
  if (match === null) return Number.NaN;
  const [, count = "", unit = "", more = "0"] = match;
  return Math.round(numberOf(count) * (unit.startsWith("h") ? 60 : 1)) + Number(more);
}

/** Length of an event, and a shift of its start; null for what is not named. Both are in minutes. */
export interface Lengths {
  readonly minutes: number | null;
  readonly shift: number | null;
  /** A change of the length, such as "half an hour longer". */
  readonly longer: number | null;
}

const DAYS: Readonly<Record<string, number>> = { day: 1440, week: 10_080 };

/** Claims lengths ("for 45 minutes") and shifts ("an hour later", "back by two days"). */
export function readLengths(sheet: Sheet): Lengths {
  const longer = sheet.take(
    new RegExp(`\\b(?:(${AMOUNT}) (longer|shorter)|(?:by|another) (${AMOUNT})(?= longer| shorter|\\s*$))`, "iu"),
    (match) => match[2] !== undefined || /\b(?:extend|lengthen|shorten|prolong)\b/iu.test(sheet.text),
  );
  if (longer !== null) {
    const sign = longer[2]?.toLowerCase() === "shorter" || /\bshorten\b/iu.test(sheet.text) ? -1 : 1;
    return { minutes: null, shift: null, longer: sign * minutesOf(longer[1] ?? longer[3] ?? "") };
  }
  const shift = readShift(sheet);
  if (shift !== null) return { minutes: null, shift, longer: null };
  const found = sheet.take(
    new RegExp(
      `\\b(?:(?:for|lasting|lasts|takes|duration(?: of)?|length|only|to) )?(?:about |only )?(${AMOUNT})(?: long| in length)?`,
      "iu",
    ),
    (match) => {
      const hours = /^\d{1,2}h$/iu.exec(match[1] ?? "");
      // "at 16h" is a time of day.
      return (
        hours === null ||
        (Number.parseInt(match[1] ?? "", 10) < 13 &&
          !/(?:\bat|\bfrom|\bkl\.?)\s*$/iu.test(sheet.text.slice(0, match.index)))
      );
    },
  );
  return { minutes: found === null ? null : minutesOf(found[1] ?? ""), shift: null, longer: null };
}

function readShift(sheet: Sheet): number | null {
  const amount = `(${AMOUNT}|${NUMBER} (?:days?|weeks?))`;
  const after = sheet.take(new RegExp(`\\b(?:by )?${amount} (later|earlier|sooner|back|forward|ahead)\\b`, "iu"));
  const found =
    after ??
    sheet.take(
      new RegExp(`\\b(?<way>back|forward|earlier|later|out|up)? ?by ${amount}(?!\\s(?:longer|shorter))`, "iu"),
      () => /\b(?:push|move|shift|delay|postpone|bring|put)\b/iu.test(sheet.text),
    ) ??
    sheet.take(new RegExp(`\\b(?<way>back|forward)? ?${amount}`, "iu"), ({ index }) =>
      /\b(?:push|shift|delay|postpone|bring)\b/iu.test(sheet.text.slice(0, index)),
    );
  if (found === null) return null;
  const text = (after === null ? found[2] : found[1]) ?? "";
  const way = (after === null ? found[1] : found[2])?.toLowerCase() ?? "";
  const [, count = "", unit = ""] = /^(.+?) (day|week)s?$/iu.exec(text) ?? [];
  const minutes = unit === "" ? minutesOf(text) : numberOf(count) * (DAYS[unit.toLowerCase()] ?? 0);
  // "Bring it forward" is earlier; "move it forward" alone does not tell.
  const earlier = way === "earlier" || way === "sooner" || (/\bbring\b/iu.test(sheet.text) && way !== "later");
  return earlier ? -minutes : minutes;
}
