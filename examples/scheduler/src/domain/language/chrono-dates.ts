import { casual } from "chrono-node/en";
import type { ParsedResult } from "chrono-node/en";
import { Temporal } from "temporal-polyfill";
import { CLEAR_CLOCK } from "./clock-time.ts";
import { dayPhrase, endOfMonth } from "./day-phrase.ts";
import type { DayContext, DayPhrase } from "./day-phrase.ts";
import type { RequestText } from "./request-text.ts";

const times = new RegExp(`\\b(?:at |@ ?)?(?:${CLEAR_CLOCK})|\\bat \\d{1,2}(?!\\d)`, "gi");

type ParsedComponents = ParsedResult["start"];

/**
 * Reads named dates ("Dec 24", "24-26 December", "in three days", "June 2027") with chrono.
 *
 * Only calendar dates of chrono are used, and its reference time is noon of the household's day: noon exists in every zone on
 * every day, so the result does not depend on the time zone of the machine.
 */
export function readNamedDates(text: RequestText, context: DayContext): DayPhrase[] {
  const { today, forward } = context;
  const noon = new Date(today.year, today.month - 1, today.day, 12);
  const found: DayPhrase[] = [];
  // Times are hidden from chrono, which would combine "Dec 4 3pm" into one result with its own reading of the hour.
  const visible = text.rest.replace(times, (time) => "\uE000".repeat(time.length));
  for (const result of casual.parse(visible, noon, { forwardDate: forward })) {
    const phrase = isMeant(result, text.rest) ? phraseOf(result, context) : null;
    if (phrase === null) continue;
    const lead = /\b(?:on|in|during|from|by) (?:the )?$/i.exec(text.rest.slice(0, result.index))?.[0].length ?? 0;
    const index = result.index - lead;
    const tail = /^'s\b/.exec(text.rest.slice(result.index + result.text.length))?.[0].length ?? 0;
    const length = result.text.length + lead + tail;
    text.blank(index, length);
    found.push({ ...phrase, index, length });
  }
  return found;
}

function phraseOf(result: ParsedResult, context: DayContext): DayPhrase | null {
  const match = { 0: result.text, index: result.index };
  const from = dateOf(result.start);
  if (from === null || Math.abs(from.year - context.today.year) > 100) return null;
  if (isWholeMonth(result.start)) {
    const first = from.with({ day: 1 });
    const isOver = Temporal.PlainDate.compare(endOfMonth(first), context.today) < 0;
    const isYearOpen = !result.start.isCertain("year");
    // Chrono keeps the current month, but resolves a past month to this year.
    const month = isOver && isYearOpen && context.forward ? first.add({ years: 1 }) : first;
    return dayPhrase(match, month, { kind: "period", to: endOfMonth(month), isWhole: true });
  }
  const to = result.end === null || result.end === undefined ? null : dateOf(result.end);
  if (to === null || Temporal.PlainDate.compare(to, from) <= 0) return dayPhrase(match, from);
  return dayPhrase(match, from, { kind: "span", to });
}

const dateOf = (parts: ParsedComponents): Temporal.PlainDate | null => {
  const [year, month, day] = [parts.get("year"), parts.get("month"), parts.get("day")];
  if (year === null || month === null || day === null || year < 1 || year > 9000) return null;
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: "reject" });
  } catch {
    return null;
  }
};

const isWholeMonth = (parts: ParsedComponents): boolean =>
  parts.isCertain("month") && !parts.isCertain("day") && !parts.isCertain("weekday");

/** Month names that are also words need a number or a preposition; times are read elsewhere. */
function isMeant(result: ParsedResult, text: string): boolean {
  const { start } = result;
  const hasDate = start.isCertain("day") || start.isCertain("month") || start.isCertain("weekday");
  if (!hasDate || start.isCertain("hour")) return false;
  if (/^\d+ (?:days?|weeks?|months?|years?)$|^(?:a|an|one|two|three) (?:day|week|month|year)s?$/i.test(result.text))
    return false;
  if (/\d/.test(result.text)) return true;
  const isWord = /^(?:may|march|mar|jan|dec|sun|sat|august)$/.test(result.text);
  const isLed = /\b(?:in|during|until|till|through|by|since|from|of|this|next|last|before|after|all|for) $/i.test(
    text.slice(0, result.index),
  );
  const isName = /^(?:may|june|april|august|jan)$/i.test(result.text);
  return isLed || (!isWord && !isName);
}
