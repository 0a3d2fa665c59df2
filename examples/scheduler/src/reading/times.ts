import type { Sheet } from "./sheet.ts";

const CLOCK = "(?:noon|\\d{1,2}(?::\\d{2})?\\s?[ap]\\.?m\\.?|\\d{1,2}:\\d{2})";
const TO = "\\s?(?:-|–|to|until|till)\\s?";
const COUNT = "(?:\\d+(?:\\.5)?|an?|one|two|three|four)";
const COUNTS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4 };
/** Pattern of a length. */
const LENGTH = `(?:(?<half>half an hour)|(?<hours>${COUNT}) ?(?:hours?|hrs?|h)(?: (?<more>and a half)|(?: and)? ?(?<rest>\\d{1,2}) ?(?:minutes?|mins?)?)?|(?<minutes>\\d{1,3}) ?(?:minutes?|mins?))`;

/** Parts of a day that are searched, in minutes since midnight. */
const PARTS = { morning: [360, 720], afternoon: [720, 1080], evening: [1020, 1320] } as const;

/** Start and end as minutes since midnight, and the question about one that can be two times. */
export interface Clock {
  readonly start: number | null;
  readonly end: number | null;
  readonly question: string | null;
}

/** Minutes of "16:00", "4pm" and "noon"; null for a time that can be in both halves of the day, or does not exist. */
function minutesOf(text: string): number | null {
  if (/^noon$/i.test(text)) return 720;
  const [, digits = "", rest = "0", half] = /^(\d{1,2})(?::(\d{2}))?\s?([ap])?/i.exec(text) ?? [];
  const [hours, minutes] = [Number(digits), Number(rest)];
  if (minutes > 59 || hours > 23) return null;
  if (half !== undefined)
    return hours < 1 || hours > 12 ? null : ((hours % 12) + (/p/i.test(half) ? 12 : 0)) * 60 + minutes;
  return digits.length === 2 ? hours * 60 + minutes : null;
}

const questionOf = (text: string): string => {
  const plain = text.replace(/^at /i, "");
  const isHalf = /^(?:0?[1-9]|1[0-2])(?::[0-5]\d)?$/.test(plain);
  return isHalf ? `"${text}" can be two times. Write "${plain}am" or "${plain}pm".` : `"${text}" is not a time.`;
};

/** Takes the times of day: "from 4pm to 5pm", "16:00-17:00", "at 4pm", "until 5pm". */
export function takeTimes(sheet: Sheet): Clock {
  const range = sheet.take(`(?:from |between |at )?(?<first>${CLOCK}|\\d{1,2})(?:${TO}| and )(?<second>${CLOCK})`);
  if (range !== null) {
    const { first = "", second = "" } = range.groups ?? {};
    const end = minutesOf(second);
    const half = /[ap]\.?m/i.exec(second)?.[0] ?? "";
    // "4-5pm" is from 4pm, and "11-1pm" from 11am.
    const same = minutesOf(first) ?? minutesOf(`${first}${half}`);
    const start =
      same !== null && end !== null && same >= end && minutesOf(first) === null ? minutesOf(`${first}am`) : same;
    const unclear = start === null ? first : end === null ? second : null;
    return { start, end, question: unclear === null ? null : questionOf(unclear) };
  }
  const until = sheet.take(`(?:until|till|ends? at) (${CLOCK})`)?.[1];
  const text = sheet.take(`(?:at |from |@ ?)?(${CLOCK})`)?.[1];
  const bare = text === undefined ? sheet.take("at (\\d{1,2})(?! ?[:./-]?\\d)")?.[0] : undefined;
  const [start, end] = [minutesOf(text ?? bare?.slice(3) ?? ""), minutesOf(until ?? "")];
  const unclear = start === null ? (text ?? bare) : end === null ? until : undefined;
  if (text === undefined && bare === undefined && until === undefined)
    return { start: null, end: null, question: null };
  return { start, end, question: unclear === undefined ? null : questionOf(unclear) };
}

/** Takes a length, or an amount before "later" or "earlier"; in minutes. */
export function takeLength(sheet: Sheet): { readonly minutes: number | null; readonly shift: number | null } {
  const match = sheet.take(`(?:for |lasts? )?${LENGTH}(?: long)?(?<way> later| earlier)?`);
  if (match === null) return { minutes: null, shift: null };
  const { half, hours, more, rest = "0", minutes = "0", way } = match.groups ?? {};
  const count = hours === undefined ? 0 : (COUNTS[hours.toLowerCase()] ?? Number(hours));
  const total =
    (half === undefined ? 0 : 30) + (count + (more === undefined ? 0 : 0.5)) * 60 + Number(rest) + Number(minutes);
  if (way === undefined) return { minutes: total, shift: null };
  return { minutes: null, shift: /later/i.test(way) ? total : -total };
}

/** Takes a part of the day: "in the afternoon", or "afternoon" after a day. */
export function takePart(sheet: Sheet): readonly [from: number, to: number] | null {
  const name = sheet.take("(?:in the |(?<=\uE000 ))(morning|afternoon|evening)s?")?.[1]?.toLowerCase();
  return name === "morning" || name === "afternoon" || name === "evening" ? PARTS[name] : null;
}
