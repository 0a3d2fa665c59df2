import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { CalendarEvent } from "../domain/calendar-event.ts";
import type { CalendarChange } from "../domain/calendar.ts";
import type { Events } from "./plan-changes.ts";

/** Entry touched by a change, before and after it; null where it did not exist. */
export const TouchedEntry = z.strictObject({
  id: z.string(),
  before: CalendarEvent.nullable(),
  after: CalendarEvent.nullable(),
});
export type TouchedEntry = z.infer<typeof TouchedEntry>;

/** Entries that differ between two versions of the events. */
export const touchedBetween = (before: Events, after: Events): readonly TouchedEntry[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((id) => before.get(id) !== after.get(id))
    .map((id) => ({ id, before: before.get(id) ?? null, after: after.get(id) ?? null }));

/**
 * Changes that restore the touched entries; null when an entry was changed again since, because undoing would also revert that
 * later change.
 */
export function undoOf(events: Events, touched: readonly TouchedEntry[]): readonly CalendarChange[] | null {
  if (touched.some(({ id, after }) => !isDeepStrictEqual(events.get(id) ?? null, after))) return null;
  const added = touched.filter(({ before }) => before === null);
  // Removing a series also removes its changed occurrences, so those come first.
  const removals = added.toSorted((one, other) => Number(other.id.includes("#")) - Number(one.id.includes("#")));
  return [
    ...touched.flatMap(({ before }): CalendarChange[] =>
      before === null ? [] : [{ kind: "put_event", event: before }],
    ),
    ...removals.map(({ id }): CalendarChange => ({ kind: "remove_event", eventId: id })),
  ];
}
