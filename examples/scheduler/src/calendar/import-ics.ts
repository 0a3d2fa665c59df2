import { basename } from "node:path";
import type { CalendarChange, CalendarView } from "../domain/calendar.ts";
import { put, remove } from "../domain/planning/series.ts";
import { schedulerErrors } from "../errors.ts";
import { readCalendar, SkipReason } from "./ics-file.ts";
import { timeReader } from "./ics-zones.ts";
import { readEvent, type ReadEvent, titleOf } from "./import-event.ts";
import { importSeries } from "./import-series.ts";
import { sameContent } from "./plan-changes.ts";

/** Part of a file that was skipped or changed by the import, and the reason. */
type ImportRemark = Readonly<Record<"title" | "reason", string>>;

/** What an import changes. */
interface ImportedCalendar {
  /** Changes that bring the events into the calendar; none for what it has already. */
  readonly changes: readonly CalendarChange[];
  readonly skipped: readonly ImportRemark[];
  /** Events that were imported with differences from the file. */
  readonly notes: readonly ImportRemark[];
}

/** Options of an import: the calendar to import into, the name of the file, and the time for events without a creation time. */
interface ImportOptions {
  readonly calendar: Pick<CalendarView, "events" | "household">;
  readonly file: string;
  readonly now: string;
}

const maxLength = 10 * 1024 * 1024;
const maxEvents = 20_000;

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
export function importIcs(text: string, { calendar, file, now }: ImportOptions): ImportedCalendar {
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
  for (const component of content.components)
    try {
      read.push(readEvent(component, readTime, household, now));
    } catch (error) {
      const reason = error instanceof SkipReason ? error.message : "it cannot be read";
      skipped.push({ title: titleOf(component), reason });
    }
  const broken = skipped.find(({ reason }) => !reason.endsWith("not an event"));
  if (broken !== undefined && read.length === 0) throw refuse(`"${broken.title}" cannot be read: ${broken.reason}`);

  const families = Map.groupBy(calendar.events(), ({ id, replaces }) => replaces?.seriesId ?? id);
  const changes: CalendarChange[] = [];
  const left = new Set<ReadEvent>();
  for (const [uid, versions] of Map.groupBy(read, ({ event }) => event.id)) {
    const family = families.get(uid) ?? [];
    const found = importSeries(versions, family, (version, reason) => {
      left.add(version);
      skipped.push({ title: version.event.title, reason });
    });
    const gone = family.filter(({ id }) => !found.has(id));
    // A series takes its changed occurrences along.
    changes.push(...(gone.some(({ id }) => id === uid) ? gone.filter(({ id }) => id === uid) : gone).map(remove));
    for (const event of found.values()) {
      const before = family.find(({ id }) => id === event.id);
      if (before === undefined) changes.push(put(event));
      else if (!sameContent(before, event)) changes.push(put({ ...event, createdAt: before.createdAt }));
    }
  }
  const notes = read.flatMap((each) => {
    const reasons = each.cancelled || left.has(each) ? [] : each.notes;
    return reasons.map((reason) => ({ title: each.event.title, reason }));
  });
  return { changes, notes, skipped };
}
