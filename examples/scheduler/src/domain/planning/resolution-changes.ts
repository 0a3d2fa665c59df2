import { isDeepStrictEqual } from "node:util";
import type { CalendarChange, CalendarView } from "../calendar.ts";
import type { CalendarEvent } from "../calendar-event.ts";
import type { ProposedEvent, ResolutionChange } from "../outputs.ts";
import { eventsIn } from "./series.ts";

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Fields that every change of an event has. */
const STAMPS: ReadonlySet<string> = new Set(["updatedAt", "sequence"]);

/** Differences between two versions of an event, field by field; as a whole if one of them does not exist. */
function fieldChanges(
  eventId: string,
  before: CalendarEvent | null,
  after: CalendarEvent | null,
  action: ResolutionChange["action"],
): ResolutionChange[] {
  if (before === null || after === null)
    return [{ eventId, field: null, oldValue: before && textOf(before), newValue: after && textOf(after), action }];
  const values = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([field, value]): ResolutionChange[] => {
    const old = values.get(field);
    if (STAMPS.has(field) || isDeepStrictEqual(old, value)) return [];
    return [{ eventId, field, oldValue: textOf(old), newValue: textOf(value), action }];
  });
}

/**
 * Differences between a proposal and the changes of a resolution. An event that the proposal stores is compared with what the proposal
 * makes of it, and any other event with the calendar.
 */
export function resolutionChanges(
  proposed: ProposedEvent,
  changes: readonly CalendarChange[],
  { calendar, action }: { readonly calendar: CalendarView; readonly action: ResolutionChange["action"] },
): ResolutionChange[] {
  const own = new Map(eventsIn(proposed.changes).map((event) => [event.id, event]));
  const kept = new Set<string>();
  const found = changes.flatMap((change) => {
    const id = change.kind === "put_event" ? change.event.id : change.eventId;
    kept.add(id);
    const isProposed =
      change.kind === "remove_event" && proposed.changes.some((each) => isDeepStrictEqual(each, change));
    if (isProposed) return [];
    return fieldChanges(
      id,
      own.get(id) ?? calendar.event(id),
      change.kind === "put_event" ? change.event : null,
      action,
    );
  });
  const dropped = [...own.values()].filter(({ id }) => !kept.has(id));
  return [...found, ...dropped.flatMap((event) => fieldChanges(event.id, event, null, action))];
}
