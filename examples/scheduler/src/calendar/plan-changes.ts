import { CalendarEvent } from "../domain/calendar-event.ts";
import type { CalendarChange } from "../domain/calendar.ts";
import { changedOccurrenceId, eventProblem } from "../domain/event-problem.ts";
import { startsAt } from "../domain/recurrence.ts";
import { sameContent } from "../domain/same-content.ts";
import { schedulerErrors } from "../errors.ts";
import type { EventSource, PlannedWrites } from "./event-source.ts";

/**
 * Plans changes without writing anything; the first invalid change throws.
 *
 * Storing an existing event increments its sequence, unless the event is unchanged. Removing a series also removes its changed
 * occurrences, and changing a series drops changed occurrences whose original start it no longer has.
 *
 * Throws `scheduler/invalidEvent`, `scheduler/unknownEvent` and `scheduler/unknownOccurrence`.
 */
export function planChanges(source: EventSource, changes: readonly CalendarChange[]): PlannedWrites {
  const plan = new Plan(source);
  for (const change of changes) {
    if (change.kind === "put_event") plan.put(change.event);
    else if (change.kind === "remove_event") plan.remove(change.eventId);
    else plan.exclude(change.eventId, change.originalStart);
  }
  plan.checkChangedOccurrences();
  return plan;
}

class Plan implements PlannedWrites {
  readonly puts = new Map<string, CalendarEvent>();
  readonly removals = new Set<string>();
  readonly #source: EventSource;
  /** Changed occurrences by series; loaded from the source when the first series is touched. */
  #changed: Map<string, Set<string>> | null = null;

  constructor(source: EventSource) {
    this.#source = source;
  }

  #event(id: string): CalendarEvent | null {
    return this.puts.get(id) ?? (this.removals.has(id) ? null : this.#source.event(id));
  }

  #requiredEvent(id: string): CalendarEvent {
    const event = this.#event(id);
    if (event === null) throw schedulerErrors.unknownEvent({ eventId: id });
    return event;
  }

  put(event: CalendarEvent): void {
    const parsed = CalendarEvent.safeParse(event);
    if (!parsed.success) throw schedulerErrors.invalidEvent({ eventId: event.id, problem: firstIssue(parsed.error) });
    const problem = eventProblem(parsed.data);
    if (problem !== null) throw schedulerErrors.invalidEvent({ eventId: event.id, problem });
    const before = this.#event(event.id);
    if (before === null) return this.#store(parsed.data);
    if (sameContent(before, parsed.data) && parsed.data.sequence <= before.sequence) return;
    this.#store({ ...parsed.data, sequence: Math.max(parsed.data.sequence, before.sequence + 1) });
    this.#dropChanged(parsed.data);
  }

  remove(id: string): void {
    this.#requiredEvent(id);
    for (const start of this.#changedStarts(id)) this.#delete(changedOccurrenceId(id, start));
    this.#delete(id);
  }

  exclude(id: string, originalStart: string): void {
    const series = this.#requiredEvent(id);
    const already = series.excludedStarts.includes(originalStart);
    const repeats = series.recurrenceRule !== null || series.extraStarts.length > 0;
    if (!already && !(repeats && startsAt(series, originalStart)))
      throw schedulerErrors.unknownOccurrence({ eventId: id, originalStart });
    if (this.#changedStarts(id).has(originalStart)) this.#delete(changedOccurrenceId(id, originalStart));
    if (already) return;
    const excludedStarts = [...series.excludedStarts, originalStart].toSorted();
    this.#store({ ...series, excludedStarts, sequence: series.sequence + 1 });
  }

  /** Runs last, so that a series and its changed occurrences can come in any order. */
  checkChangedOccurrences(): void {
    for (const { id, replaces } of this.puts.values()) {
      if (replaces === null) continue;
      const series = this.#event(replaces.seriesId);
      const problem =
        series === null
          ? `its series "${replaces.seriesId}" is not in the calendar`
          : `its series has no occurrence that starts at ${replaces.originalStart}`;
      if (series === null || !startsAt(series, replaces.originalStart))
        throw schedulerErrors.invalidEvent({ eventId: id, problem });
    }
  }

  #store(event: CalendarEvent): void {
    this.removals.delete(event.id);
    this.puts.set(event.id, event);
    if (event.replaces === null) return;
    const { seriesId, originalStart } = event.replaces;
    this.#changedBySeries().set(seriesId, this.#changedStarts(seriesId).add(originalStart));
  }

  #delete(id: string): void {
    const { replaces = null } = this.#event(id) ?? {};
    if (replaces !== null) this.#changedStarts(replaces.seriesId).delete(replaces.originalStart);
    this.puts.delete(id);
    if (this.#source.event(id) !== null) this.removals.add(id);
  }

  #dropChanged(series: CalendarEvent): void {
    for (const start of this.#changedStarts(series.id)) {
      const id = changedOccurrenceId(series.id, start);
      if (!this.puts.has(id) && !startsAt(series, start)) this.#delete(id);
    }
  }

  #changedStarts(seriesId: string): Set<string> {
    return this.#changedBySeries().get(seriesId) ?? new Set();
  }

  #changedBySeries(): Map<string, Set<string>> {
    this.#changed ??= new Map([...this.#source.replaced()].map(([id, starts]) => [id, new Set(starts)]));
    return this.#changed;
  }
}

interface Issues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** First issue of a schema error, with its path: `start: expected …`. */
export function firstIssue(error: Issues): string {
  const [issue] = error.issues;
  if (issue === undefined) return "it has the wrong structure";
  return issue.path.length === 0 ? issue.message : `${issue.path.map(String).join(".")}: ${issue.message}`;
}
