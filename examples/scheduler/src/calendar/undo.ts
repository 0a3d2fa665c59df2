import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { CalendarEvent } from "../domain/calendar-event.ts";
import type { CalendarChange } from "../domain/calendar.ts";
import type { EventSource, PlannedWrites } from "./event-source.ts";

/** An entry that a change has touched, as it was and as it became; null where there was none. */
export const TouchedEntry = z.strictObject({
  id: z.string(),
  before: CalendarEvent.nullable(),
  after: CalendarEvent.nullable(),
});
export type TouchedEntry = z.infer<typeof TouchedEntry>;

/** What writes touch, as it is before them and will be after. */
export const touchedBy = (source: EventSource, { puts, removals }: PlannedWrites): readonly TouchedEntry[] => [
  ...[...puts].map(([id, after]) => ({ id, before: source.event(id), after })),
  ...[...removals].map((id) => ({ id, before: source.event(id), after: null })),
];

/**
 * The changes that put everything back as it was; null when an entry is no longer as the change left it, since that would
 * take back somebody else's change too.
 */
export function undoOf(source: EventSource, touched: readonly TouchedEntry[]): readonly CalendarChange[] | null {
  if (touched.some(({ id, after }) => !isDeepStrictEqual(source.event(id), after))) return null;
  const added = touched.filter(({ before }) => before === null);
  // A series takes its changed occurrences along, so they go first.
  const removals = added.toSorted((one, other) => Number(other.id.includes("#")) - Number(one.id.includes("#")));
  return [
    ...touched.flatMap(({ before }) => (before === null ? [] : [{ kind: "put_event", event: before } as const])),
    ...removals.map(({ id }) => ({ kind: "remove_event", eventId: id }) as const),
  ];
}
