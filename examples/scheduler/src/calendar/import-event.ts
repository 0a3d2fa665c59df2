import { createHash } from "node:crypto";
import { Temporal } from "temporal-polyfill";
import { type CalendarEvent, type Priority, Instant } from "../domain/calendar-event.ts";
import type { Household } from "../domain/household.ts";
import { dayMilliseconds, formatWallTime, instantToWall, wallToInstant } from "../domain/wall-clock.ts";
import { type IcsComponent, type JcalProperty, SkipReason } from "./ics-file.ts";
import { type FileTime, type FileZones, readTime } from "./ics-zones.ts";
import { readPeople } from "./import-people.ts";

/** Context for reading an event. */
export type EventContext = Readonly<{ household: Household; now: string; zones: FileZones }>;

/** A VEVENT as an event, before changed occurrences are assigned to their series. */
export interface ReadEvent {
  readonly event: CalendarEvent;
  /** Occurrence that it changes, by the time in the file; null for other events. */
  readonly recurrenceId: FileTime | null;
  /** True if it changes all later occurrences too. */
  readonly andFollowing: boolean;
  readonly cancelled: boolean;
  /** Ends of extra starts that have another length, by start. */
  readonly extraEnds: ReadonlyMap<string, string>;
  /** Parts of the event that were imported differently. */
  readonly notes: readonly string[];
  /** Finds the wall-clock start by which the stored series knows an occurrence. */
  readonly startOf: (time: FileTime) => string;
}

const valuesOf = ({ properties }: IcsComponent, name: string): readonly unknown[] =>
  properties.filter((property) => property[0] === name).flatMap(([, , , ...values]) => values);

const textOf = (component: IcsComponent, name: string): string | null => {
  const [value = ""] = valuesOf(component, name);
  const text = String(value).replaceAll("\t", " ");
  return text.trim() === "" ? null : text;
};

/** UID of a component; without one, an id that is the same every time the component is read. */
export const uidOf = (component: IcsComponent): string =>
  textOf(component, "uid")?.trim() ??
  `import-${createHash("sha256").update(JSON.stringify(component.properties)).digest("hex").slice(0, 16)}`;

/** Title of a component. */
export const titleOf = (component: IcsComponent): string =>
  (textOf(component, "summary") ?? "Untitled event").replaceAll(/\s*\n\s*/g, " ").trim();

const essential = /^(DTSTART|DTEND|DURATION|RDATE|EXDATE|RECURRENCE-ID)\b/i;

