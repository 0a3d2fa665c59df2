import type { MinuteRange } from "./day-parts.ts";
import type { DayContext, DayPhrase } from "./day-phrase.ts";
import { readLength } from "./duration.ts";
import type { StatedLength } from "./duration.ts";
import { readDays } from "./read-days.ts";
import { readRecurrence } from "./recurrence-phrase.ts";
import type { RecurrencePhrase } from "./recurrence-phrase.ts";
import type { RequestText } from "./request-text.ts";
import { readFromNow, readTime } from "./time-of-day.ts";
import type { TimeReading } from "./time-of-day.ts";

/** All parts of a text about time, before they are resolved to dates. */
export interface WhenPhrase {
  readonly days: readonly DayPhrase[];
  readonly time: TimeReading;
  readonly length: StatedLength;
  readonly recurrence: RecurrencePhrase | null;
  /** Conjunction between the days: "Friday or Saturday", "Tuesday and Thursday". */
  readonly joinedBy: "and" | "or" | null;
  readonly impossible: readonly string[];
}

/** Takes all days, times, durations and repetitions out of the text. `words` is the request as typed. */
export function readWhen(
  text: RequestText,
  words: string,
  context: DayContext & { readonly waking: MinuteRange },
): WhenPhrase {
  const recurrence = readRecurrence(text, context);
  const relative = readFromNow(text);
  const length = readLength(text);
  const before = text.rest;
  const { days, impossible } = readDays(text, context);
  const time = readTime(text, words, { waking: context.waking, relative });
  return {
    days,
    time,
    length,
    recurrence,
    joinedBy: joinOf(before, days, text),
    impossible: [...impossible, ...time.impossible, ...(length.impossible === null ? [] : [length.impossible])],
  };
}

/** True if the text mentions no time at all. */
export const isEmptyWhen = ({ days, time, length, recurrence, impossible }: WhenPhrase): boolean =>
  days.length === 0 &&
  recurrence === null &&
  impossible.length === 0 &&
  length.minutes === null &&
  length.days === null &&
  saysNoTime(time);

/** True if the text mentions no time of day, part of the day or "all day". */
export const saysNoTime = ({ start, end, part, fromNow, allDay }: TimeReading): boolean =>
  start === null && end === null && part === null && fromNow === null && !allDay;

function joinOf(before: string, days: readonly DayPhrase[], text: RequestText): "and" | "or" | null {
  let join: "and" | "or" | null = null;
  for (const [position, day] of days.entries()) {
    const next = days[position + 1];
    if (next === undefined) break;
    const start = day.index + day.length;
    const word = /^(?:,? (and|or) |, ?| ?& ?| ?\/ ?)$/i.exec(before.slice(start, next.index));
    if (word === null) continue;
    text.blank(start, next.index - start);
    join = word[1]?.toLowerCase() === "or" ? "or" : (join ?? "and");
  }
  return join;
}
