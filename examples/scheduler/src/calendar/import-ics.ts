import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { CalendarChange, CalendarView } from "../domain/calendar.ts";
import type { CalendarEvent } from "../domain/calendar-event.ts";
import { put } from "../domain/planning/series.ts";
import { schedulerErrors } from "../errors.ts";
import { decodeIcs, readCalendar, SkipReason } from "./ics-file.ts";
import { timeReader } from "./ics-zones.ts";
import { readEvent, type ReadEvent, titleOf, uidOf } from "./import-event.ts";
import { importSeries } from "./import-series.ts";
import { sameContent } from "./plan-changes.ts";

/** Part of a file that was skipped or changed by the import, and the reason. */
export type ImportRemark = Readonly<Record<"uid" | "title" | "reason", string>>;

/** Content of a calendar file, converted to events. */
export interface ImportedCalendar {
  readonly events: readonly CalendarEvent[];
  /** Changes that bring the events into the calendar; none for what it has already. */
  readonly changes: readonly CalendarChange[];
  readonly skipped: readonly ImportRemark[];
  /** Events that were imported with differences from the file. */
  readonly notes: readonly ImportRemark[];
}

/** Options of an import: the calendar to import into, and the current time, for events without a creation time. */
export type ImportOptions = Readonly<{ calendar: Pick<CalendarView, "events" | "household">; now: string }>;

const maxLength = 10 * 1024 * 1024;
const maxEvents = 20_000;

/** Imports a calendar file like {@link importIcs}, in UTF-8. */
export function importIcsFile(file: string, options: ImportOptions): ImportedCalendar {
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
 * An event with a known UID is updated, and a canceled one removed. The file is authoritative for each series in it: changed occurrences
 * that it does not contain are removed too.
 *
 * Throws `scheduler/invalidCalendarFile`, which names `file`, when the text is not a calendar, not UTF-8 or too large, or when none of its events
 * can be read.
 */
export function importIcs(text: string, options: ImportOptions & { readonly file: string }): ImportedCalendar {
  const { calendar, file, now } = options;
  const { household } = calendar;
  const refuse = (problem: string) => schedulerErrors.invalidCalendarFile({ file: basename(file), problem });
  if (text.length > maxLength) throw refuse("it is larger than 10 MB");
  if (text.includes("\uFFFD")) throw refuse("its text is not UTF-8");
  const content = readCalendar(text);
  if (content === null) throw refuse("it is not an iCalendar file");
  const count = content.components.length;
  if (count > maxEvents) throw refuse(`it has ${count} events, the limit is ${maxEvents}`);

  const read: ReadEvent[] = [];
  const skipped: ImportRemark[] = [];
  const readTime = timeReader(content, household.timeZone, now);
  for (const component of content.components) {
    const skip = (reason: string) => skipped.push({ uid: uidOf(component), title: titleOf(component), reason });
    if (component.name !== "VEVENT") skip(`it is a ${component.name.slice(1).toLowerCase()}, not an event`);
    else
      try {
        read.push(readEvent(component, readTime, household, now));
      } catch (error) {
        skip(error instanceof SkipReason ? error.message : "it cannot be read");
      }
  }
  const broken = skipped.find(({ reason }) => !reason.endsWith("not an event"));
  if (broken !== undefined && read.length === 0) throw refuse(`"${broken.title}" cannot be read: ${broken.reason}`);
  const imported = importInto(calendar.events(), read);
  return { ...imported, skipped: [...skipped, ...imported.skipped] };
}

const remark = ({ id, title }: CalendarEvent, reason: string): ImportRemark => ({ uid: id, title, reason });

/** Compares the events of a file with those of the calendar that have the same UID. */
function importInto(stored: readonly CalendarEvent[], read: readonly ReadEvent[]): ImportedCalendar {
  const known = new Map(stored.map((event) => [event.id, event]));
  const families = Map.groupBy(stored, ({ id, replaces }) => replaces?.seriesId ?? id);
  const [events, changes]: [CalendarEvent[], CalendarChange[]] = [[], []];
  const skipped = new Map<CalendarEvent, string>();
  for (const [uid, versions] of Map.groupBy(read, ({ event }) => event.id)) {
    const family = families.get(uid) ?? [];
    const found = importSeries(versions, family, (event, reason) => skipped.set(event, reason));
    const gone = family.filter(({ id }) => !found.has(id)).map(({ id }) => id);
    // A series takes its changed occurrences along.
    for (const eventId of gone.includes(uid) ? [uid] : gone) changes.push({ kind: "remove_event", eventId });
    for (const event of found.values()) {
      const before = known.get(event.id);
      if (before === event) continue;
      events.push(event);
      if (before === undefined) changes.push(put(event));
      else if (!sameContent(before, event)) changes.push(put({ ...event, createdAt: before.createdAt }));
    }
  }
  const notes = read
    .filter(({ event, cancelled }) => !cancelled && !skipped.has(event))
    .flatMap(({ event, notes: reasons }) => reasons.map((reason) => remark(event, reason)));
  return { events, changes, notes, skipped: Array.from(skipped, ([event, reason]) => remark(event, reason)) };
}
