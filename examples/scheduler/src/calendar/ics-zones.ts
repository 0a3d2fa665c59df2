import ICAL from "ical.js";
import { findIana } from "windows-iana";
import { dayMilliseconds, instantToWall, isTimeZone, readWallTime, wallToInstant } from "../domain/wall-clock.ts";
import { type IcsCalendar, type JcalProperty, lineOf, SkipReason } from "./ics-file.ts";

/** Wall-clock time of a file in a known zone. */
export interface FileTime {
  readonly wall: number;
  readonly isDate: boolean;
  readonly timeZone: string;
  /** How the zone differs from that of the file, as half a sentence, or null. */
  readonly note: string | null;
}

/** Instant of a wall time, as a VTIMEZONE describes it. */
type Description = (wall: number) => number;

/** ical.js writes a date as "2026-11-24T::" where a time is expected. */
const timePattern = /^(\d{4}-\d{2}-\d{2})(?:T(?:::|(\d{2}:\d{2}):(\d{2})?(Z?)))?$/;

/** Known zone of a file's times. With `convert` it has other times, which are converted. */
type KnownZone = Readonly<{ timeZone: string; note: string | null; convert: Description | null }>;

/** Time zones of one calendar: its own descriptions, and the names of IANA and Windows. */
export class FileZones {
  /** Zone of times that name none: that of the calendar (X-WR-TIMEZONE), or else of the household. */
  readonly #floating: string;
  readonly #texts: ReadonlyMap<string, string>;
  /** Known zones by the name in the file and the year. */
  readonly #known = new Map<string, KnownZone>();

  constructor({ timeZone, zones }: IcsCalendar, householdZone: string) {
    this.#floating = namedZone(timeZone) ?? householdZone;
    this.#texts = zones;
  }

  /** Reads a DATE or DATE-TIME of an event, which may repeat. Throws `SkipReason` for an impossible time. */
  timeOf([name, { tzid }]: JcalProperty, value: unknown, repeats: boolean): FileTime {
    const text = String(value);
    const [, date = "", minutes, seconds = "00", utc] = timePattern.exec(text) ?? [];
    const isDate = minutes === undefined;
    // Treat a leap second as the last second of its minute.
    const wall = readWallTime(isDate ? date : `${date}T${minutes}:${seconds === "60" ? "59" : seconds}`);
    if (Number.isNaN(wall)) {
      const written = text.replaceAll(/[-:]|T::$/g, "").slice(0, 40);
      throw new SkipReason(`its ${name.toUpperCase()} "${written}" is not a time`);
    }
    if (isDate) return { wall, isDate, timeZone: this.#floating, note: null };
    const zone = utc === "Z" ? "UTC" : typeof tzid === "string" ? tzid : this.#floating;
    const year = Math.min(Math.max(new Date(wall).getUTCFullYear(), 1971), lastYear - 2);
    const known = this.#known.get(`${zone} ${year}`) ?? this.#knownZone(zone, year);
    this.#known.set(`${zone} ${year}`, known);
    const { timeZone, note, convert } = known;
    if (convert === null) return { wall, isDate, timeZone, note };
    return { wall: instantToWall(convert(wall), timeZone), isDate, timeZone, note: repeats ? note : null };
  }

  /** The known zone with the same times for two years: the one of that name, that of the calendar, or any other. */
  #knownZone(tzid: string, year: number): KnownZone {
    const text = this.#texts.get(tzid) ?? "";
    const convert = describedZone(text);
    const own = namedZone(tzid) ?? namedZone(lineOf(text, "X-LIC-LOCATION"));
    const [timeZone, floating, name] = [own ?? this.#floating, this.#floating, `"${tzid.slice(0, 80)}"`];
    const unknown = `its time zone ${name} is unknown, so its times are read in ${timeZone}`;
    if (convert === null) return { timeZone, note: own === null ? unknown : null, convert };
    const walls = Array.from({ length: 244 }, (_, index) => Date.UTC(year, 0, 1, 12) + index * 3 * dayMilliseconds);
    const instants = walls.map(convert);
    const alike = [own ?? "UTC", floating, "UTC", ...Intl.supportedValuesOf("timeZone")].find((zone) =>
      walls.every((wall, index) => wallToInstant(wall, zone) === instants[index]),
    );
    if (alike !== undefined) return { timeZone: alike, note: null, convert: null };
    return {
      timeZone: floating,
      note: `no known time zone is like its ${name}, so it repeats in ${floating}`,
      convert,
    };
  }
}

const regions = ["Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"];

/** Known zone that a file means by a name; null if there is none. */
function namedZone(name: string): string | null {
  if (/^(etc\/)?(utc|z|zulu|gmt)$/i.test(name)) return "UTC";
  // Outlook shows "(UTC-07:00) Mountain Time (US & Canada)" and "(UTC+07:00) Bangkok, Hanoi, Jakarta".
  const [, shown = ""] = /^\((?:UTC|GMT).*?\)(.*)/.exec(name) ?? [];
  const words = shown.split(/[,;(]/).map((word) => word.trim());
  // Some vendors write "/freeassociation.sourceforge.net/Europe/Copenhagen".
  const path = name.split("/");
  const candidates = [
    ...[name, ...words.map((word) => `${word.replace(/ Time$/, "")} Standard Time`)].flatMap((word) => findIana(word)),
    ...words.flatMap((word) => regions.map((region) => `${region}/${word.replaceAll(" ", "_")}`)),
    ...[3, 2].map((count) => path.slice(-count).join("/")),
  ];
  return [name, ...candidates].find(isTimeZone) ?? null;
}

/** ical.js expands a description year by year, up to the year asked for. */
const lastYear = 2060;

/** Reads a VTIMEZONE with ical.js; null if it describes nothing, or repeats in a way that no zone does. */
function describedZone(text: string): Description | null {
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
