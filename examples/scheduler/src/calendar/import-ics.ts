import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { CalendarEvent } from "../domain/calendar-event.ts";
import { changedOccurrenceId, eventProblem } from "../domain/event-problem.ts";
import type { Household } from "../domain/household.ts";
import { asOccurrence } from "../domain/planning/series.ts";
import { formatWallTime, readWallTime } from "../domain/wall-clock.ts";
import { schedulerErrors } from "../errors.ts";
import { decodeIcs, readCalendars, SkipReason, type IcsComponent } from "./ics-file.ts";
import { FileZones } from "./ics-zones.ts";
import { readEvent, titleOf, uidOf, type EventContext, type ReadEvent } from "./import-event.ts";
import { changeFollowing, type ChangedFollowing } from "./import-following.ts";

/** Part of a file that was skipped or changed by the import, and the reason. */
export type ImportRemark = Readonly<Record<"uid" | "title" | "reason", string>>;

/** Content of a calendar file, converted to events. */
export interface ImportedCalendar {
  readonly events: readonly CalendarEvent[];
  /** Canceled events and changed occurrences. */
  readonly cancelled: readonly Pick<CalendarEvent, "id" | "replaces">[];
  readonly skipped: readonly ImportRemark[];
  /** Events that were imported with differences from the file. */
  readonly notes: readonly ImportRemark[];
}

/** Options of an import: the name of the file, for messages, and the current time, for events without a creation time. */
export type ImportOptions = Readonly<{ file: string; household: Household; now: string }>;

const maxLength = 10 * 1024 * 1024;
const maxEvents = 20_000;
const maxZones = 200;

/** Imports a calendar file like {@link importIcs}, in UTF-8, UTF-16 or latin-1. */
export function importIcsFile(file: string, options: Omit<ImportOptions, "file">): ImportedCalendar {
  let text: string;
  try {
    text = decodeIcs(readFileSync(file));
  } catch (cause) {
    throw schedulerErrors.invalidCalendarFile({ file: basename(file), problem: "it cannot be read" }, { cause });
  }
  return importIcs(text, { ...options, file });
}

/**
 * Imports an iCalendar text: series with their exceptions and changed occurrences, all-day events, and any time zone that is known
 * or that the file describes. Each event that cannot be read is skipped with a reason, and costs no other.
 *
 * Throws `scheduler/invalidCalendarFile` when the text is not a calendar or too large, or when none of its events can be read.
 */
export function importIcs(text: string, { file, household, now }: ImportOptions): ImportedCalendar {
  const refuse = (problem: string) => schedulerErrors.invalidCalendarFile({ file: basename(file), problem });
  if (text.length > maxLength) throw refuse("it is larger than 10 MB");
  const calendars = readCalendars(text);
  if (calendars.length === 0) throw refuse("it is not an iCalendar file");
  const count = calendars.flatMap(({ components }) => components).filter(({ name }) => name === "VEVENT").length;
  if (count > maxEvents) throw refuse(`it has ${count} events, the limit is ${maxEvents}`);
  const skipped: ImportRemark[] = [];
  const read: ReadEvent[] = [];
  const budget = { descriptions: maxZones };
  for (const calendar of calendars) {
    const context = { household, now, zones: new FileZones(calendar, household.timeZone, budget) };
    for (const component of calendar.components) {
      const found = readComponent(component, context);
      if (typeof found === "string") skipped.push({ uid: uidOf(component), title: titleOf(component), reason: found });
      else if (found !== null) read.push(found);
    }
  }
  const first = skipped.find(({ reason }) => !Object.values(otherKinds).includes(reason));
  if (first !== undefined && read.length === 0) throw refuse(`"${first.title}" cannot be read: ${first.reason}`);
  return assemble(read, skipped);
}

const otherKinds: Readonly<Record<string, string>> = {
  VTODO: "it is a task, not an event",
  VJOURNAL: "it is a journal entry, not an event",
  VFREEBUSY: "it is free-busy information, not an event",
};

/** Reads a component as an event; returns the reason if it is skipped, and null for a time zone. */
function readComponent(component: IcsComponent, context: EventContext): ReadEvent | string | null {
  if (component.name !== "VEVENT") return otherKinds[component.name] ?? null;
  try {
    const read = readEvent(component, context);
    const changesOne = read.recurrenceId !== null && !read.andFollowing;
    if (changesOne && read.event.recurrenceRule !== null) return "it changes one occurrence and has a recurrence rule";
    return eventProblem(read.event) ?? read;
  } catch (error) {
    return error instanceof SkipReason ? error.message : "it cannot be read";
  }
}

