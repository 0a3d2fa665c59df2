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
  const changes = touched.map(({ id, before }): CalendarChange =>
    before === null ? { kind: "remove_event", eventId: id } : put(before),
  );
  return changes.toSorted((one, other) => orderOf(one) - orderOf(other));
}

/** Removing a series also removes its changed occurrences, so those come first. */
const orderOf = (change: CalendarChange): number =>
  change.kind === "put_event" ? 0 : change.eventId.includes("#") ? 1 : 2;
