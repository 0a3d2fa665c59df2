import { convertIcsDuration } from "ts-ics";
import {
  dayMilliseconds,
  formatWallTime,
  instantToWall,
  isTimeZone,
  readWallTime,
  wallToInstant,
} from "../domain/wall-clock.ts";
import type { Component, ContentLine } from "./ics-lines.ts";
import { windowsZones } from "./windows-zones.ts";

/** Thrown while a component is read: the component is skipped, and the message is the reason. */
export class SkipReason extends Error {}

/** Time of an iCalendar file on a wall clock; `wall` is a wall-time number. */
export interface IcsTime {
  readonly wall: number;
  readonly isDate: boolean;
  readonly timeZone: string;
}

/** Finds the IANA zone of a TZID; null when it is unknown. */
export type ZoneFinder = (tzid: string) => string | null;

/** Creates a zone finder for a calendar: IANA names, also with a vendor prefix, Windows names, and X-LIC-LOCATION. */
export function zoneFinder(calendar: Component): ZoneFinder {
  const locations = new Map<string, string>();
  for (const { name, lines } of calendar.components) {
    if (name !== "VTIMEZONE") continue;
    const value = (wanted: string) => lines.find((line) => line.name === wanted)?.value.trim();
    const [tzid, location] = [value("TZID"), value("X-LIC-LOCATION")];
    if (tzid !== undefined && location !== undefined && isTimeZone(location)) locations.set(tzid, location);
  }
  return (tzid) => namedZone(tzid) ?? locations.get(tzid) ?? null;
}

function namedZone(tzid: string): string | null {
  if (/^(etc\/)?(utc|z|zulu)$/i.test(tzid)) return "UTC";
  if (isTimeZone(tzid)) return tzid;
  const windows = windowsZones.get(tzid.toLowerCase());
  if (windows !== undefined) return windows;
  // Some vendors write "/freeassociation.sourceforge.net/Europe/Copenhagen".
  const segments = tzid.split("/").filter((segment) => segment !== "");
  return (
    [3, 2].map((count) => segments.slice(-count).join("/")).find((name) => name.includes("/") && isTimeZone(name)) ??
    null
  );
}

/** Time zone information for reading times: the zone of floating times, and the zones by name. */
export interface TimeContext {
  readonly floatingZone: string;
  readonly zoneOf: ZoneFinder;
}

const timePattern = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/;

/** Reads DATE and DATE-TIME values. Throws `SkipReason` for an impossible time or an unknown zone. */
export function readTime(line: ContentLine, context: TimeContext): IcsTime {
  const value = line.value.trim();
  const [, year, month, day, hour, minute, second, utc] = timePattern.exec(value) ?? [];
  const date = `${year}-${month}-${day}`;
  const isDate = hour === undefined;
  // Treat a leap second as the last second of its minute.
  const wall = readWallTime(isDate ? date : `${date}T${hour}:${minute}:${second === "60" ? "59" : second}`);
  if (Number.isNaN(wall)) throw new SkipReason(`its ${line.name} "${value.slice(0, 40)}" is not a time`);
  if (isDate) return { wall, isDate, timeZone: context.floatingZone };
  if (utc === "Z") return { wall, isDate, timeZone: "UTC" };
  const tzid = line.options["TZID"];
  if (tzid === undefined) return { wall, isDate, timeZone: context.floatingZone };
  const timeZone = context.zoneOf(tzid);
  if (timeZone === null) throw new SkipReason(`its time zone "${tzid.slice(0, 80)}" is unknown`);
  return { wall, isDate, timeZone };
}

/** Converts a time to the wall clock of another zone; dates stay unchanged. */
export const inZone = (time: IcsTime, timeZone: string): number =>
  time.isDate || time.timeZone === timeZone
    ? time.wall
    : instantToWall(wallToInstant(time.wall, time.timeZone), timeZone);

/** Start of the series that EXDATE, RDATE and RECURRENCE-ID refer to. */
export interface SeriesStart {
  readonly start: string;
  readonly allDay: boolean;
  readonly timeZone: string;
}

/** Identifies an occurrence of a series by its wall-clock start, regardless of how the file wrote it. */
export function startInSeries(time: IcsTime, series: SeriesStart): string {
  const wall = inZone(time, series.timeZone);
  if (series.allDay || !time.isDate) return formatWallTime(wall, series.allDay);
  return `${formatWallTime(wall, true)}${series.start.slice(10)}`;
}

const durationPattern = /^\+?P(?=\w)(\d{1,5}W)?(\d{1,5}D)?(T(?=\w)(\d{1,6}H)?(\d{1,6}M)?(\d{1,7}S)?)?$/;

/** Adds a DURATION to a start: weeks and days on the wall clock, hours and less as elapsed time. */
export function addDuration(start: IcsTime, line: ContentLine): number {
  if (!durationPattern.test(line.value.trim()))
    throw new SkipReason(`its DURATION "${line.value.slice(0, 40)}" is not a duration`);
  const {
    weeks = 0,
    days = 0,
    hours = 0,
    minutes = 0,
    seconds = 0,
  } = convertIcsDuration(undefined, { value: line.value.trim().replace("+", "") });
  const elapsed = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  const day = start.wall + (weeks * 7 + days) * dayMilliseconds;
  if (start.isDate) return day + Math.ceil(elapsed / dayMilliseconds) * dayMilliseconds;
  return elapsed === 0 ? day : instantToWall(wallToInstant(day, start.timeZone) + elapsed, start.timeZone);
}