/** Reads a VEVENT. Throws `SkipReason` when the event is invalid. */
export function readEvent(component: IcsComponent, { household, now, zones }: EventContext): ReadEvent {
  if (!component.complete) throw new SkipReason("the file ends or breaks off within it");
  const broken = component.unreadable.find((line) => essential.test(line));
  if (broken !== undefined) throw new SkipReason(`its line "${broken.slice(0, 60)}" cannot be read`);
  const zoneNames = new Set<string>();
  const timeOf = (property: JcalProperty, value: unknown): FileTime => {
    const time = readTime(property, zones, value);
    zoneNames.add(time.tzid);
    return time;
  };
  const named = (name: string) => component.properties.filter((property) => property[0] === name);
  const timesOf = (name: string): readonly FileTime[] =>
    named(name).flatMap((property) => property.slice(3).map((value) => timeOf(property, value)));
  const rule = ruleOf(component);
  const [file] = timesOf("dtstart");
  if (file === undefined) throw new SkipReason("it has no start");
  const sameZone = file.isDate ? zones.floating : zones.storedIn(file.wall, file.tzid, rule !== null);
  const timeZone = sameZone ?? zones.floating;
  const wallOf = ({ isDate, tzid, wall, instant }: FileTime): number =>
    isDate || (sameZone !== null && tzid === file.tzid) ? wall : instantToWall(instant, timeZone);
  const start = formatWallTime(wallOf(file), file.isDate);
  // Identifies an occurrence by its wall-clock start, regardless of how the file wrote it.
  const startOf = (time: FileTime): string =>
    file.isDate || !time.isDate
      ? formatWallTime(wallOf(time), file.isDate)
      : `${formatWallTime(time.wall, true)}${start.slice(10)}`;
  const endAfter = (from: number, text: string): number => wallAfter(from, text, file.isDate ? null : timeZone);

  const extraEnds = new Map<string, string>();
  const extraStarts = named("rdate").flatMap((property) =>
    property.slice(3).map((value) => {
      const [first, last]: readonly unknown[] = [value].flat();
      const time = timeOf(property, first);
      if (last === undefined) return startOf(time);
      const isLength = typeof last === "string" && /^[+-]?P/.test(last);
      const end = isLength ? endAfter(wallOf(time), last) : wallOf(timeOf(property, last));
      if (end <= wallOf(time)) throw new SkipReason("one of its periods does not end after its start");
      extraEnds.set(startOf(time), formatWallTime(end, file.isDate));
      return startOf(time);
    }),
  );

  const [dtend] = timesOf("dtend");
  if (dtend !== undefined && dtend.isDate !== file.isDate)
    throw new SkipReason("its start is a date and its end is not, or the other way round");
  const duration = textOf(component, "duration");
  const end = dtend !== undefined ? wallOf(dtend) : duration === null ? wallOf(file) : endAfter(wallOf(file), duration);
  if (end < wallOf(file)) throw new SkipReason("its end is not after its start");
  // Other calendars use events without a length as reminders.
  const shortest = end > wallOf(file) ? 0 : file.isDate ? dayMilliseconds : 60_000;

  const [recurrenceId = null] = timesOf("recurrence-id");
  const stamp = (name: string): string | undefined => Instant.safeParse(textOf(component, name)).data;
  const createdAt = stamp("created") ?? now;
  const { participants, resources, strangers } = readPeople(component, household);
  const sequence = Number(textOf(component, "sequence") ?? 0);
  const event: CalendarEvent = {
    id: uidOf(component),
    title: titleOf(component),
    start,
    end: formatWallTime(end + shortest, file.isDate),
    allDay: file.isDate,
    timeZone,
    participants: [...participants],
    resources: [...resources],
    recurrenceRule: rule,
    excludedStarts: unique(timesOf("exdate").map(startOf)),
    extraStarts: unique(extraStarts).filter((each) => each !== start),
    replaces: null,
    priority: priorityOf(Number(textOf(component, "priority") ?? 0)),
    location: textOf(component, "location"),
    description: textOf(component, "description"),
    createdBy: textOf(component, "x-tidemark-created-by") ?? "import",
    createdAt,
    updatedAt: stamp("last-modified") ?? createdAt,
    sequence: Number.isInteger(sequence) && sequence > 0 && sequence < 1e9 ? sequence : 0,
  };
  const notes: string[] = [];
  for (const tzid of zoneNames)
    if (zones.isUnknown(tzid))
      notes.push(`its time zone "${tzid.slice(0, 80)}" is unknown, so its times are read in ${zones.floating}`);
  if (sameZone === null && rule !== null)
    notes.push(`no known time zone is like its "${file.tzid.slice(0, 80)}", so it repeats in ${timeZone}`);
  if (shortest === 60_000) notes.push("it has no length and was given one minute");
  if (strangers.length > 0) notes.push(`these attendees are not members of the household: ${strangers.join(", ")}`);
  const [unread] = component.unreadable;
  if (unread !== undefined) notes.push(`its line "${unread.slice(0, 60)}" cannot be read`);
  return {
    event,
    recurrenceId,
    andFollowing: named("recurrence-id").some(([, parameters]) => parameters["range"] === "THISANDFUTURE"),
    cancelled: textOf(component, "status")?.toUpperCase() === "CANCELLED",
    extraEnds,
    notes,
    startOf,
  };
}

/** RFC 5545, 3.8.1.9: 1 is the highest priority, 9 the lowest; 0 and no value mean undefined. */
const priorityOf = (value: number): Priority =>
  value === 1 ? "critical" : value >= 2 && value <= 4 ? "high" : value >= 6 && value <= 9 ? "low" : "medium";

const unique = (starts: readonly string[]): string[] => [...new Set(starts)].toSorted();

/** Last time that a four-digit year can express. */
const latest = Date.UTC(9999, 11, 31);

/** Adds a duration to a wall time: days on the wall clock, hours and less as elapsed time; whole days without a zone. */
function wallAfter(from: number, text: string, timeZone: string | null): number {
  try {
    const zone = timeZone ?? "UTC";
    const start = Temporal.Instant.fromEpochMilliseconds(wallToInstant(from, zone)).toZonedDateTimeISO(zone);
    const end = instantToWall(start.add(Temporal.Duration.from(text.trim())).epochMilliseconds, zone);
    if (end < latest) return timeZone === null ? Math.ceil(end / dayMilliseconds) * dayMilliseconds : end;
  } catch {
    // Reported below, like one that is too long.
  }
  throw new SkipReason(`its DURATION "${text.slice(0, 40)}" is not a duration`);
}

function ruleOf(component: IcsComponent): string | null {
  if (valuesOf(component, "x-exrule").length > 0)
    throw new SkipReason("it excludes occurrences by rule (EXRULE), which is not supported");
  const [rule = null, second] = valuesOf(component, "x-rrule")
    .map((text) =>
      String(text)
        .replaceAll(/\s|;+\s*$/g, "")
        .toUpperCase(),
    )
    .filter((text) => text !== "");
  if (second !== undefined) throw new SkipReason("it has more than one recurrence rule");
  return rule;
}
