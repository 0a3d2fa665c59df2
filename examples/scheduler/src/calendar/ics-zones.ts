import ICAL from "ical.js";
import { findIana } from "windows-iana";
import { dayMilliseconds, instantToWall, isTimeZone, readWallTime, wallToInstant } from "../domain/wall-clock.ts";
import { type IcsCalendar, type JcalProperty, lineOf, SkipReason } from "./ics-file.ts";

/** Wall-clock time of a file in a known zone. `note` is half a sentence about how that differs from the zone of the file. */
export type FileTime = Readonly<{ wall: number; isDate: boolean; timeZone: string; note: string | null }>;

/** ical.js writes a date as "2026-11-24T::" where a time is expected. */
const timePattern = /^(\d{4}-\d{2}-\d{2})(?:T(?:::|(\d{2}:\d{2}):(\d{2})?(Z?)))?$/;

/** Reads a DATE or DATE-TIME of an event, which may repeat. Throws `SkipReason` for an impossible time. */
export type ReadTime = (property: JcalProperty, value: unknown, repeats: boolean) => FileTime;

/** Returns the reader of a file's times. It knows the file's own time zones, and the names of IANA and Windows. */
export function timeReader({ timeZone: named, zones }: IcsCalendar, householdZone: string, now: string): ReadTime {
  /** Zone of times that name none: that of the file (X-WR-TIMEZONE), or else of the household. */
  const floating = namedZone(named) ?? householdZone;
  const knownZones = new Map<string, ReturnType<typeof knownZone>>();
  return ([name, { tzid }], value, repeats) => {
    const text = String(value);
    const [, date = "", minutes, seconds = "00", utc] = timePattern.exec(text) ?? [];
    const isDate = minutes === undefined;
    // Treat a leap second as the last second of its minute.
    const wall = readWallTime(isDate ? date : `${date}T${minutes}:${seconds === "60" ? "59" : seconds}`);
    if (Number.isNaN(wall)) {
      const written = text.replaceAll(/[-:]|T::$/g, "").slice(0, 40);
      throw new SkipReason(`its ${name.toUpperCase()} "${written}" is not a time`);
    }
    if (isDate) return { wall, isDate, timeZone: floating, note: null };
    const zone = utc === "Z" ? "UTC" : typeof tzid === "string" ? tzid : floating;
    const known = knownZones.get(zone) ?? knownZone(zone, zones.get(zone) ?? "", floating, now);
    knownZones.set(zone, known);
    const { convert, note, timeZone } = known;
    if (convert === null) return { wall, isDate, timeZone, note };
    return { wall: instantToWall(convert(wall), timeZone), isDate, timeZone, note: repeats ? note : null };
  };
}

/**
 * The known zone of a name or its VTIMEZONE, with the same times for two years: the one of that name, the floating one, or any other.
 * Without such a zone, times are converted to the floating one.
 */
function knownZone(tzid: string, text: string, floating: string, now: string) {
  const [name, convert] = [`"${tzid.slice(0, 80)}"`, describedZone(text)];
  const own = namedZone(tzid) ?? namedZone(lineOf(text, "X-LIC-LOCATION"));
  const unknown = `its time zone ${name} is unknown, so its times are read in ${floating}`;
  if (convert === null) return { timeZone: own ?? floating, note: own === null ? unknown : null, convert };
  const walls = Array.from({ length: 244 }, (_, index) => Date.parse(now) + index * 3 * dayMilliseconds);
  const instants = walls.map(convert);
  const alike = [own ?? "UTC", floating, "UTC", ...Intl.supportedValuesOf("timeZone")].find((zone) =>
    walls.every((wall, index) => wallToInstant(wall, zone) === instants[index]),
  );
  if (alike !== undefined) return { timeZone: alike, note: null, convert: null };
  const note = `no known time zone is like its ${name}, so it repeats in ${floating}`;
  return { timeZone: floating, note, convert };
}

/** Known zone that a file means by a name; null if there is none. */
function namedZone(name: string): string | null {
  if (/^(etc\/)?(utc|z|zulu|gmt)$/i.test(name)) return "UTC";
  // Some vendors write "/freeassociation.sourceforge.net/Europe/Copenhagen".
  const path = name.split("/");
  const names = [name, ...findIana(name), ...[3, 2].map((count) => path.slice(-count).join("/"))];
  return names.find(isTimeZone) ?? null;
}

/** ical.js expands a description year by year, up to the year asked for. */
const lastYear = 2060;

/** Reads a VTIMEZONE with ical.js, as the instant of a wall time; null if it describes nothing, or repeats in a way that no zone does. */
function describedZone(text: string): ((wall: number) => number) | null {
  const rules = text.match(/^RRULE.*$/gim) ?? [];
  if (text.length > 64 * 1024 || rules.some((rule) => !/FREQ=YEARLY/i.test(rule))) return null;
  try {
    const component = ICAL.Component.fromString(`BEGIN:VTIMEZONE\r\n${text.trim()}\r\nEND:VTIMEZONE`);
    if (component.getAllSubcomponents().length === 0) return null;
    const zone = new ICAL.Timezone(component);
    const toInstant = (wall: number): number => {
      const at = new Date(wall);
      if (at.getUTCFullYear() > lastYear) at.setUTCFullYear(lastYear);
      return wall - zone.utcOffset(ICAL.Time.fromJSDate(at, true)) * 1000;
    };
    toInstant(Date.UTC(lastYear, 0));
    return toInstant;
  } catch {
    return null;
  }
}
