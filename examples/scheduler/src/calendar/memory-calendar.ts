import type { CalendarEvent } from "../domain/calendar-event.ts";
import type { Calendar, CalendarChange, LastChange } from "../domain/calendar.ts";
import type { Household } from "../domain/household.ts";
import { viewOf } from "./calendar-view.ts";
import { changedSource, memorySource } from "./event-source.ts";
import { planChanges } from "./plan-changes.ts";
import { type TouchedEntry, touchedBy, undoOf } from "./undo.ts";

/**
 * Creates a calendar in memory, with the same rules as the stored calendar, for tests and experiments.
 *
 * Initial events are applied like any other change: an invalid one throws `scheduler/invalidEvent`.
 */
export function memoryCalendar(household: Household, events: readonly CalendarEvent[] = []): Calendar {
  let source = memorySource(household, []);
  let revision = 0;
  const applied = new Map<string, readonly CalendarChange[]>();
  const confirmed = new Map<number, Omit<LastChange, "undo"> & { readonly touched: readonly TouchedEntry[] }>();
  const apply: Calendar["apply"] = (changes, origin) => {
    const key = origin?.key;
    if (key !== undefined && applied.has(key)) return "repeated";
    if (origin?.revision !== undefined && origin.revision !== revision) return "overtaken";
    const planned = planChanges(source, changes);
    const touched = touchedBy(source, planned);
    source = memorySource(household, changedSource(source, planned).all());
    revision += 1;
    if (key !== undefined) applied.set(key, changes);
    const { by = "", at = "", text = "", undoes } = origin ?? {};
    if (undoes !== undefined) confirmed.delete(undoes);
    else if (key !== undefined) confirmed.set(revision, { number: revision, by, at, text, touched });
    return "written";
  };
  apply(events.map((event) => ({ kind: "put_event", event })));
  return {
    household,
    occurrences: (range) => viewOf(source).occurrences(range),
    event: (id) => source.event(id),
    events: () => viewOf(source).events(),
    withChanges: (changes) => viewOf(source).withChanges(changes),
    apply,
    appliedWith: (key) => applied.get(key) ?? null,
    lastChange() {
      const last = [...confirmed.values()].at(-1);
      if (last === undefined) return null;
      const { touched, ...change } = last;
      return { ...change, undo: undoOf(source, touched) };
    },
    revision: () => revision,
    close: () => {},
  };
}
