import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { CalendarEvent } from "../domain/calendar-event.ts";
import type { CalendarChange } from "../domain/calendar.ts";
import { put } from "../domain/planning/series.ts";
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

/** Changes that restore the touched entries; null when one was changed again since, because that change would be reverted too. */
export function undoOf(events: Events, touched: readonly TouchedEntry[]): readonly CalendarChange[] | null {
  if (touched.some(({ id, after }) => !isDeepStrictEqual(events.get(id) ?? null, after))) return null;
  const restored = touched.flatMap(({ before }) => (before === null ? [] : [put(before)]));
  const added = touched.flatMap(({ before, after }) => (before === null && after !== null ? [after] : []));
  // Removing a series also removes its changed occurrences, so those come first.
  const removed = added.toSorted((one, other) => Number(other.replaces !== null) - Number(one.replaces !== null));
  return [...restored, ...removed.map(({ id }): CalendarChange => ({ kind: "remove_event", eventId: id }))];
}
