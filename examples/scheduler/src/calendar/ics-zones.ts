import ICAL from "ical.js";
import { findIana } from "windows-iana";
import { dayMilliseconds, isTimeZone, readWallTime, wallToInstant } from "../domain/wall-clock.ts";
import { type IcsCalendar, type JcalProperty, SkipReason } from "./ics-file.ts";

/** Time zone of a file: known by its name, described by a VTIMEZONE that gives the instant of a wall time, both, or neither. */
interface FileZone {
  readonly known: string | null;
  readonly described: ((wall: number) => number) | null;
}

const hour = 3_600_000;

/** Time zones of one calendar: its own descriptions, and the names of IANA and Windows. */
export class FileZones {
  /** Zone of times that name none: that of the calendar (X-WR-TIMEZONE), or else of the household. */
  readonly floating: string;
  readonly #texts: ReadonlyMap<string, string>;
  readonly #zones = new Map<string, FileZone>();
  readonly #stored = new Map<string, string | null>();
  readonly #budget: { descriptions: number };

  /** `budget` limits the descriptions of a file: each takes milliseconds, so a file full of them could block the machine. */
  constructor({ timeZone, components }: IcsCalendar, householdZone: string, budget: { descriptions: number }) {
    this.floating = namedZone(timeZone ?? "") ?? householdZone;
    const zones = components.filter(({ name }) => name === "VTIMEZONE");
    this.#texts = new Map(zones.map(({ text }) => [lineOf(text, "TZID"), text]));
    this.#budget = budget;
  }

  #find(tzid: string): FileZone {
    const found = this.#zones.get(tzid);
    if (found !== undefined) return found;
    const text = this.#texts.get(tzid);
    if (text !== undefined) this.#budget.descriptions -= 1;
    const known = namedZone(tzid) ?? namedZone(lineOf(text ?? "", "X-LIC-LOCATION"));
    const described = text === undefined || this.#budget.descriptions < 0 ? null : describedZone(text);
    this.#zones.set(tzid, { known, described });
    return { known, described };
  }

  /** True if the zone is neither known nor described. Its times count as floating. */
  isUnknown(tzid: string): boolean {
    const { known, described } = this.#find(tzid);
    return known === null && described === null;
  }

  /** Converts a wall-clock time of the file to its instant. */
  instantOf(wall: number, tzid: string): number {
    const { known, described } = this.#find(tzid);
    return described?.(wall) ?? wallToInstant(wall, known ?? this.floating);
  }

  /**
   * Known zone in which an event keeps its wall-clock times; null if there is none. A single event needs its own time right; a
   * series needs a zone with the same times for two years: the one with that name, the one of the calendar, or any other.
   */
  storedIn(wall: number, tzid: string, repeats: boolean): string | null {
    const { known, described } = this.#find(tzid);
    if (described === null) return known ?? this.floating;
    const first = Date.UTC(Math.min(Math.max(new Date(wall).getUTCFullYear(), 1971), lastYear - 2), 0, 1, 12);
    const key = `${tzid} ${repeats ? first : wall}`;
    const found = this.#stored.get(key);
    if (found !== undefined) return found;
    // Around a single time, because the clock may skip or repeat the time itself.
    const walls = repeats
      ? Array.from({ length: 244 }, (_, index) => first + index * 3 * dayMilliseconds)
      : [wall - 3 * hour, wall + 3 * hour];
    const instants = walls.map(described);
    const others = repeats ? ["UTC", ...Intl.supportedValuesOf("timeZone")] : [];
    const same = [known ?? this.floating, this.floating, ...others].find((zone) =>
      walls.every((each, index) => wallToInstant(each, zone) === instants[index]),
    );
    this.#stored.set(key, same ?? null);
    return same ?? null;
  }
}

/** Wall-clock time in a zone of the file, and its instant. */
export type FileTime = Readonly<{ wall: number; isDate: boolean; tzid: string; instant: number }>;

/** ical.js writes a date as "2026-11-24T::" where a time is expected. */
const timePattern = /^(\d{4}-\d{2}-\d{2})(?:T(?:::|(\d{2}:\d{2}):(\d{2})?(Z?)))?$/;

/** Reads a DATE or DATE-TIME. Throws `SkipReason` for an impossible time. */
export function readTime([name, { tzid }]: JcalProperty, zones: FileZones, value: unknown): FileTime {
  const text = String(value);
  const [, date, minutes, seconds = "00", utc] = timePattern.exec(text) ?? [];
  const isDate = minutes === undefined;
  // Treat a leap second as the last second of its minute.
  const wall = readWallTime(isDate ? (date ?? "") : `${date}T${minutes}:${seconds === "60" ? "59" : seconds}`);
  if (Number.isNaN(wall)) {
    const written = text.replaceAll(/[-:]|T::$/g, "").slice(0, 40);
    throw new SkipReason(`its ${name.toUpperCase()} "${written}" is not a time`);
  }
  const id = utc === "Z" ? "UTC" : isDate || typeof tzid !== "string" ? zones.floating : tzid;
  return { wall, isDate, tzid: id, instant: zones.instantOf(wall, id) };
}

const lineOf = (text: string, name: string): string =>
  new RegExp(`^${name}[^:\n]*:\\s*"?(.*?)"?\\s*$`, "im").exec(text)?.[1] ?? "";

const regions = ["Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"];

/** Known zone that a file means by a name; null if there is none. */
function namedZone(name: string): string | null {
  if (/^(etc\/)?(utc|z|zulu|gmt)$/i.test(name)) return "UTC";
  // Outlook shows "(UTC-07:00) Mountain Time (US & Canada)" and "(UTC+07:00) Bangkok, Hanoi, Jakarta".
  const shown =
    /^\((?:UTC|GMT).*?\)(.*)/
      .exec(name)?.[1]
      ?.split(/[,;(]/)
      .map((word) => word.trim()) ?? [];
  // Some vendors write "/freeassociation.sourceforge.net/Europe/Copenhagen".
  const path = name.split("/").filter((segment) => segment !== "");
  const candidates = [
    ...[name, ...shown.map((word) => `${word.replace(/ Time$/, "")} Standard Time`)].flatMap((word) => findIana(word)),
    ...shown.flatMap((word) => regions.map((region) => `${region}/${word.replaceAll(" ", "_")}`)),
    ...[3, 2].map((count) => path.slice(-count).join("/")).filter((each) => each.includes("/")),
  ];
  return [name, ...candidates].find(isTimeZone) ?? null;
}

/** ical.js expands a description year by year, up to the year asked for. */
const lastYear = 2060;
const maxDescription = 64 * 1024;

/** Reads a VTIMEZONE with ical.js; null if it describes nothing, or repeats in a way that no zone does. */
function describedZone(text: string): FileZone["described"] {
  const rules = text.match(/^RRULE.*$/gim) ?? [];
  if (text.length > maxDescription || rules.some((rule) => !/FREQ=YEARLY/i.test(rule))) return null;
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
