import { createHash } from "node:crypto";
import ICAL from "ical.js";
import { z } from "zod";
import type { CalendarEvent, Flexibility, Priority } from "../domain/calendar-event.ts";
import type { Household } from "../domain/household.ts";
import { ruleProblem } from "../domain/recurrence-rule.ts";
import { dayMilliseconds, formatInstant, formatWallTime, instantToWall, readWallTime } from "../domain/wall-clock.ts";
import type { IcsComponent, IcsProperty } from "./ics-file.ts";
import { instantOf, wallIn, type FileTime, type FileZone, type FileZones, type StoredZone } from "./ics-zones.ts";
import { readPeople } from "./import-people.ts";
import { portableRule } from "./portable-rule.ts";

/** Thrown while a component is read: the component is skipped, and the message is the reason. */
export class SkipReason extends Error {}

/** Context for reading an event. */
export interface EventContext {
  readonly household: Household;
  readonly now: string;
  readonly zones: FileZones;
}

/** A VEVENT as an event, before changed occurrences are assigned to their series. */
export interface ReadEvent {
  readonly event: CalendarEvent;
  /** Occurrence that it changes, by the time in the file; null for other events. */
  readonly recurrenceId: { readonly time: FileTime; readonly andFollowing: boolean } | null;
  readonly cancelled: boolean;
  /** Ends of extra starts that have another length, by start. */
  readonly extraEnds: ReadonlyMap<string, string>;
  /** Parts of the event that were imported differently. */
  readonly notes: readonly string[];
  /** Finds the wall-clock start by which the stored series knows an occurrence. */
  readonly startOf: (time: FileTime) => string;
}

const first = ({ properties }: IcsComponent, name: string): IcsProperty | null =>
  properties.find((property) => property.name === name) ?? null;

const all = ({ properties }: IcsComponent, name: string): readonly IcsProperty[] =>
  properties.filter((property) => property.name === name);

const textOf = (component: IcsComponent, name: string): string | null => {
  const [value] = first(component, name)?.values ?? [];
  const text = typeof value === "string" || typeof value === "number" ? String(value).replaceAll("\t", " ") : "";
  return text.trim() === "" ? null : text;
};

/** UID of a component; without one, an id that is the same every time the component is read. */
export const uidOf = (component: IcsComponent): string =>
  textOf(component, "uid")?.trim() ??
  `import-${createHash("sha256").update(JSON.stringify(component.properties)).digest("hex").slice(0, 16)}`;

/** Title of a component. */
export const titleOf = (component: IcsComponent): string =>
  textOf(component, "summary")
    ?.replaceAll(/\s*\n\s*/g, " ")
    .trim() ?? "Untitled event";

const essential = /^(DTSTART|DTEND|DURATION|RDATE|EXDATE|RECURRENCE-ID)\b/i;

/** Reads a VEVENT. Throws `SkipReason` when the event is invalid. */
export function readEvent(component: IcsComponent, context: EventContext): ReadEvent {
  if (!component.complete) throw new SkipReason("the file ends or breaks off within it");
  const broken = component.unreadable.find((line) => essential.test(line));
  if (broken !== undefined) throw new SkipReason(`its line "${broken.slice(0, 60)}" cannot be read`);
  const startProperty = first(component, "dtstart");
  if (startProperty === null) throw new SkipReason("it has no start");
  const start = readTime(startProperty, context);
  const rule = ruleOf(component);
  const recurrenceId = first(component, "recurrence-id");
  const stored = start.isDate
    ? { timeZone: context.zones.floating, sameWall: true, note: null }
    : context.zones.storedIn(start, rule !== null);
  const wall = wallIn(start, start.zone, stored);
  const series: SeriesTimes = { start: formatWallTime(wall, start.isDate), file: start, stored };
  const end = readEnd(component, series, context);
  const extra = readExtraStarts(component, series, context);
  const people = readPeople(component, context.household);
  const created = readStamp(component, "created", context);
  const times = { allDay: start.isDate, timeZone: stored.timeZone };
  const strangers = people.strangers.join(", ");
  const sequence = Number(textOf(component, "sequence") ?? 0);
  const event: CalendarEvent = {
    id: uidOf(component),
    title: titleOf(component),
    start: series.start,
    end: end.text,
    ...times,
    participants: [...people.participants],
    resources: [...people.resources],
    recurrenceRule: rule === null ? null : originalRule(component, rule, times),
    excludedStarts: unique(
      all(component, "exdate").flatMap((property) =>
        property.values.map((value) => startInSeries(readTime(property, context, value), series)),
      ),
    ),
    extraStarts: unique([...extra.keys()]).filter((each) => each !== series.start),
    replaces: null,
    priority: readPriority(component),
    flexibility: flexibilities[textOf(component, "x-tidemark-flexibility")?.toUpperCase() ?? ""] ?? "same_day",
    location: textOf(component, "location"),
    description: textOf(component, "description"),
    createdBy: textOf(component, "x-tidemark-created-by") ?? "import",
    createdAt: created ?? context.now,
    updatedAt: readStamp(component, "last-modified", context) ?? created ?? context.now,
    sequence: Number.isInteger(sequence) && sequence > 0 && sequence < 1e9 ? sequence : 0,
  };
  return {
    event,
    recurrenceId:
      recurrenceId === null
        ? null
        : {
            time: readTime(recurrenceId, context),
            andFollowing: recurrenceId.parameters["range"] === "THISANDFUTURE",
          },
    cancelled: textOf(component, "status")?.toUpperCase() === "CANCELLED",
    extraEnds: new Map([...extra].flatMap(([key, value]) => (value === null ? [] : [[key, value]]))),
    notes: [
      ...(stored.note === null ? [] : [stored.note]),
      ...end.notes,
      ...(strangers === "" ? [] : [`these attendees are not members of the household: ${strangers}`]),
      ...component.unreadable.slice(0, 1).map((line) => `its line "${line.slice(0, 60)}" cannot be read`),
    ],
    startOf: (time) => startInSeries(time, series),
  };
}

