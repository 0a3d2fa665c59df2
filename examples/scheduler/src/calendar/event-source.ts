import type { CalendarEvent } from "../domain/calendar-event.ts";
import type { Household } from "../domain/household.ts";
import type { Interval } from "../domain/interval.ts";
import { reachOf, replacedStarts, type Reach } from "../domain/recurrence.ts";

/** Source of the events of a calendar view: memory, a database, or either with changes applied. */
export interface EventSource {
  readonly household: Household;
  event(id: string): CalendarEvent | null;
  all(): readonly CalendarEvent[];
  /** Returns every event that may have an occurrence in `range`; it can return more. */
  candidates(range: Interval): readonly CalendarEvent[];
  /** Original starts of changed occurrences, by series. */
  replaced(): ReadonlyMap<string, ReadonlySet<string>>;
}

const mayOverlap = (reach: Reach, range: Interval): boolean =>
  reach.first < Date.parse(range.end) && (reach.last === null || reach.last > Date.parse(range.start));

/** Serves events from memory; the list is read once. */
export function memorySource(household: Household, events: Iterable<CalendarEvent>): EventSource {
  const byId = new Map([...events].map((event) => [event.id, event]));
  const all = [...byId.values()];
  let reaches: readonly (readonly [CalendarEvent, Reach])[] | null = null;
  let replaced: ReadonlyMap<string, ReadonlySet<string>> | null = null;
  return {
    household,
    event: (id) => byId.get(id) ?? null,
    all: () => all,
    candidates(range) {
      reaches ??= all.map((event) => [event, reachOf(event, household)]);
      return reaches.filter(([, reach]) => mayOverlap(reach, range)).map(([event]) => event);
    },
    replaced: () => (replaced ??= replacedStarts(all)),
  };
}

/** Planned result of changes: events to store, by id, and ids to remove. */
export interface PlannedWrites {
  readonly puts: ReadonlyMap<string, CalendarEvent>;
  readonly removals: ReadonlySet<string>;
}

/** Serves the events of `source` as they would be after `writes`. */
export function changedSource(source: EventSource, { puts, removals }: PlannedWrites): EventSource {
  const added = memorySource(source.household, puts.values());
  const untouched = (event: CalendarEvent): boolean => !puts.has(event.id) && !removals.has(event.id);
  let replaced: ReadonlyMap<string, ReadonlySet<string>> | null = null;
  const all = (): readonly CalendarEvent[] => [...source.all().filter(untouched), ...puts.values()];
  const replacedAfter = (): ReadonlyMap<string, ReadonlySet<string>> => {
    const before = source.replaced();
    const touched = [...puts.keys(), ...removals].some((id) => id.includes("#"));
    return touched ? replacedStarts(all()) : before;
  };
  return {
    household: source.household,
    event: (id) => puts.get(id) ?? (removals.has(id) ? null : source.event(id)),
    all,
    candidates: (range) => [...source.candidates(range).filter(untouched), ...added.candidates(range)],
    replaced: () => (replaced ??= replacedAfter()),
  };
}