/** Assigns changed occurrences to their series, and keeps the newest version of each event. */
function assemble(read: readonly ReadEvent[], skipped: ImportRemark[]): ImportedCalendar {
  const events = new Map<string, CalendarEvent>();
  const cancelled: CalendarEvent[] = [];
  const notes: ImportRemark[] = [];
  const skip = (event: CalendarEvent, reason: string) => skipped.push(remarkOf(event, reason));
  const keep = (event: CalendarEvent, reasons: readonly string[]): void => {
    events.set(event.id, event);
    notes.push(...reasons.map((reason) => remarkOf(event, reason)));
  };
  /** Of several versions, the one with the highest SEQUENCE counts, and the last of these. */
  const newest = (
    versions: readonly ReadEvent[],
    keyOf: (each: ReadEvent) => string,
  ): ReadonlyMap<string, ReadEvent> => {
    const kept = new Map<string, ReadEvent>();
    for (const version of versions) {
      const before = kept.get(keyOf(version));
      if (before !== undefined) skip(version.event, "the file has a newer version of it");
      if (before === undefined || before.event.sequence <= version.event.sequence) kept.set(keyOf(version), version);
    }
    return kept;
  };
  const all = newest(
    read.filter(({ recurrenceId }) => recurrenceId === null),
    ({ event }) => event.id,
  );
  const originalStart = (change: ReadEvent): string =>
    change.recurrenceId === null ? "" : (all.get(change.event.id) ?? change).startOf(change.recurrenceId);
  const changes = newest(
    read.filter(({ recurrenceId }) => recurrenceId !== null),
    (change) => changedOccurrenceId(change.event.id, originalStart(change)),
  );

  for (const { event, notes: reasons, cancelled: isCancelled, extraEnds } of all.values()) {
    if (isCancelled) {
      cancelled.push(event);
      skip(event, "it is canceled");
      continue;
    }
    keep(event, reasons);
    // The first start can be listed too; the event has its own end.
    for (const [start, end] of extraEnds)
      if (start !== event.start) keep({ ...asOccurrence(event, event.id, start), start, end }, []);
  }

  for (const [id, list] of Map.groupBy(changes.values(), ({ event }) => event.id)) {
    if (all.get(id)?.cancelled === true) continue;
    // A change of all following occurrences begins a new series, to which later changes belong.
    let [seriesId, shift] = [id, 0];
    for (const change of list.toSorted((one, other) => (originalStart(one) < originalStart(other) ? -1 : 1))) {
      const series = events.get(seriesId);
      const written = originalStart(change);
      const start = formatWallTime(readWallTime(written) + shift, written.length === 10);
      const changed = asOccurrence(change.event, seriesId, start);
      if (change.andFollowing) {
        const result = following(series, start, change);
        if (typeof result === "string") {
          skip(change.event, result);
          continue;
        }
        if (result.ends !== null) events.set(result.ends.id, result.ends);
        keep(result.follows, change.notes);
        // Extra starts with another length, which are changed occurrences, go with the part that has them.
        for (const { id: extra, replaces } of events.values())
          if (replaces?.seriesId === seriesId && replaces.originalStart >= start) events.delete(extra);
        [seriesId, shift] = [result.follows.id, shift + result.shift];
      } else if (change.cancelled) {
        cancelled.push(changed);
        events.delete(changed.id);
        const excludedStarts = [...new Set([...(series?.excludedStarts ?? []), start])].toSorted();
        if (series !== undefined) events.set(seriesId, { ...series, excludedStarts });
      } else keep(changed, change.notes);
    }
  }
  return { events: [...events.values()], cancelled, skipped, notes };
}

function following(
  series: CalendarEvent | undefined,
  start: string,
  { event, cancelled }: ReadEvent,
): ChangedFollowing | string {
  if (series === undefined) return "it changes a series that is not in the file";
  if (cancelled) return "it cancels all later occurrences, which is not supported";
  const changed = changeFollowing(series, start, event);
  return typeof changed === "string" ? changed : (eventProblem(changed.follows) ?? changed);
}

const remarkOf = ({ id, title }: CalendarEvent, reason: string): ImportRemark => ({ uid: id, title, reason });
