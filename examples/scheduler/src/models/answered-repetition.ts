import { Temporal } from "temporal-polyfill";
import type { RecurrencePhrase } from "../domain/language/recurrence-phrase.ts";
import { firstDay, ruleText } from "../domain/language/recurrence-rule-text.ts";
import { ruleDays } from "../domain/language/weekdays.ts";
import { ruleProblem } from "../domain/recurrence-rule.ts";
import { dayMilliseconds, formatWallTime, readWallTime } from "../domain/wall-clock.ts";
import { type Doubt, FURTHEST_YEARS, readPoint, type WallClock } from "./answered-when.ts";
import type { AnsweredRepetition, ModelAnswer } from "./model-answer.ts";

/** An answer whose start is the first date of its repetition. */
export interface PlacedRepetition {
  readonly answer: ModelAnswer;
  readonly rule: string | null;
  /** Days without an occurrence. */
  readonly except: readonly string[];
  readonly doubts: readonly Doubt[];
}

/** Context of a repetition. */
interface RepetitionFrame {
  /** Day of the stated start, or today. */
  readonly from: Temporal.PlainDate;
  readonly timeZone: string;
  readonly allDay: boolean;
}

/** A recurrence rule, and its first day. */
interface CheckedRepetition {
  readonly rule: string;
  readonly first: Temporal.PlainDate;
}

const frequencies: Readonly<Record<AnsweredRepetition["every"], RecurrencePhrase["frequency"]>> = {
  day: "DAILY",
  week: "WEEKLY",
  month: "MONTHLY",
  year: "YEARLY",
};

const isWhole = (value: number, low: number, high: number): boolean =>
  Number.isInteger(value) && value >= low && value <= high;

interface ReadRepetition {
  readonly repetition: CheckedRepetition | null;
  readonly doubts: readonly Doubt[];
}

const rejected = (why: string): ReadRepetition => ({
  repetition: null,
  doubts: [{ message: `The repetition was ignored: ${why}.`, factor: 0.6 }],
});

/**
 * Builds the recurrence rule from the parts of an answer, never from text, so that only possible rules result: at most daily, with
 * an interval of at most 100, and at most 1000 times. Null with a doubt if the parts do not form a rule.
 */
function readRepetition(answered: AnsweredRepetition, frame: RepetitionFrame): ReadRepetition {
  const phrase = phraseOf(answered);
  if (phrase === null) return rejected("its parts do not form a rule");
  const first = firstDay(phrase, frame.from) ?? frame.from;
  const until = answered.until === null ? null : readDay(answered.until);
  if (answered.until !== null && until === null) return rejected("its last day is not a date");
  if (until !== null && Temporal.PlainDate.compare(until, first) < 0) return rejected("it ends before it begins");
  // An end in the far future means no end.
  const last =
    until !== null && frame.from.until(until, { largestUnit: "years" }).years < FURTHEST_YEARS ? until : null;
  const rule = ruleText(phrase, { first, last, timeZone: frame.timeZone, allDay: frame.allDay });
  const problem = ruleProblem(rule);
  return problem === null ? { repetition: { rule, first }, doubts: [] } : rejected(problem);
}

const maxExceptions = 366;

/** Reads the repetition of an answer, and moves the start to its first date if necessary. */
export function placeRepetition(answer: ModelAnswer, clock: WallClock): PlacedRepetition {
  if (answer.repetition === null || answer.intent === "query") return { answer, rule: null, except: [], doubts: [] };
  const started = answer.start === null ? null : readDay(answer.start);
  const today = Temporal.Instant.from(clock.now).toZonedDateTimeISO(clock.timeZone).toPlainDate();
  const timeZone = answer.allDay ? clock.householdTimeZone : clock.timeZone;
  const frame = { from: started ?? today, timeZone, allDay: answer.allDay };
  const { repetition, doubts } = readRepetition(answer.repetition, frame);
  if (repetition === null) return { answer, rule: null, except: [], doubts };
  const { except, unread } = exceptionsOf(answer.repetition);
  const placed = placeStart(answer, started, repetition.first);
  return { answer: placed.answer, rule: repetition.rule, except, doubts: [...doubts, ...unread, ...placed.doubts] };
}

function exceptionsOf({ except }: AnsweredRepetition): { except: readonly string[]; unread: readonly Doubt[] } {
  const days = except.slice(0, maxExceptions).map(readDay);
  const known = new Set(days.flatMap((day) => (day === null ? [] : [day.toString()])));
  const unread = days.includes(null) ? [{ message: "An excluded day is not a date.", factor: 0.8 }] : [];
  return { except: [...known].toSorted(), unread };
}

function placeStart(
  answer: ModelAnswer,
  started: Temporal.PlainDate | null,
  first: Temporal.PlainDate,
): { readonly answer: ModelAnswer; readonly doubts: readonly Doubt[] } {
  if (started === null) {
    const isOpen = answer.start === null && answer.windowStart === null;
    return { answer: isOpen ? { ...answer, start: first.toString() } : answer, doubts: [] };
  }
  const days = started.until(first).days;
  if (days === 0) return { answer, doubts: [] };
  return {
    answer: { ...answer, start: laterBy(days, answer.start), end: laterBy(days, answer.end) },
    doubts: [{ message: `The first date was moved to ${first.toString()} to match the repetition.`, factor: 0.9 }],
  };
}

/** Moves "2026-11-24T16:00" by whole days of the wall clock; an invalid text stays unchanged. */
const laterBy = (days: number, text: string | null): string | null => {
  if (text === null || Number.isNaN(readWallTime(text.slice(0, 10)))) return text;
  return formatWallTime(readWallTime(text.slice(0, 10)) + days * dayMilliseconds, true) + text.slice(10);
};

/** Parses the day of "2026-11-24" or "2026-11-24T16:00". */
export function readDay(text: string): Temporal.PlainDate | null {
  const point = readPoint(text);
  return point === null ? null : Temporal.PlainDate.from(new Date(point.wall).toISOString().slice(0, 10));
}

function phraseOf(answered: AnsweredRepetition): RecurrencePhrase | null {
  const { every, interval, weekOfMonth, dayOfMonth, times } = answered;
  const weekdays = ruleDays.flatMap((name, index) => (answered.weekdays.includes(name) ? [index + 1] : []));
  const monthly = every === "month";
  const isPossible =
    isWhole(interval, 1, 100) &&
    (times === null || isWhole(times, 1, 1000)) &&
    (weekOfMonth === null || (monthly && weekdays.length === 1 && weekOfMonth !== 0 && isWhole(weekOfMonth, -1, 5))) &&
    (dayOfMonth === null || (monthly && weekOfMonth === null && dayOfMonth !== 0 && isWhole(dayOfMonth, -1, 31))) &&
    // "Every Tuesday" of a month or year is a weekly rule, so the answer must mean something else.
    (weekdays.length === 0 || every === "day" || every === "week" || weekOfMonth !== null);
  if (!isPossible) return null;
  return {
    frequency: frequencies[every],
    interval,
    weekdays,
    nth: weekOfMonth,
    monthDay: dayOfMonth,
    count: times,
    length: null,
    until: null,
    starts: null,
    excluded: [],
    unread: [],
  };
}
