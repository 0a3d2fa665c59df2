import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { CalendarEvent } from "../domain/calendar-event.ts";
import { changedOccurrenceId, eventProblem } from "../domain/event-problem.ts";
import type { Household } from "../domain/household.ts";
import { formatWallTime, readWallTime } from "../domain/wall-clock.ts";
import { schedulerErrors } from "../errors.ts";
import { decodeIcs, readCalendars, type IcsCalendar, type IcsComponent } from "./ics-file.ts";
import { FileZones, zoneBudget } from "./ics-zones.ts";
import { readEvent, SkipReason, titleOf, uidOf, type EventContext, type ReadEvent } from "./import-event.ts";
import { changeFollowing } from "./import-following.ts";

/** Part of a file that was skipped or changed by the import, and the reason. */
export interface ImportRemark {
  readonly uid: string;
  readonly title: string;
  readonly reason: string;
}

/** Content of a calendar file, converted to events. */
export interface ImportedCalendar {
  readonly events: readonly CalendarEvent[];
  /** Canceled events and changed occurrences. */
  readonly cancelled: readonly Pick<CalendarEvent, "id" | "replaces">[];
  readonly skipped: readonly ImportRemark[];
  /** Events that were imported with differences from the file. */
  readonly notes: readonly ImportRemark[];
}

/** Options of an import. */
export interface ImportOptions {
  /** File name, for messages. */
  readonly file: string;
  readonly household: Household;
  /** Current time, for events without a creation time. */
  readonly now: string;
}

const maxFileBytes = 10 * 1024 * 1024;
const tooLarge = "it is larger than 10 MB";
const maxEvents = 20_000;
/** Checking a rule takes about a millisecond, so a file full of different ones could block the machine. */
const maxRules = 2000;

/**
 * Imports an iCalendar text: series with their exceptions and changed occurrences, all-day events, and any time zone that is known
 * or that the file describes. Each event that cannot be read is skipped with a reason, and costs no other.
 *
 * Throws `scheduler/invalidCalendarFile` when the text is not a calendar or too large, or when none of its events can be read.
 */
export function importIcs(text: string, options: ImportOptions): ImportedCalendar {
  const refuse = (problem: string) => schedulerErrors.invalidCalendarFile({ file: basename(options.file), problem });
  if (text.length > maxFileBytes) throw refuse(tooLarge);
  const calendars = readCalendars(text);
  if (calendars.length === 0) throw refuse("it is not an iCalendar file");
  const count = calendars.flatMap(({ components }) => components.filter(isEvent)).length;
  if (count > maxEvents) throw refuse(`it has ${count} events, the limit is ${maxEvents}`);
  const collected = new EventCollector(options);
  for (const calendar of calendars) collected.add(calendar);
  const [first] = collected.unreadable;
  if (first !== undefined && collected.unreadable.length === count)
    throw refuse(`"${first.title}" cannot be read: ${first.reason}`);
  return collected.result();
}

/** Imports a calendar file like {@link importIcs}, in UTF-8, UTF-16 or latin-1. */
export function importIcsFile(file: string, options: Omit<ImportOptions, "file">): ImportedCalendar {
  const refuse = (problem: string, cause?: unknown) =>
    schedulerErrors.invalidCalendarFile({ file: basename(file), problem }, { cause });
  let bytes: Buffer;
  try {
    if (statSync(file).size > maxFileBytes) throw refuse(tooLarge);
    bytes = readFileSync(file);
  } catch (error) {
    throw schedulerErrors.invalidCalendarFile.is(error) ? error : refuse("it cannot be read", error);
  }
  return importIcs(decodeIcs(bytes), { ...options, file });
}

const isEvent = ({ name }: IcsComponent): boolean => name === "VEVENT";

const otherKinds: Readonly<Record<string, string>> = {
  VTODO: "it is a task, not an event",
  VJOURNAL: "it is a journal entry, not an event",
  VFREEBUSY: "it is free-busy information, not an event",
};

