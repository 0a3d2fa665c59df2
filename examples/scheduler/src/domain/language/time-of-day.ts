import { ANY_CLOCK, CLEAR_CLOCK, readClock, resolveClock } from "./clock-time.ts";
import type { ClockTime, HourRule, ResolvedTime } from "./clock-time.ts";
import { dayParts, halfOfDay } from "./day-parts.ts";
import type { MinuteRange } from "./day-parts.ts";
import { MONTH } from "./day-phrase.ts";
import { CLOCK_LENGTH, readClockLength } from "./duration.ts";
import type { RequestText } from "./request-text.ts";

/** Time of day in a request, in minutes since midnight. */
export interface TimeReading {
  readonly start: number | null;
  /** More than 1440 if the event ends on the next day. */
  readonly end: number | null;
  /** Time range without an exact start: "in the afternoon", "after 3". */
  readonly part: MinuteRange | null;
  /** Minutes from now: "in two hours", "now". */
  readonly fromNow: number | null;
  readonly allDay: boolean;
  /** True if a rule chose between morning and afternoon. */
  readonly assumed: boolean;
  readonly isMidnight: boolean;
  /** Impossible times, as typed. */
  readonly impossible: readonly string[];
  /** Additional time, as typed; an event has only one. */
  readonly further: string | null;
}

const pattern = (source: string): RegExp => new RegExp(source, "i");

const NO_DATE_AFTER = `(?! ?(?:st|nd|rd|th)\\b)(?! (?:of )?${MONTH})(?![-/]\\d)(?! ?(?:%|people|persons?|kids|guests|years?|yrs|weeks?|days?|months?|times|tickets|\\$|€|km|miles|kg))`;
const FROM = `(?<!\\b(?:ages?|aged|room|gate|platform|grade|class|no\\.?|number) )(?<![/\\-.:])(?<!\\d)(?<!\\b${MONTH} )`;

const allDay = /\b(?:(?:for |takes? |lasts? )?(?:the )?(?:all|whole|full|entire)[- ]day(?: long)?|all[- ]day event)\b/i;
const between = pattern(
  `\\b(?:any ?time |sometime )?between (${ANY_CLOCK}) ?(?:and|-|to) ?(${ANY_CLOCK})${NO_DATE_AFTER}`,
);
const range = pattern(
  `${FROM}(?:\\bfrom |(?!(?:at )?(?:five|ten|twenty) to )(?:\\bat |@ ?|\\b))(${ANY_CLOCK}) ?(?:-|to|until|till|til) ?(${ANY_CLOCK})${NO_DATE_AFTER}`,
);
const fromNow = pattern(
  `\\bin (?:about )?(${CLOCK_LENGTH})(?:' time)?\\b|\\b(${CLOCK_LENGTH}) from now\\b|\\b(right now|now|immediately)\\b(?!')`,
);
const until = pattern(
  `\\b(?:until|till|til|ending at|ends at|end at|finishing at|to end at) (${ANY_CLOCK})${NO_DATE_AFTER}`,
);
const before = pattern(`\\b(?:by|before|no later than) (${ANY_CLOCK})${NO_DATE_AFTER}`);
const after = pattern(
  `\\b(?:any ?time |sometime )?(?:after|no earlier than|not before) (${ANY_CLOCK})${NO_DATE_AFTER}|\\bfrom (${ANY_CLOCK})(?: on| onwards?)\\b`,
);
const at = pattern(
  `(?:\\b(?:at|from|starting at|starts at|around|about)|@) ?(?:around |about |exactly )?(${ANY_CLOCK})(?:-?ish\\b)?${NO_DATE_AFTER}|\\bfor (${CLEAR_CLOCK})`,
);
const clear = pattern(`(?<![\\d:])\\b(${CLEAR_CLOCK})`);
/** Bare number after a day: "Friday 4". Days are taken out before times are read. */
const behindDay = pattern(
  `(?<=\\uE000 )(\\d{1,2})(?=$|[,!?;]| ?\\uE000| (?:for|with|at|in|and|needs?|,)\\b)${NO_DATE_AFTER}`,
);

