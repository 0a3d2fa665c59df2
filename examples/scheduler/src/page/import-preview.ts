import type { CalendarChange, CalendarView } from "../domain/calendar.ts";
import type { CalendarEvent } from "../domain/calendar-event.ts";
import { partsOf, repetition, whenOf } from "../domain/describe.ts";
import { clashesAt, clashText, groupClashes, isInTheWay } from "../domain/planning/conflicts.ts";
import { firstOccurrence } from "../domain/planning/series.ts";
import { nearby, yearFrom } from "./nearby.ts";

/** An event that an import adds, changes or removes. */
export interface ImportedEvent {
  readonly kind: "new" | "changed" | "removed";
  readonly title: string;
  /** Day, time and repetition: "Thu 3 Dec 16:00–17:00, every week". */
  readonly when: string;
  /** "for Emma, with the Van"; empty for neither. */
  readonly who: string;
  /** What it conflicts with in the coming year, one sentence each. */
  readonly conflicts: readonly string[];
}

/** Lists what the changes of an import do, one entry per event, by time. */
export function previewOf(
  calendar: CalendarView,
  changes: readonly CalendarChange[],
  now: string,
): readonly ImportedEvent[] {
  const wording = { ...calendar.household, now };
  const occurrences = calendar.withChanges(changes).occurrences(yearFrom(now));
  const others = nearby(occurrences);
  const own = Map.groupBy(occurrences, ({ eventId }) => eventId);
  const entryOf = (event: CalendarEvent, kind: ImportedEvent["kind"]) => {
    const first = firstOccurrence(event, wording, now);
    const clashes = (kind === "removed" ? [] : (own.get(event.id) ?? [])).flatMap((one) =>
      clashesAt(one, others(one), wording).filter(isInTheWay),
    );
    const when = [whenOf(event, first, wording), repetition(event)].filter((text) => text !== "").join(", ");
    const [people, things] = partsOf(event, wording);
    const who = [people, things].filter((text) => text !== "").join(", ");
    const conflicts = groupClashes(clashes).map((group) => clashText(group, wording));
    return { start: first.start, entry: { kind, title: event.title, when, who, conflicts } };
  };
  return changes
    .flatMap((change) => {
      const stored = calendar.event(change.kind === "put_event" ? change.event.id : change.eventId);
      if (change.kind === "put_event") return [entryOf(change.event, stored === null ? "new" : "changed")];
      return stored === null ? [] : [entryOf(stored, "removed")];
    })
    .toSorted((one, other) => (one.start < other.start ? -1 : one.start > other.start ? 1 : 0))
    .map(({ entry }) => entry);
}