/** Part of a series; a change of all following occurrences begins a new one. */
interface Segment {
  readonly event: CalendarEvent;
  /** First original start of the part, and the milliseconds by which its occurrences moved. */
  readonly from: number;
  readonly shift: number;
}

/** Changed occurrence of the file, with the start that it replaces. */
interface Change {
  readonly read: ReadEvent;
  readonly originalStart: string;
}

/** Collects the events of a file: keeps the newest version of each, and assigns changed occurrences to their series. */
class EventCollector {
  readonly unreadable: ImportRemark[] = [];
  readonly #options: ImportOptions;
  readonly #budget = zoneBudget();
  readonly #rules = new Set<string>();
  readonly #series = new Map<string, ReadEvent>();
  readonly #sequences = new Map<string, number>();
  readonly #changed: ReadEvent[] = [];
  readonly #skipped: ImportRemark[] = [];
  readonly #notes: ImportRemark[] = [];

  constructor(options: ImportOptions) {
    this.#options = options;
  }

  add(calendar: IcsCalendar): void {
    const { household, now } = this.#options;
    const context: EventContext = { household, now, zones: new FileZones(calendar, household.timeZone, this.#budget) };
    for (const component of calendar.components) {
      const other = otherKinds[component.name];
      if (other !== undefined) this.#skipped.push(remark(component, other));
      if (!isEvent(component)) continue;
      try {
        this.#collect(component, context);
      } catch (error) {
        const reason = error instanceof SkipReason ? error.message : "it cannot be read";
        this.unreadable.push(remark(component, reason));
        this.#skipped.push(remark(component, reason));
      }
    }
  }

  #collect(component: IcsComponent, context: EventContext): void {
    const read = readEvent(component, context);
    if (read.event.recurrenceRule !== null) this.#rules.add(read.event.recurrenceRule);
    if (this.#rules.size > maxRules) throw new SkipReason("the file has too many different recurrence rules");
    const problem = eventProblem(read.event);
    if (problem !== null) throw new SkipReason(problem);
    if (read.recurrenceId === null) this.#keepNewest(this.#series, read.event.id, read, read);
    else if (read.event.recurrenceRule !== null && !read.recurrenceId.andFollowing)
      throw new SkipReason("it changes one occurrence and has a recurrence rule");
    else this.#changed.push(read);
  }

  /** Of several versions, the one with the highest SEQUENCE counts, and the last of these. */
  #keepNewest<Version>(versions: Map<string, Version>, key: string, version: Version, read: ReadEvent): void {
    const before = versions.get(key);
    const sequences = this.#sequences;
    const newer = before === undefined || (sequences.get(key) ?? 0) <= read.event.sequence;
    if (before !== undefined) this.#skipped.push(remarkOf(read.event, "the file has a newer version of it"));
    if (!newer) return;
    sequences.set(key, read.event.sequence);
    versions.set(key, version);
  }

  result(): ImportedCalendar {
    const events = new Map<string, CalendarEvent>();
    const cancelled: CalendarEvent[] = [];
    const changes = new Map<string, Change>();
    for (const read of this.#changed) {
      const series = this.#series.get(read.event.id) ?? read;
      const originalStart = read.recurrenceId === null ? read.event.start : series.startOf(read.recurrenceId.time);
      this.#keepNewest(changes, changedOccurrenceId(read.event.id, originalStart), { read, originalStart }, read);
    }
    const bySeries = Map.groupBy(changes.values(), ({ read }) => read.event.id);
    for (const read of this.#series.values()) {
      if (read.cancelled) {
        cancelled.push(read.event);
        this.#skipped.push(remarkOf(read.event, "it is canceled"));
        bySeries.delete(read.event.id);
        continue;
      }
      this.#note(read);
      for (const [start, end] of read.extraEnds) {
        const replaces = { seriesId: read.event.id, originalStart: start };
        const id = changedOccurrenceId(read.event.id, start);
        const alone = { recurrenceRule: null, excludedStarts: [], extraStarts: [] };
        // The first start can be listed too; the event has its own end.
        if (start !== read.event.start) events.set(id, { ...read.event, ...alone, id, start, end, replaces });
      }
      events.set(read.event.id, read.event);
    }
    for (const [id, list] of bySeries) this.#applyChanges(this.#series.get(id)?.event ?? null, list, events, cancelled);
    return { events: [...events.values()], cancelled, skipped: this.#skipped, notes: this.#notes };
  }

  #note({ event, notes }: ReadEvent): void {
    this.#notes.push(...notes.map((reason) => remarkOf(event, reason)));
  }

  #applyChanges(
    series: CalendarEvent | null,
    changes: readonly Change[],
    events: Map<string, CalendarEvent>,
    cancelled: CalendarEvent[],
  ): void {
    const segments: Segment[] = series === null ? [] : [{ event: series, from: Number.NEGATIVE_INFINITY, shift: 0 }];
    const inOrder = changes.toSorted((one, other) => (one.originalStart < other.originalStart ? -1 : 1));
    for (const change of inOrder) {
      if (change.read.recurrenceId?.andFollowing === true) this.#changeFollowing(segments, change, events);
      else this.#changeOne(segments.at(-1) ?? null, change, events, cancelled);
    }
  }