const parts = pattern(
  `(?:\\b(?:sometime |any ?time ))?(?:${dayParts.map(({ words }, index) => `(?<p${index}>${words})`).join("|")})\\b`,
);

/** Start relative to now. */
export interface FromNow {
  readonly minutes: number | null;
  readonly impossible: readonly string[];
}

/** Takes "in two hours" and "now" out of the text; call this before durations are read. */
export function readFromNow(text: RequestText): FromNow {
  const match = text.take(fromNow);
  if (match === null) return { minutes: null, impossible: [] };
  if (match[3] !== undefined) return { minutes: 0, impossible: [] };
  const minutes = readClockLength(match[1] ?? match[2] ?? "");
  if (minutes >= 1 && minutes <= 366 * 1440) return { minutes, impossible: [] };
  return { minutes: null, impossible: [match[0]] };
}

/** Context for a time of day. */
export interface TimeFrame {
  readonly waking: MinuteRange;
  readonly relative: FromNow;
}

/**
 * Takes the time of day out of the text. Days must be taken out first.
 *
 * `words` is the whole request, which can affect the meaning: "dinner" implies that "at 8" is in the evening.
 */
export function readTime(text: RequestText, words: string, { waking, relative }: TimeFrame): TimeReading {
  const impossible: string[] = [...relative.impossible];
  const isAllDay = text.take(allDay) !== null;
  const reader = new ClockReader(text, impossible);
  const bounds = reader.bounds();
  const part = readPart(text);
  const rule: HourRule = { half: halfFor(part, words), waking };
  const settled = settle(bounds, rule);
  const isExact = settled.start !== null || relative.minutes !== null;
  return {
    ...settled,
    // A part of the day next to an exact time only determined its half.
    part: isExact || isAllDay ? null : (settled.part ?? part),
    further: takeFurther(text, isExact || settled.part !== null),
    fromNow: relative.minutes,
    allDay: isAllDay,
    impossible,
  };
}

/** Takes a second time out of the text: "at 7am and 6pm". */
function takeFurther(text: RequestText, isKnown: boolean): string | null {
  const match = isKnown ? (text.take(range) ?? text.take(clear)) : null;
  return match === null ? null : match[0].trim();
}

/** Half of the day of a bare hour, if the surrounding words imply one. */
const halfFor = (part: MinuteRange | null, words: string): "am" | "pm" | null =>
  part === null ? halfOfDay(words) : part.end <= 720 ? "am" : "pm";

function readPart(text: RequestText): MinuteRange | null {
  const match = text.take(parts);
  if (match === null) return null;
  const index = dayParts.findIndex((_, position) => match.groups?.[`p${position}`] !== undefined);
  // A second mention ("Friday night in the evening") adds nothing.
  text.takeAll(parts);
  return dayParts[index]?.range ?? null;
}

interface Bounds {
  readonly start: ClockTime | null;
  readonly end: ClockTime | null;
  readonly after: ClockTime | null;
  readonly before: ClockTime | null;
  readonly isWindow: boolean;
}

class ClockReader {
  readonly text: RequestText;
  readonly impossible: string[];

  constructor(text: RequestText, impossible: string[]) {
    this.text = text;
    this.impossible = impossible;
  }

  bounds(): Bounds {
    const none: Bounds = { start: null, end: null, after: null, before: null, isWindow: false };
    const window = this.pair(between);
    if (window !== null) return { ...none, after: window[0], before: window[1], isWindow: true };
    const both = this.pair(range);
    if (both !== null) return { ...none, start: both[0], end: both[1] };
    const end = this.one(until);
    const from = this.one(after);
    const to = this.one(before);
    const start = this.one(at) ?? this.one(clear) ?? this.one(behindDay);
    return { start, end, after: from, before: to, isWindow: from !== null || to !== null };
  }

