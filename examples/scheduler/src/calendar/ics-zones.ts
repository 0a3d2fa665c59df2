import ICAL from "ical.js";
import { findIana } from "windows-iana";
import { dayMilliseconds, instantToWall, isTimeZone, readWallTime, wallToInstant } from "../domain/wall-clock.ts";
import { type IcsCalendar, type JcalProperty, SkipReason } from "./ics-file.ts";

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

/** Time zone of a file: known by its name, described by a VTIMEZONE, both, or neither. */
type FileZone = Readonly<{ known: string | null; described: Description | null }>;

const hour = 3_600_000;

/** ical.js writes a date as "2026-11-24T::" where a time is expected. */
const timePattern = /^(\d{4}-\d{2}-\d{2})(?:T(?:::|(\d{2}:\d{2}):(\d{2})?(Z?)))?$/;

/** Time zones of one calendar: its own descriptions, and the names of IANA and Windows. */
export class FileZones {
  /** Zone of times that name none: that of the calendar (X-WR-TIMEZONE), or else of the household. */
  readonly floating: string;
  readonly #texts: ReadonlyMap<string, string>;
  readonly #zones = new Map<string, FileZone>();
  /** Known zones that are like a description, by its name and a year. */
  readonly #alike = new Map<string, string | undefined>();

  constructor({ timeZone, components }: IcsCalendar, householdZone: string) {
    this.floating = namedZone(timeZone ?? "") ?? householdZone;
    const zones = components.filter(({ name }) => name === "VTIMEZONE");
    this.#texts = new Map(zones.map(({ text }) => [lineOf(text, "TZID"), text]));
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
    if (isDate) return { wall, isDate, timeZone: this.floating, note: null };
    const zone = utc === "Z" ? "UTC" : typeof tzid === "string" ? tzid : this.floating;
    return { isDate, ...this.#inKnownZone(wall, zone, repeats) };
  }

  /**
   * The time in a known zone with the same times: the one with its name, the one of the calendar, or any other. Without such a zone, the
   * time is converted to that of the calendar.
   */
  #inKnownZone(wall: number, tzid: string, repeats: boolean): Omit<FileTime, "isDate"> {
    const { known, described } = this.#find(tzid);
    const [named, timeZone] = [`"${tzid.slice(0, 80)}"`, known ?? this.floating];
    const unknown = `its time zone ${named} is unknown, so its times are read in ${timeZone}`;
    if (described === null) return { wall, timeZone, note: known === null ? unknown : null };
    // For a single time it is enough to be right around it; the clock may skip or repeat the time itself.
    const enough = repeats ? [] : [timeZone, this.floating];
    const alike =
      zoneWith(described, [wall - 3 * hour, wall + 3 * hour], enough) ?? this.#zoneLike(described, wall, tzid);
    if (alike !== undefined) return { wall, timeZone: alike, note: null };
    const note = repeats ? `no known time zone is like its ${named}, so it repeats in ${this.floating}` : null;
    return { wall: instantToWall(described(wall), this.floating), timeZone: this.floating, note };
  }

  #find(tzid: string): FileZone {
    const text = this.#texts.get(tzid) ?? "";
    const zone = this.#zones.get(tzid) ?? {
      known: namedZone(tzid) ?? namedZone(lineOf(text, "X-LIC-LOCATION")),
      described: describedZone(text),
    };
    this.#zones.set(tzid, zone);
    return zone;
  }

  /** Finds a known zone with the same times for two years. */
  #zoneLike(described: Description, wall: number, tzid: string): string | undefined {
    const first = Date.UTC(Math.min(Math.max(new Date(wall).getUTCFullYear(), 1971), lastYear - 2), 0, 1, 12);
    const key = `${tzid} ${first}`;
    if (!this.#alike.has(key)) {
      const walls = Array.from({ length: 244 }, (_, index) => first + index * 3 * dayMilliseconds);
      const zones = [this.#find(tzid).known ?? "UTC", this.floating, "UTC", ...Intl.supportedValuesOf("timeZone")];
      this.#alike.set(key, zoneWith(described, walls, zones));
    }
    return this.#alike.get(key);
  }
}

/** Finds a zone in which all wall times have the instants of a description. */
function zoneWith(described: Description, walls: readonly number[], zones: readonly string[]): string | undefined {
  const instants = walls.map(described);
  return zones.find((zone) => walls.every((wall, index) => wallToInstant(wall, zone) === instants[index]));
}

const lineOf = (text: string, name: string): string =>
  new RegExp(`^${name}[^:\n]*:\\s*"?(.*?)"?\\s*$`, "im").exec(text)?.[1] ?? "";

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
