import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { CalendarEvent } from "../domain/calendar-event.ts";
import { changedOccurrenceId, eventProblem } from "../domain/event-problem.ts";
import { readRule } from "../domain/recurrence-parts.ts";
import { ruleProblem } from "../domain/recurrence-rule.ts";
import { readStepRule } from "../domain/recurrence-steps.ts";
import type { Household } from "../domain/household.ts";
import { schedulerErrors } from "../errors.ts";
import { readComponents, type Component } from "./ics-lines.ts";
import { readTime, SkipReason, startInSeries, zoneFinder } from "./ics-times.ts";
import { Lines, readEvent, uidOf, type EventContext, type ReadEvent } from "./import-event.ts";

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
const maxUnusualRules = 1000;

/**
 * Imports an iCalendar text: series with their exceptions and changed occurrences, all-day events, and any named time zone.
 * Invalid events are skipped with a reason.
 *
 * Throws `scheduler/invalidCalendarFile` when the text is not a calendar, is malformed or too large, or when none of its events can
 * be read.
 */
export function importIcs(text: string, options: ImportOptions): ImportedCalendar {
  const refuse = (problem: string) => schedulerErrors.invalidCalendarFile({ file: basename(options.file), problem });
  if (text.length > maxFileBytes) throw refuse(tooLarge);
  const components = readComponents(text);
  if ("problem" in components) throw refuse(components.problem);
  const calendars = components.filter(({ name }) => name === "VCALENDAR");
  if (calendars.length === 0) throw refuse("it is not an iCalendar file");
  const count = calendars.flatMap((calendar) => calendar.components.filter(isEvent)).length;
  if (count > maxEvents) throw refuse(`it has ${count} events, the limit is ${maxEvents}`);
  const collected = new EventCollector(options);
  for (const calendar of calendars) collected.add(calendar);
  const result = collected.result();
  const [first] = collected.unreadable;
  if (first !== undefined && collected.unreadable.length === count)
    throw refuse(`"${first.title}" cannot be read: ${first.reason}`);
  return result;
}

/** Imports a calendar file like {@link importIcs}; it also joins lines that were wrapped inside a character. */
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
  // Latin-1 maps each octet to one character, so lines can be joined before octets are decoded.
  const joined = Buffer.from(bytes.toString("latin1").replace(/\r?\n[ \t]/g, ""), "latin1");
  return importIcs(joined.toString("utf8"), { ...options, file });
}

const isEvent = (component: Component): boolean => component.name === "VEVENT";

const otherKinds: Readonly<Record<string, string>> = {
  VTODO: "it is a task, not an event",
  VJOURNAL: "it is a journal entry, not an event",
  VFREEBUSY: "it is free-busy information, not an event",
};

/** Collects the events of a file: keeps the newest version of each, and assigns changed occurrences to their series. */
class EventCollector {
  readonly unreadable: ImportRemark[] = [];
  readonly #options: ImportOptions;
  #unusualRules = 0;
  readonly #series = new Map<string, ReadEvent>();
  readonly #changed: { readonly read: ReadEvent; readonly context: EventContext }[] = [];
  readonly #skipped: ImportRemark[] = [];
  readonly #notes: ImportRemark[] = [];

  constructor(options: ImportOptions) {
    this.#options = options;
  }

  add(calendar: Component): void {
    const { household, now } = this.#options;
    const context: EventContext = { household, now, floatingZone: household.timeZone, zoneOf: zoneFinder(calendar) };
    for (const component of calendar.components) {
      const other = otherKinds[component.name];
      if (other !== undefined) this.#skipped.push(remark(component, other));
      if (!isEvent(component)) continue;
      try {
        this.#collect(component, context);
      } catch (error) {
        if (!(error instanceof SkipReason)) throw error;
        this.unreadable.push(remark(component, error.message));
        this.#skipped.push(remark(component, error.message));
      }
    }
  }

  #collect(component: Component, context: EventContext): void {
    const read = readEvent(component, context);
    const { recurrenceRule } = read.event;
    // Each of these takes milliseconds to check, so a file full of them could block the machine.
    if (
      recurrenceRule !== null &&
      ruleProblem(recurrenceRule) === null &&
      readStepRule(readRule(recurrenceRule)) === null
    ) {
      this.#unusualRules += 1;
      if (this.#unusualRules > maxUnusualRules) throw new SkipReason("the file has too many unusual recurrence rules");
    }
    const problem = eventProblem(read.event);
    if (problem !== null) throw new SkipReason(problem);
    if (read.recurrenceId !== null) {
      if (read.recurrenceId.options["RANGE"] !== undefined)
        throw new SkipReason(
          "it changes an occurrence and all later ones (RANGE=THISANDFUTURE), which is not supported",
        );
      if (read.event.recurrenceRule !== null)
        throw new SkipReason("it changes one occurrence and has a recurrence rule");
      readTime(read.recurrenceId, context);
      this.#changed.push({ read, context });
      return;
    }
    const before = this.#series.get(read.event.id);
    const older = before === undefined || before.event.sequence <= read.event.sequence ? before : read;
    if (older !== undefined) this.#skipped.push(remarkOf(older.event, "the file has a newer version of it"));
    if (older !== read) this.#series.set(read.event.id, read);
  }

  result(): ImportedCalendar {
    const events = new Map<string, CalendarEvent>();
    const cancelled: CalendarEvent[] = [];
    for (const { event, cancelled: isCancelled, notes } of this.#series.values()) {
      if (isCancelled) {
        cancelled.push(event);
        this.#skipped.push(remarkOf(event, "it is canceled"));
        continue;
      }
      events.set(event.id, event);
      this.#notes.push(...notes.map((reason) => remarkOf(event, reason)));
    }
    for (const { read, context } of this.#changed) {
      const changed = this.#changedOccurrence(read, context);
      // The whole series is canceled and was already reported.
      if (this.#series.get(read.event.id)?.cancelled === true) continue;
      if (read.cancelled) {
        cancelled.push(changed);
        exclude(events, changed);
        continue;
      }
      events.set(changed.id, changed);
      this.#notes.push(...read.notes.map((reason) => remarkOf(changed, reason)));
    }
    return { events: [...events.values()], cancelled, skipped: this.#skipped, notes: this.#notes };
  }

  #changedOccurrence({ event, recurrenceId }: ReadEvent, context: EventContext): CalendarEvent {
    const series = this.#series.get(event.id)?.event ?? event;
    const originalStart = recurrenceId === null ? event.start : startInSeries(readTime(recurrenceId, context), series);
    const id = changedOccurrenceId(event.id, originalStart);
    return { ...event, id, replaces: { seriesId: event.id, originalStart }, excludedStarts: [], extraStarts: [] };
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

const remark = (component: Component, reason: string): ImportRemark => ({
  uid: uidOf(component),
  title: new Lines(component).text("SUMMARY") ?? "Untitled event",
  reason,
});