  pair(source: RegExp): readonly [ClockTime, ClockTime] | null {
    const match = source.exec(this.text.rest);
    if (match === null) return null;
    const [start, end] = [readClock(match[1] ?? ""), readClock(match[2] ?? "")];
    this.text.blank(match.index, match[0].length);
    if (start === null || end === null) this.impossible.push(match[0].trim());
    return start === null || end === null ? null : [start, end];
  }

  one(source: RegExp): ClockTime | null {
    const match = source.exec(this.text.rest);
    if (match === null) return null;
    const written = match[1] ?? match[2] ?? "";
    const time = readClock(written);
    // "at 45" can be a house number, so only texts that look like a clock are impossible times.
    if (time === null && /^\d+$/.test(written)) return null;
    this.text.blank(match.index, match[0].length);
    if (time === null) this.impossible.push(written.trim());
    return time;
  }
}

type SettledTime = Pick<TimeReading, "start" | "end" | "part" | "assumed" | "isMidnight">;

function settle(bounds: Bounds, rule: HourRule): SettledTime {
  const isMidnight = bounds.start?.hour === 24;
  if (bounds.start !== null) {
    const [start, end] = settlePair(bounds.start, bounds.end, rule);
    return { start: start.minutes, end: end?.minutes ?? null, part: null, assumed: start.assumed, isMidnight };
  }
  if (bounds.isWindow) {
    const dayEnd = rule.waking.end;
    if (bounds.after !== null) {
      const [earliest, limit] = settlePair(bounds.after, bounds.before, rule);
      const end = limit?.minutes ?? Math.max(dayEnd, earliest.minutes + 60);
      return { start: null, end: null, part: { start: earliest.minutes, end }, assumed: earliest.assumed, isMidnight };
    }
    const latest = bounds.before === null ? null : resolveClock(bounds.before, rule);
    const end = latest?.minutes ?? dayEnd;
    const start = Math.min(rule.waking.start, Math.max(0, end - 60));
    return { start: null, end: null, part: { start, end }, assumed: latest?.assumed ?? false, isMidnight };
  }
  const end = bounds.end === null ? null : resolveClock(bounds.end, rule);
  if (end === null) return { start: null, end: null, part: null, assumed: false, isMidnight };
  const part = { start: Math.min(rule.waking.start, Math.max(0, end.minutes - 60)), end: end.minutes };
  return { start: null, end: end.minutes, part, assumed: end.assumed, isMidnight };
}

/** Resolves a start and an end, which inherit "am" and "pm" from each other: "4-5:30pm", "11-1pm", "9am to 2". */
function settlePair(
  start: ClockTime,
  end: ClockTime | null,
  rule: HourRule,
): readonly [ResolvedTime, ResolvedTime | null] {
  if (end === null) return [resolveClock(start, rule), null];
  if (start.half === null && end.half !== null) {
    const to = resolveClock(end, rule);
    const candidates = [(start.hour % 12) * 60 + start.minute, (start.hour % 12) * 60 + start.minute + 720];
    const fitting = candidates.filter((minutes) => minutes < to.minutes);
    const from = fitting.at(-1) ?? resolveClock(start, rule).minutes;
    return [{ minutes: from, assumed: false }, endAfter(from, to.minutes)];
  }
  const from = resolveClock(start, rule);
  if (end.half !== null) return [from, endAfter(from.minutes, resolveClock(end, rule).minutes)];
  const first = (end.hour % 12) * 60 + end.minute;
  const next = [first, first + 720, first + 1440].find((minutes) => minutes > from.minutes);
  return [from, endAfter(from.minutes, next ?? first + 1440)];
}

const endAfter = (start: number, end: number): ResolvedTime => ({
  minutes: end <= start ? end + 1440 : end,
  assumed: false,
});
