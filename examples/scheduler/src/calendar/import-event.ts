import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { type CalendarEvent, EventDetails, Instant } from "../domain/calendar-event.ts";
import { eventProblem } from "../domain/event-problem.ts";
import { findNamed, type Household, type Member } from "../domain/household.ts";
import { dayMilliseconds, formatWallTime, instantToWall, wallToInstant } from "../domain/wall-clock.ts";
import { type IcsComponent, SkipReason } from "./ics-file.ts";
import type { FileTime, ReadTime } from "./ics-zones.ts";

/** A VEVENT as an event, before changed occurrences are assigned to their series. */
export type ReadEvent = ReturnType<typeof readEvent>;

const textOf = ({ properties }: IcsComponent, name: string): string | null => {
  const [, , , value = ""]: readonly unknown[] = properties.find((property) => property[0] === name) ?? [];
  const text = String(value).replaceAll("\t", " ");
  return text.trim() === "" ? null : text;
};

/** Title of a component. */
export const titleOf = (component: IcsComponent): string =>
  (textOf(component, "summary") ?? "Untitled event").replaceAll(/\s*\n\s*/g, " ").trim();

const wallIn = (timeZone: string, { wall, isDate, timeZone: own }: FileTime): number =>
  isDate || own === timeZone ? wall : instantToWall(wallToInstant(wall, own), timeZone);

/** Wall-clock start by which a series knows an occurrence, however the file wrote it. */
export const startIn = (series: Pick<CalendarEvent, "allDay" | "start" | "timeZone">, time: FileTime): string =>
  formatWallTime(wallIn(series.timeZone, time), series.allDay || time.isDate) +
  (time.isDate && !series.allDay ? series.start.slice(10) : "");

const essential = /^(DTSTART|DTEND|DURATION|RDATE|EXDATE|RECURRENCE-ID)\b/i;
const Sequence = z.coerce.number().int().min(0).max(1e9).catch(0);

/** Reads a VEVENT. Throws `SkipReason` when the event is invalid. */
export function readEvent(component: IcsComponent, readTime: ReadTime, household: Household, now: string) {
  const { complete, name, properties, unreadable } = component;
  if (name !== "VEVENT") throw new SkipReason(`it is a ${name.slice(1).toLowerCase()}, not an event`);
  if (!complete) throw new SkipReason("the file ends or breaks off within it");
  const line = unreadable.find((each) => essential.test(each)) ?? unreadable[0];
  const broken = `its line "${line?.slice(0, 60)}" cannot be read`;
  if (line !== undefined && essential.test(line)) throw new SkipReason(broken);
  const id = textOf(component, "uid")?.trim() ?? "";
  if (id === "") throw new SkipReason("it has no UID");
  const recurrenceRule = ruleOf(component);
  const notes = new Set(line === undefined ? [] : [broken]);
  const valuesOf = (wanted: string): readonly unknown[] =>
    properties.flatMap((property) => (property[0] === wanted ? property.slice(3) : []));
  const timesOf = (wanted: string): readonly FileTime[] =>
    properties.flatMap((property) => {
      if (property[0] !== wanted) return [];
      // Of a period only the start is read: all dates of a series are equally long.
      const values = property.slice(3).map((value) => [value].flat());
      if (values.some(({ length }) => length > 1)) notes.add("its further dates (RDATE) have the length of the first");
      return values.map(([value]) => {
        const time = readTime(property, value, recurrenceRule !== null);
        if (time.note !== null) notes.add(time.note);
        return time;
      });
    });

  const [[first], [end], [recurrenceId = null]] = [timesOf("dtstart"), timesOf("dtend"), timesOf("recurrence-id")];
  if (first === undefined) throw new SkipReason("it has no start");
  const { isDate: allDay, timeZone, wall: from } = first;
  const start = formatWallTime(from, allDay);
  if (end !== undefined && end.isDate !== allDay)
    throw new SkipReason("its start is a date and its end is not, or the other way round");
  const [duration = "PT0S"] = valuesOf("duration").map(String);
  const to = end === undefined ? wallAfter(from, duration, allDay ? null : timeZone) : wallIn(timeZone, end);
  if (to < from) throw new SkipReason("its end is not after its start");
  // Other calendars use events without a length as reminders.
  const shortest = to > from ? 0 : allDay ? dayMilliseconds : 60_000;
  if (shortest === 60_000) notes.add("it has no length and was given one minute");

  const startsOf = (wanted: string): string[] =>
    [...new Set(timesOf(wanted).map((time) => startIn({ allDay, start, timeZone }, time)))].toSorted();
  /** True if it changes all later occurrences too. */
  const andFollowing = properties.some(([, { range }]) => range === "THISANDFUTURE");
  if (recurrenceId !== null && !andFollowing && recurrenceRule !== null)
    throw new SkipReason("it changes one occurrence and has a recurrence rule");
  const createdAt = Instant.catch(now).parse(textOf(component, "created"));
  const { strangers, ...people } = readPeople(component, household);
  if (strangers.length > 0) notes.add(`these attendees are not members of the household: ${strangers.join(", ")}`);
  const event: CalendarEvent = {
    id,
    title: titleOf(component),
    start,
    end: formatWallTime(to + shortest, allDay),
    allDay,
    timeZone,
    ...people,
    recurrenceRule,
    excludedStarts: startsOf("exdate"),
    extraStarts: startsOf("rdate").filter((extra) => extra !== start),
    replaces: null,
    priority: priorityOf(textOf(component, "priority")),
    flexibility: EventDetails.shape.flexibility.catch(null).parse(textOf(component, "x-tidemark-flexibility")),
    location: textOf(component, "location"),
    description: textOf(component, "description"),
    createdBy: textOf(component, "x-tidemark-created-by") ?? "import",
    createdAt,
    updatedAt: Instant.catch(createdAt).parse(textOf(component, "last-modified")),
    sequence: Sequence.parse(textOf(component, "sequence")),
  };
  const problem = eventProblem(event);
  if (problem !== null) throw new SkipReason(problem);
  const cancelled = textOf(component, "status")?.toUpperCase() === "CANCELLED";
  return { event, recurrenceId, andFollowing, cancelled, notes: [...notes] };
}