const unique = (starts: readonly string[]): string[] => [...new Set(starts)].toSorted();

/** Start of an event, in the file and as it is stored. */
interface SeriesTimes {
  readonly start: string;
  readonly file: FileTime;
  readonly stored: StoredZone;
}

/** Identifies an occurrence of a series by its wall-clock start, regardless of how the file wrote it. */
function startInSeries(time: FileTime, { start, file, stored }: SeriesTimes): string {
  const wall = wallIn(time, file.zone, stored);
  if (file.isDate || !time.isDate) return formatWallTime(wall, file.isDate);
  return `${formatWallTime(wall, true)}${start.slice(10)}`;
}

/** ical.js writes a date as "2026-11-24T::" where a time is expected. */
const timePattern = /^(\d{4}-\d{2}-\d{2})(?:T(?:::|(\d{2}:\d{2}):(\d{2})?(Z?)))?$/;

/** Reads a DATE or DATE-TIME. Throws `SkipReason` for an impossible time or an unknown zone. */
function readTime({ name, parameters, values }: IcsProperty, { zones }: EventContext, value = values[0]): FileTime {
  const text = typeof value === "string" ? value : "";
  const [, date, minutes, seconds = "00", utc] = timePattern.exec(text) ?? [];
  const isDate = minutes === undefined;
  // Treat a leap second as the last second of its minute.
  const wall = readWallTime(isDate ? (date ?? "") : `${date}T${minutes}:${seconds === "60" ? "59" : seconds}`);
  if (Number.isNaN(wall)) {
    const written = text.replaceAll(/[-:]|T::$/g, "").slice(0, 40);
    throw new SkipReason(`its ${name.toUpperCase()} "${written}" is not a time`);
  }
  const tzid = parameters["tzid"];
  const id = utc === "Z" ? "UTC" : isDate || typeof tzid !== "string" ? zones.floating : tzid;
  const zone: FileZone | null = id === tzid && !isDate ? zones.find(id) : { id, known: id, described: null };
  if (zone === null) throw new SkipReason(`its time zone "${id.slice(0, 80)}" is unknown`);
  return { wall, isDate, zone };
}

interface End {
  readonly text: string;
  readonly notes: readonly string[];
}

/** Last time that a four-digit year can express. */
const latest = Date.UTC(9999, 11, 31);

function readEnd(component: IcsComponent, series: SeriesTimes, context: EventContext): End {
  const { file, stored } = series;
  const start = readWallTime(series.start);
  const property = first(component, "dtend");
  let end = start;
  if (property !== null) {
    const time = readTime(property, context);
    if (time.isDate !== file.isDate)
      throw new SkipReason("its start is a date and its end is not, or the other way round");
    end = wallIn(time, file.zone, stored);
  } else end = endAfter(file, textOf(component, "duration"), series);
  if (end < start) throw new SkipReason("its end is not after its start");
  if (end > latest) throw new SkipReason("its end is too far in the future");
  // Other calendars use events without a length as reminders.
  if (end === start && file.isDate) return { text: formatWallTime(start + dayMilliseconds, true), notes: [] };
  if (end > start) return { text: formatWallTime(end, file.isDate), notes: [] };
  return { text: formatWallTime(start + 60_000, false), notes: ["it has no length and was given one minute"] };
}

