import { Temporal } from "temporal-polyfill";
import { EventDetails } from "../domain/calendar-event.ts";
import { type NLParserData, timeAt } from "../domain/parser-data.ts";
import type { CheckContext } from "../domain/planning/conflicts.ts";
import { localClock } from "../domain/wall-clock.ts";
import { DAY, dayOf, type Days, takeSpan } from "./days.ts";
import { peopleIn, resourcesIn, takeNames } from "./names.ts";
import { takeRepeat } from "./repeats.ts";
import type { Sheet } from "./sheet.ts";
import { takeLength, takePart, takeTimes } from "./times.ts";

/** What a message is read with: the calendar, the current time, and the member who writes. */
export interface ReadContext extends CheckContext {
  readonly speaker: string | null;
}

/** Other words for details. */
const ALIASES: Readonly<Record<string, string>> = { note: "description", place: "location" };

/** The parts of a request that its words say, and the shift of an amount before "later". */
export interface Pieces {
  readonly said: Partial<NLParserData>;
  readonly shift: number | null;
}

/** Takes the details that are written with a colon, "priority: high", and "at" a place. */
function takeDetails(sheet: Sheet): Partial<NLParserData> {
  const questions: string[] = [];
  const details: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(EventDetails.shape)) {
    const names = [key, ...Object.keys(ALIASES).filter((alias) => ALIASES[alias] === key)].join("|");
    const [whole = "", text] = sheet.take(`(?:${names}): ?([^,;\uE000]+)`) ?? [];
    if (text === undefined) continue;
    // A detail can be text, a number, or yes and no.
    const value = text.trim();
    const results = [value, value.toLowerCase(), Number(value), value === "yes"].map((each) => schema.safeParse(each));
    const found = results.find(({ success }) => success);
    if (found === undefined)
      questions.push(`I cannot use "${whole.trim()}": ${results[0]?.error?.issues[0]?.message ?? ""}.`);
    else details[key] = found.data;
  }
  return { ...details, questions };
}

/**
 * Takes everything of a request but its name. A day that can be two days is asked about; in a question to the calendar the later one is assumed.
 */
export function takePieces(sheet: Sheet, { calendar, now, speaker }: ReadContext, isQuestion = false): Pieces {
  const { household } = calendar;
  const today = Temporal.PlainDate.from(localClock(household.timeZone).dayOf(Date.parse(now)));
  const { questions = [], ...details } = takeDetails(sheet);
  const { minutes, shift } = takeLength(sheet);
  const repeat = takeRepeat(sheet, today);
  const isWholeDay = sheet.take("all day") !== null;
  const people = peopleIn(household, speaker);
  const things = resourcesIn(household);
  const removed = takeNames(sheet, "without |not ", people);
  const withoutThings = takeNames(sheet, "without |not ", things);
  const who = takeNames(sheet, "(?:,? ?(?:for|with) )", people);
  const what = takeNames(sheet, ",? ?(?:with|needs?|using|in) ", things);
  if (speaker === null && /\b(?:me|myself)\b/i.test(`${who?.text} ${removed?.text}`))
    questions.push('Who is "me"? Answer with a name.');

  const range = sheet.take(`(?:from )?(${DAY})\\s?(?:-|–|to|until)\\s?(${DAY})`);
  const [, begin = "", from] = (range === null && sheet.take(`(from |starting (?:on )?|on )?(${DAY})`)) || [];
  const night = range === null && from === undefined ? sheet.take("tonight") : null;
  const span = range === null && from === undefined ? takeSpan(sheet, today) : null;
  const [day = null, last = null] = (range?.slice(1) ?? [from ?? (night === null ? undefined : "today")]).map((text) =>
    text === undefined ? null : dayOf(text, today),
  );
  const clock = takeTimes(sheet);
  const part = takePart(sheet) ?? (night === null || clock.start !== null ? null : ([1020, 1320] as const));
  const isSearch = sheet.take("(?:at )?any ?time|some ?time") !== null;
  const place = sheet.take(
    "at (?!(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|least|about|around|once|first|last)\\b)((?:the )?\\p{L}[\\p{L}'’]*(?: \\p{Lu}[\\p{L}'’]*)*)",
  )?.[1];
  const days = [day, last, span].flatMap((each) => each ?? []);
  const isAssumed = (each: Days): boolean => isQuestion && each.assumed !== null;
  const unclear = days.filter((each) => !isAssumed(each)).flatMap(({ question }) => question ?? []);
  const assumed = days.filter(isAssumed).flatMap((each) => each.assumed ?? []);
  questions.push(...unclear, ...(clock.question === null ? [] : [clock.question]), ...(repeat?.questions ?? []));

  const first = unclear.length > 0 ? null : (day?.first ?? span?.first ?? null);
  const start = clock.start;
  const series = repeat === null ? {} : { recurrenceRule: repeat.rule, exceptDays: repeat.exceptDays };
  const begins =
    repeat === null || (day === null && !repeat.isDated)
      ? first
      : repeat.firstFrom(first ?? nextDay(today, start, now, household.timeZone));
  const isOpen = start === null && !isWholeDay && repeat === null && (part !== null || span !== null || isSearch);
  if (repeat !== null && first !== null && begins !== first && !/^(?:from|starting)/i.test(begin))
    questions.push(`"${from ?? "That day"}" is not a date of this series. Write its first day as "starting ${first}".`);
  if (span !== null && (start !== null || repeat !== null)) questions.push(`Write a day in place of "${span.text}".`);
  const search = { lastDay: span?.last ?? null, from: part?.[0] ?? null, to: part?.[1] ?? null };
  const isWhole = isWholeDay || (last !== null && start === null);
  return {
    shift,
    said: {
      ...details,
      ...series,
      ...(questions.length > 0 && { questions }),
      ...(assumed.length > 0 && { assumed }),
      ...(place !== undefined && { location: place }),
      ...(minutes !== null && { minutes }),
      ...((begins !== null || start !== null) && { startTime: timeAt(begins, start) }),
      ...(clock.end !== null && { endTime: timeAt(start === null || last === null ? null : last.first, clock.end) }),
      ...(isWhole && { allDay: true }),
      ...(last !== null && start === null && { endTime: last.first }),
      ...(isOpen && { search }),
      ...(who !== null && { participants: who.ids }),
      ...(what !== null && { resources: what.ids }),
      ...(removed !== null && { removedParticipants: removed.ids }),
      ...(withoutThings !== null && { removedResources: withoutThings.ids }),
    },
  };
}

/** Today, or tomorrow if a time of today is over. */
function nextDay(today: Temporal.PlainDate, start: number | null, now: string, timeZone: string): string {
  const isOver = start !== null && localClock(timeZone).minutesOf(Date.parse(now)) >= start;
  return today.add({ days: isOver ? 1 : 0 }).toString();
}
