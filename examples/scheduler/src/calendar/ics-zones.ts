import ICAL from "ical.js";
import { findIana } from "windows-iana";
import { dayMilliseconds, instantToWall, isTimeZone, wallToInstant } from "../domain/wall-clock.ts";
import type { IcsCalendar } from "./ics-file.ts";

/** Time zone of a file: known by its name, described by the file, or both. */
export interface FileZone {
  readonly id: string;
  readonly known: string | null;
  /** Converts a wall-clock time by the VTIMEZONE of the file; null without one. */
  readonly described: ((wall: number) => number) | null;
}

/** Wall-clock time in a zone of the file. */
export interface FileTime {
  readonly wall: number;
  readonly isDate: boolean;
  readonly zone: FileZone;
}

/** Known zone in which an event of the file is stored. */
export interface StoredZone {
  readonly timeZone: string;
  /** True if wall-clock times of the file's zone are stored unchanged. */
  readonly sameWall: boolean;
  /** Difference from the file that people must know about. */
  readonly note: string | null;
}

/** Converts a time of a file to its instant. */
export const instantOf = ({ wall, zone }: FileTime): number =>
  zone.described?.(wall) ?? wallToInstant(wall, zone.known ?? "UTC");

/** Years in which a series must have the same times by the file and in a known zone. */
const comparedYears = 3;

/** Remaining work for the zones of a file. Reading or comparing one takes milliseconds, so a file full of them could block the machine. */
export interface ZoneBudget {
  descriptions: number;
  comparisons: number;
}

/** Budget for one file. */
export const zoneBudget = (): ZoneBudget => ({ descriptions: 200, comparisons: 40 });

/** Time zones of one calendar: its own descriptions, and the names of IANA and Windows. */
export class FileZones {
  /** Zone of times that name none: that of the calendar (X-WR-TIMEZONE), or else of the household. */
  readonly floating: string;
  readonly #own: ReadonlyMap<string, { readonly text: string; readonly location: string | null }>;
  readonly #zones = new Map<string, FileZone | null>();
  readonly #same = new Map<string, string | null>();
  readonly #budget: ZoneBudget;

  constructor({ timeZone, components }: IcsCalendar, householdZone: string, budget: ZoneBudget) {
    this.#budget = budget;
    this.floating = (timeZone === null ? null : namedZone(timeZone)) ?? householdZone;
    this.#own = new Map(
      components
        .filter(({ name }) => name === "VTIMEZONE")
        .map(({ text }) => [lineOf(text, "TZID") ?? "", { text, location: lineOf(text, "X-LIC-LOCATION") }]),
    );
  }

  /** Zone with that TZID; null if it is neither known nor described. */
  find(tzid: string): FileZone | null {
    const found = this.#zones.get(tzid);
    if (found !== undefined) return found;
    const own = this.#own.get(tzid);
    const known = namedZone(tzid) ?? namedZone(own?.location ?? "");
    this.#budget.descriptions -= own === undefined ? 0 : 1;
    const described = own === undefined || this.#budget.descriptions < 0 ? null : describedZone(own.text);
    const zone = known === null && described === null ? null : { id: tzid, known, described };
    this.#zones.set(tzid, zone);
    return zone;
  }

  /**
   * Known zone for an event. A single event needs its own times right; a series needs a zone with the same times for years: the one
   * with that name, the one of the calendar, or any other.
   */
  storedIn({ zone, wall }: FileTime, repeats: boolean): StoredZone {
    const { known, described, id } = zone;
    if (described === null) return { timeZone: known ?? this.floating, sameWall: true, note: null };
    const near = [...(known === null ? [] : [known]), this.floating];
    if (!repeats) {
      const same = near.find((timeZone) => agrees(timeZone, described, wall));
      return { timeZone: same ?? this.floating, sameWall: same !== undefined, note: null };
    }
    const same = this.#sameForYears(id, described, new Date(wall).getUTCFullYear(), near);
    if (same !== null) return { timeZone: same, sameWall: true, note: null };
    const note = `no known time zone is like its "${id.slice(0, 80)}", so it repeats in ${this.floating}`;
    return { timeZone: this.floating, sameWall: false, note };
  }

  #sameForYears(id: string, described: (wall: number) => number, year: number, near: readonly string[]): string | null {
    const key = `${year} ${id}`;
    const found = this.#same.get(key);
    if (found !== undefined) return found;
    const first = Date.UTC(Math.min(Math.max(year, 1971), lastYear - comparedYears), 0, 1, 12);
    const noons = Array.from({ length: comparedYears * 365 }, (_, day) => first + day * dayMilliseconds);
    this.#budget.comparisons -= 1;
    const others = this.#budget.comparisons < 0 ? [] : ["UTC", ...Intl.supportedValuesOf("timeZone")];
    const instants = noons.map(described);
    const same =
      [...near, ...others].find((zone) => noons.every((noon, day) => wallToInstant(noon, zone) === instants[day])) ??
      null;
    this.#same.set(key, same);
    return same;
  }
}

/** Converts a time of a file to the wall clock on which its event is stored. */
export const wallIn = (time: FileTime, series: FileZone, { timeZone, sameWall }: StoredZone): number =>
  time.isDate || (sameWall && time.zone.id === series.id) ? time.wall : instantToWall(instantOf(time), timeZone);

const hour = 3_600_000;

/** True if both give the same instant; within an hour that the clock skips or repeats, if both do so around it. */
const agrees = (timeZone: string, described: (wall: number) => number, wall: number): boolean => {
  const same = (moment: number) => wallToInstant(moment, timeZone) === described(moment);
  return same(wall) || (same(wall - 3 * hour) && same(wall + 3 * hour));
};

const lineOf = (text: string, name: string): string | null =>
  new RegExp(`^${name}[^:]*:\\s*"?(.*?)"?\\s*$`, "im").exec(text)?.[1] ?? null;

function namedZone(tzid: string): string | null {
  if (/^(etc\/)?(utc|z|zulu|gmt)$/i.test(tzid)) return "UTC";
  if (isTimeZone(tzid)) return tzid;
  const [windows] = findIana(tzid);
  if (windows !== undefined) return windows;
  // Some vendors write "/freeassociation.sourceforge.net/Europe/Copenhagen".
  const segments = tzid.split("/").filter((segment) => segment !== "");
  return (
    [3, 2].map((count) => segments.slice(-count).join("/")).find((name) => name.includes("/") && isTimeZone(name)) ??
    null
  );
}

/** ical.js expands a description year by year, up to the year asked for. */
const lastYear = 2060;
const maxDescription = 64 * 1024;

/** Reads a VTIMEZONE with ical.js; null if it describes nothing, or repeats in a way that no zone does. */
function describedZone(text: string): ((wall: number) => number) | null {
  const rules = text.match(/^RRULE.*$/gim) ?? [];
  if (text.length > maxDescription || rules.some((rule) => !/FREQ=YEARLY/i.test(rule))) return null;
  try {
    const component = ICAL.Component.fromString(text);
    if (component.getAllSubcomponents().length === 0) return null;
    const zone = new ICAL.Timezone(component);
    const toInstant = (wall: number): number => {
      const at = new Date(wall);
      if (at.getUTCFullYear() > lastYear) at.setUTCFullYear(lastYear);
      const time = ICAL.Time.fromJSDate(at, true);
      return wall - zone.utcOffset(time) * 1000;
    };
    toInstant(Date.UTC(lastYear, 0));
    return toInstant;
  } catch {
    return null;
  }
}
