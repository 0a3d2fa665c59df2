import * as chrono from "chrono-node";
import type { Sheet } from "./sheet.ts";

/** Length of an event, and changes of its start and length, in minutes; null for what is not named. */
export interface Lengths {
  readonly minutes: number | null;
  /** A shift of the start: "an hour later". */
  readonly shift: number | null;
  /** A change of the length: "half an hour longer". */
  readonly longer: number | null;
}

/** "Am" is not "a m". */
const COUNT = "(?:\\d+(?:[.,]\\d+)?|an?(?=[ -])|a (?:full|whole)|a couple of)";
const HOURS = `${COUNT}[\\s-]?(?:hours?|hrs?|h)(?:,? ?(?:and )?\\d{1,2}(?: ?(?:minutes?|mins?|m))?)?|${COUNT}[\\s-]?(?:minutes?|mins?|m)`;
const AMOUNT = `(?<amount>${HOURS})`;
const DAYS = `(?<amount>${HOURS}|${COUNT} (?:days?|weeks?))`;
const PUSHES = /\b(?:push|pushed|move|moved|shift|delay|postpone|bring|put)\b/iu;

const ORIGIN = new Date("2026-01-05T00:00:00Z");

/** Minutes of an amount; `chrono-node` reads it. */
function minutesOf(amount: string): number {
  const text = amount
    .replace(/[\s-]?h(?:rs?)?\b/iu, " hours")
    .replace(/(hours?),? ?(?:and )?(\d{1,2})(?: ?m\w*)?$/iu, "$1 $2 minutes")
    .replace(",", ".")
    .replace(/^a (?:full|whole)/iu, "an")
    .replace("-", " ");
  // It takes "0 minutes" for no amount.
  if (/^0\D/u.test(text)) return 0;
  const date = chrono.en.casual.parseDate(`in ${text}`, { instant: ORIGIN, timezone: 0 });
  return date === null ? Number.NaN : Math.round((date.getTime() - ORIGIN.getTime()) / 60_000);
}

const amount = (match: RegExpExecArray): number => minutesOf(match.groups?.["amount"] ?? "");

/** Claims lengths ("for 45 minutes") and shifts ("an hour later", "back by two days"). */
export function readLengths(sheet: Sheet): Lengths {
  const none = { minutes: null, shift: null, longer: null };
  const isShorter = (match: RegExpExecArray): boolean =>
    /\b(?:short\w*|less)\b/iu.test(`${match[0]} ${/\bshorten\b/iu.exec(sheet.text)?.[0] ?? ""}`);
  const longer =
    sheet.take(`(?:by )?${DAYS} (?:longer|shorter|less|more)`) ??
    sheet.take(`(?:by |another )${DAYS}`, () => sheet.says(/\b(?:extend|lengthen|shorten|prolong)\b/iu));
  if (longer !== null) return { ...none, longer: amount(longer) * (isShorter(longer) ? -1 : 1) };
  // "Forward" is earlier for some and later for others.
  const isClear = ([text]: readonly string[]): boolean =>
    !/\b(?:forward|ahead)\b/iu.test(text ?? "") || sheet.says(/\bbring\b/iu);
  const shift =
    sheet.take(`(?:by )?${DAYS} (?<way>later|earlier|sooner|back|forward|ahead|before(?=[.! ]*$))`, isClear) ??
    sheet.take(`(?<way>back|forward|earlier|later)? ?(?:by )?${DAYS}`, ({ index, 0: text }) =>
      !isClear([text])
        ? false
        : /\bby\b|^(?:back|forward)/iu.test(text)
          ? sheet.says(PUSHES)
          : /\b(?:push|shift|delay|postpone|bring|put back)\b/iu.test(sheet.text.slice(0, index)),
    );
  if (shift !== null) {
    const way = shift.groups?.["way"]?.toLowerCase() ?? "";
    // "Bring it forward" is earlier; "move it forward" alone does not tell.
    const isEarlier = /^(?:earlier|before|sooner)/u.test(way) || (sheet.says(/\bbring\b/iu) && way !== "later");
    return { ...none, shift: amount(shift) * (isEarlier ? -1 : 1) };
  }
  const length = sheet.take(
    `(?:(?:for|lasting|lasts?|takes?|duration(?: of)?|length|only|should be|to) )?(?:about |around |only )?${AMOUNT}(?: long| in length)?`,
    ({ index }) => !/\b(?:by|forward|ahead)\s+$/iu.test(sheet.text.slice(0, index)),
  );
  return { ...none, minutes: length === null ? null : amount(length) };
}