  #changeFollowing(segments: Segment[], { read, originalStart }: Change, events: Map<string, CalendarEvent>): void {
    const last = segments.at(-1);
    const series = events.get(last?.event.id ?? "");
    const refuse = (reason: string) => this.#skipped.push(remarkOf(read.event, reason));
    if (last === undefined || series === undefined) return void refuse("it changes a series that is not in the file");
    if (read.cancelled) return void refuse("it cancels all later occurrences, which is not supported");
    const start = formatWallTime(readWallTime(originalStart) + last.shift, series.allDay);
    const changed = changeFollowing(series, start, read.event);
    if ("problem" in changed) return void refuse(changed.problem);
    const problem = eventProblem(changed.following);
    if (problem !== null) return void refuse(problem);
    if (changed.before === null) events.delete(series.id);
    else events.set(series.id, changed.before);
    events.set(changed.following.id, changed.following);
    // Extra starts with another length, which are changed occurrences, go with the part that has them.
    for (const { id, replaces } of events.values())
      if (replaces?.seriesId === series.id && replaces.originalStart >= start) events.delete(id);
    this.#note(read);
    segments.push({
      event: changed.following,
      from: readWallTime(originalStart),
      shift: last.shift + changed.shift,
    });
  }

  #changeOne(
    segment: Segment | null,
    { read, originalStart }: Change,
    events: Map<string, CalendarEvent>,
    cancelled: CalendarEvent[],
  ): void {
    const { event } = read;
    const seriesId = segment?.event.id ?? event.id;
    const start =
      segment === null || segment.shift === 0
        ? originalStart
        : formatWallTime(readWallTime(originalStart) + segment.shift, segment.event.allDay);
    const id = changedOccurrenceId(seriesId, start);
    const replaces = { seriesId, originalStart: start };
    const changed = { ...event, id, replaces, excludedStarts: [], extraStarts: [] };
    if (read.cancelled) {
      cancelled.push(changed);
      events.delete(id);
      exclude(events, changed);
      return;
    }
    events.set(id, changed);
    this.#note({ ...read, event: changed });
  }
}

/** Excludes a canceled occurrence from its series. */
function exclude(events: Map<string, CalendarEvent>, { replaces }: CalendarEvent): void {
  const series = replaces === null ? undefined : events.get(replaces.seriesId);
  if (series === undefined || replaces === null || series.excludedStarts.includes(replaces.originalStart)) return;
  events.set(series.id, { ...series, excludedStarts: [...series.excludedStarts, replaces.originalStart].toSorted() });
}

const remarkOf = (event: CalendarEvent, reason: string): ImportRemark => ({
  uid: event.id,
  title: event.title,
  reason,
});

const remark = (component: IcsComponent, reason: string): ImportRemark => ({
  uid: uidOf(component),
  title: titleOf(component),
  reason,
});