/** Priority of RFC 5545: 1 to 4 is high, 5 normal, and 6 to 9 low. */
const priorityOf = (text: string | null): CalendarEvent["priority"] =>
  /^[1-9]$/.test(text ?? "") ? (Number(text) < 5 ? "high" : Number(text) > 5 ? "low" : "normal") : null;

/** Adds a duration to a wall time: days on the wall clock, hours and less as elapsed time; whole days without a zone. */
function wallAfter(from: number, text: string, timeZone: string | null): number {
  try {
    const zone = timeZone ?? "UTC";
    const start = Temporal.Instant.fromEpochMilliseconds(wallToInstant(from, zone)).toZonedDateTimeISO(zone);
    const end = instantToWall(start.add(Temporal.Duration.from(text.trim())).epochMilliseconds, zone);
    return timeZone === null ? Math.ceil(end / dayMilliseconds) * dayMilliseconds : end;
  } catch {
    throw new SkipReason(`its DURATION "${text.slice(0, 40)}" is not a duration`);
  }
}

function ruleOf({ properties }: IcsComponent): string | null {
  if (properties.some(([name]) => name === "x-exrule"))
    throw new SkipReason("it excludes occurrences by rule (EXRULE), which is not supported");
  const written = properties.flatMap(([name, , , text]) => (name === "x-rrule" ? [String(text).toUpperCase()] : []));
  const rules = written.map((text) => text.replaceAll(/\s|;+\s*$/g, "")).filter((text) => text !== "");
  if (rules.length > 1) throw new SkipReason("it has more than one recurrence rule");
  return rules[0] ?? null;
}

const idNamed = (items: readonly Member[], text: string): string | undefined =>
  findNamed(items, text.trim().replace(/^(the|our) /i, ""))?.id;

/**
 * Maps attendees to members and resources: by name, by first name, or by the local part of the address; `strangers` are neither. Other
 * resources come from RESOURCES, the location and the categories.
 */
function readPeople({ properties }: IcsComponent, household: Household) {
  const [participants, resources, strangers] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [name, { cn, cutype, partstat }, , ...values] of properties)
    if (name === "attendee" && partstat !== "DECLINED") {
      const email = values.join().replace(/^mailto:/i, "");
      const called = typeof cn === "string" ? cn : "";
      const isResource = cutype === "RESOURCE" || cutype === "ROOM";
      const words = [called, email.replace(/@.*/, "")];
      // "Emma Lund" and "emma.lund@example.org" both mean Emma.
      const id = [...words, ...words.map((word) => word.trim().replace(/[\s._+-].*/, ""))]
        .map((word) => idNamed(isResource ? household.resources : household.members, word))
        .find((found) => found !== undefined);
      if (id === undefined) strangers.add(called || email);
      else (isResource ? resources : participants).add(id);
    } else if (["resources", "location", "categories"].includes(name)) {
      for (const word of values.join().split(",")) {
        const id = idNamed(household.resources, word);
        if (id !== undefined) resources.add(id);
      }
    }
  return { participants: [...participants], resources: [...resources], strangers: [...strangers] };
}
