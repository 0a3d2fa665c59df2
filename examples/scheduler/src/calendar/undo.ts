import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { CalendarEvent } from "../domain/calendar-event.ts";
import type { CalendarChange } from "../domain/calendar.ts";
import type { EventSource, PlannedWrites } from "./event-source.ts";

/** Entry touched by a change, before and after it; null where it did not exist. */
export const TouchedEntry = z.strictObject({
  id: z.string(),
  before: CalendarEvent.nullable(),
  after: CalendarEvent.nullable(),
});
export type TouchedEntry = z.infer<typeof TouchedEntry>;

/** Entries that planned writes touch, before and after. */
export const touchedBy = (source: EventSource, { puts, removals }: PlannedWrites): readonly TouchedEntry[] => [
  ...[...puts].map(([id, after]) => ({ id, before: source.event(id), after })),
  ...[...removals].map((id) => ({ id, before: source.event(id), after: null })),
];

/**
 * Changes that restore the touched entries; null when an entry was changed again since, because undoing would also revert that
 * later change.
 */
export function undoOf(source: EventSource, touched: readonly TouchedEntry[]): readonly CalendarChange[] | null {
  if (touched.some(({ id, after }) => !isDeepStrictEqual(source.event(id), after))) return null;
  const added = touched.filter(({ before }) => before === null);
  // Removing a series also removes its changed occurrences, so those come first.
  const removals = added.toSorted((one, other) => Number(other.id.includes("#")) - Number(one.id.includes("#")));
  return [
    ...touched.flatMap(({ before }) =>
      before === null ? [] : [{ kind: "put_event", event: before } satisfies CalendarChange],
    ),
    ...removals.map(({ id }): CalendarChange => ({ kind: "remove_event", eventId: id })),
  ];
}
