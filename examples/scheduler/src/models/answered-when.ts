import { dayMilliseconds, formatInstant, readWallTime, wallToInstant } from "../domain/wall-clock.ts";
import type { NLParserData } from "../domain/nl-parser-data.ts";
import type { ModelAnswer } from "./model-answer.ts";

/** An unusable part of an answer, described in one sentence, and the factor by which it reduces the confidence. */
export interface Doubt {
  readonly message: string;
  readonly factor: number;
}

/** The part of a reading that specifies the time. */
export type AnsweredWhen = Pick<
  NLParserData,
  "startTime" | "endTime" | "allDay" | "timeIsExact" | "durationMinutes" | "searchWindow"
>;

/** Clock for wall-clock times: `timeZone` for times of day, `householdTimeZone` for whole days. */
export interface WallClock {
  readonly timeZone: string;
  readonly householdTimeZone: string;
  readonly now: string;
}

/** Maximum distance of a time from now, in years; anything beyond is treated as a mistake. */
export const FURTHEST_YEARS = 10;
/** Maximum duration of an event, in minutes. */
const MAX_MINUTES = 366 * 1440;

interface WallPoint {
  readonly wall: number;
  readonly hasTime: boolean;
}

/** Parses "2026-11-24T16:00" or "2026-11-24"; null for an invalid date and for any other format. */
export function readPoint(text: string): WallPoint | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2})?)?$/.exec(text.trim());
  const [, day = "", time] = match ?? [];
  const wall = readWallTime(time === undefined ? day : `${day}T${time}:00`);
  return Number.isNaN(wall) ? null : { wall, hasTime: time !== undefined };
}

/** Converts the wall-clock times of an answer to instants. An invalid time is left out and causes a doubt. */
export function readAnsweredWhen(
  answer: ModelAnswer,
  clock: WallClock,
): { readonly when: AnsweredWhen; readonly doubts: readonly Doubt[] } {
  const doubts: Doubt[] = [];
  const point = (text: string | null, name: string): WallPoint | null => {
    if (text === null) return null;
    const read = readPoint(text);
    const problem = read === null ? "is not a date and time" : isNear(read.wall, clock) ? null : "is too far away";
    if (problem !== null) doubts.push({ message: `The ${name} ${problem}.`, factor: 0.6 });
    return problem === null ? read : null;
  };
  const start = point(answer.start, "start");
  const end = point(answer.end, "end");
  const window: Points["window"] = [point(answer.windowStart, "window"), point(answer.windowEnd, "window")];
  const length = lengthOf(answer, doubts);
  const when = whenOf({ start, end, window, length, allDay: answer.allDay }, clock);
  const statedEnd = when.timeIsExact ? end : (window[1] ?? end ?? start);
  if (statedEnd !== null && when.endTime === null && when.searchWindow === null)
    doubts.push({ message: "The end is not after the start.", factor: 0.6 });
  if (answer.intent === "create" && when.startTime !== null && isOver(when, clock))
    doubts.push({ message: "The time is in the past.", factor: 0.6 });
  return { when, doubts };
}

function lengthOf({ durationMinutes }: ModelAnswer, doubts: Doubt[]): number | null {
  if (durationMinutes === null) return null;
  const minutes = Math.round(durationMinutes);
  if (minutes >= 1 && minutes <= MAX_MINUTES) return minutes;
  doubts.push({ message: "The duration is not possible.", factor: 0.8 });
  return null;
}

const isNear = (wall: number, { now }: WallClock): boolean =>
  Math.abs(wall - Date.parse(now)) <= FURTHEST_YEARS * 366 * dayMilliseconds;

const isOver = ({ startTime, endTime, allDay }: AnsweredWhen, { now }: WallClock): boolean =>
  Date.parse((allDay ? endTime : startTime) ?? now) < Date.parse(now);

interface Points {
  readonly start: WallPoint | null;
  readonly end: WallPoint | null;
  readonly window: readonly [WallPoint | null, WallPoint | null];
  readonly length: number | null;
  readonly allDay: boolean;
}

const nothing: AnsweredWhen = {
  startTime: null,
  endTime: null,
  allDay: false,
  timeIsExact: false,
  durationMinutes: null,
  searchWindow: null,
};

function whenOf(points: Points, clock: WallClock): AnsweredWhen {
  const { start, length, allDay } = points;
  if (start !== null && allDay) return wholeDays(start.wall, points, clock);
  if (start?.hasTime === true) return exact(start.wall, points, clock);
  const searchWindow = windowOf(points, clock);
  return { ...nothing, durationMinutes: length, searchWindow };
}

const dayOf = (wall: number): number => Math.floor(wall / dayMilliseconds) * dayMilliseconds;

/** All-day times. The last day is included; without one it is a single day, or as many days as the duration. */
function wholeDays(start: number, { end, length }: Points, { householdTimeZone }: WallClock): AnsweredWhen {
  const first = dayOf(start);
  const counted = first + Math.max(1, Math.round((length ?? 0) / 1440)) * dayMilliseconds;
  const after = end === null ? counted : dayOf(end.wall) + dayMilliseconds;
  return {
    ...nothing,
    startTime: formatInstant(wallToInstant(first, householdTimeZone)),
    endTime: after <= first ? null : formatInstant(wallToInstant(after, householdTimeZone)),
    allDay: true,
    timeIsExact: true,
  };
}

function exact(wall: number, { end, length }: Points, { timeZone }: WallClock): AnsweredWhen {
  const start = wallToInstant(wall, timeZone);
  const stated = end?.hasTime === true ? Math.round((wallToInstant(end.wall, timeZone) - start) / 60_000) : length;
  const minutes = stated !== null && stated >= 1 && stated <= MAX_MINUTES ? stated : null;
  return {
    ...nothing,
    startTime: formatInstant(start),
    endTime: minutes === null ? null : formatInstant(start + minutes * 60_000),
    timeIsExact: true,
    durationMinutes: minutes,
  };
}

/** Named time span, or the day or days of a start without a time; the past part is cut off. */
function windowOf({ start, end, window }: Points, { timeZone, now }: WallClock): AnsweredWhen["searchWindow"] {
  const [low, high] = window;
  const from = low ?? start;
  const to = high ?? (low === null ? end : null) ?? from;
  if (from === null || to === null) return null;
  const opens = wallToInstant(from.wall, timeZone);
  const closes = wallToInstant(to.hasTime ? to.wall : to.wall + dayMilliseconds, timeZone);
  if (closes <= opens) return null;
  const present = Date.parse(now);
  if (opens >= present || closes <= present) return { start: formatInstant(opens), end: formatInstant(closes) };
  return { start: formatInstant(present), end: formatInstant(closes) };
}