/** Adds a duration to a start: weeks and days on the wall clock, hours and less as elapsed time. */
function endAfter(start: FileTime, text: string | null, { file, stored }: SeriesTimes): number {
  const from = wallIn(start, file.zone, stored);
  if (text === null) return from;
  const { weeks, days, hours, minutes, seconds, isNegative } = durationOf(text);
  if (isNegative) throw new SkipReason("its end is not after its start");
  const elapsed = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  const day = from + (weeks * 7 + days) * dayMilliseconds;
  if (!(day + elapsed < latest)) throw new SkipReason("its end is too far in the future");
  if (start.isDate) return day + Math.ceil(elapsed / dayMilliseconds) * dayMilliseconds;
  if (elapsed === 0) return day;
  const zone = { id: stored.timeZone, known: stored.timeZone, described: null };
  return instantToWall(instantOf({ wall: day, isDate: false, zone }) + elapsed, stored.timeZone);
}

function durationOf(text: string): ICAL.Duration {
  try {
    return ICAL.Duration.fromString(text.trim().replace(/^\+/, ""));
  } catch {
    throw new SkipReason(`its DURATION "${text.slice(0, 40)}" is not a duration`);
  }
}

/** Reads RDATE: extra starts, with an end where it is a period of another length. */
function readExtraStarts(
  component: IcsComponent,
  series: SeriesTimes,
  context: EventContext,
): ReadonlyMap<string, string | null> {
  const extra = new Map<string, string | null>();
  for (const property of all(component, "rdate"))
    for (const value of property.values) {
      const period = z.array(z.string()).safeParse(value);
      const [from, to] = period.success ? period.data : [value];
      const time = readTime(property, context, from);
      const end =
        to === undefined
          ? null
          : typeof to === "string" && /^[+-]?P/.test(to)
            ? endAfter(time, to, series)
            : wallIn(readTime(property, context, to), series.file.zone, series.stored);
      if (end !== null && end <= wallIn(time, series.file.zone, series.stored))
        throw new SkipReason("one of its periods does not end after its start");
      extra.set(startInSeries(time, series), end === null ? null : formatWallTime(end, series.file.isDate));
    }
  return extra;
}

function ruleOf(component: IcsComponent): string | null {
  if (first(component, "exrule") !== null)
    throw new SkipReason("it excludes occurrences by rule (EXRULE), which is not supported");
  const [rule, second] = all(component, "rrule")
    .flatMap(({ values }) => values)
    .filter((text): text is string => typeof text === "string" && text !== "");
  if (second !== undefined) throw new SkipReason("it has more than one recurrence rule");
  return rule ?? null;
}

/** The exported rule can be a rewritten one; the original counts only if the rule next to it was not changed. */
function originalRule(
  component: IcsComponent,
  rule: string,
  times: Pick<CalendarEvent, "allDay" | "timeZone">,
): string {
  const original = textOf(component, "x-tidemark-rrule")?.replaceAll("\\", "") ?? null;
  return original !== null && ruleProblem(original) === null && portableRule(original, times) === rule
    ? original
    : rule;
}

/** RFC 5545, 3.8.1.9: 1 is the highest priority, 9 the lowest; 0 and no value mean undefined. */
function readPriority(component: IcsComponent): Priority {
  const value = Number(textOf(component, "priority") ?? 0);
  if (value === 1) return "critical";
  if (value >= 2 && value <= 4) return "high";
  return value >= 6 && value <= 9 ? "low" : "medium";
}

/** Other calendars have no flexibility; "same_day" is a safe assumption for an appointment. */
const flexibilities: Readonly<Record<string, Flexibility>> = {
  FIXED: "fixed",
  SAME_DAY: "same_day",
  SAME_WEEK: "same_week",
  ANY: "any",
};

function readStamp(component: IcsComponent, name: string, context: EventContext): string | null {
  const property = first(component, name);
  if (property === null) return null;
  try {
    return formatInstant(instantOf(readTime(property, context)));
  } catch {
    return null;
  }
}
