import { asOccurrence } from "../domain/planning/series.ts";
import type { CalendarEvent } from "../domain/calendar-event.ts";
import { startsAt } from "../domain/recurrence.ts";
import { formatWallTime, readWallTime } from "../domain/wall-clock.ts";
import { type ReadEvent, startIn } from "./import-event.ts";
import { changeFollowing } from "./import-following.ts";

/** Reports an event that is not imported, and the reason. */
export type Skip = (event: CalendarEvent, reason: string) => void;

/**
 * Brings together what a file has of one UID: an event or series, and changes of single occurrences and of all that follow one. Changes without
 * their series belong to the `stored` one. Returns all events of the UID by id, none if it is canceled.
 */
export function importSeries(
  versions: readonly ReadEvent[],
  stored: readonly CalendarEvent[],
  skip: Skip,
): ReadonlyMap<string, CalendarEvent> {
  const { wholes = [], parts = [] } = Object.groupBy(versions, (each) =>
    each.recurrenceId === null ? "wholes" : "parts",
  );
  const [whole] = newest(wholes, () => "", skip).values();
  if (whole?.cancelled === true) {
    skip(whole.event, "it is canceled");
    for (const { event } of parts) skip(event, "its series is canceled");
    return new Map();
  }
  const known = whole === undefined ? stored : [whole.event, ...whole.periods];
  const events = new Map(known.map((event) => [event.id, event]));
  const single = whole?.event ?? stored.find(({ replaces }) => replaces === null);
  const changes = newest(
    parts,
    ({ event, recurrenceId }) => (recurrenceId === null ? "" : startIn(single ?? event, recurrenceId)),
    skip,
  );
  let [series, shift] = [single, 0];
  for (const [written, { andFollowing, cancelled, event }] of [...changes].toSorted(byStart)) {
    const start = formatWallTime(readWallTime(written) + shift, written.length === 10);
    const occurrence = asOccurrence(event, series?.id ?? event.id, start);
    if (series === undefined || !startsAt(series, start)) {
      // A changed occurrence of an unknown series, such as an invitation to one meeting, is a separate event.
      if (andFollowing) skip(event, "its series does not have the occurrence from which on it changes it");
      else if (cancelled) skip(event, "it is canceled");
      else events.set(occurrence.id, { ...occurrence, replaces: null });
    } else if (andFollowing) {
      const changed = cancelled
        ? "it cancels all later occurrences, which is not supported"
        : changeFollowing(series, start, event);
      if (typeof changed === "string") {
        skip(event, changed);
        continue;
      }
      // Later changes belong to the new series. Extra starts of another length go with it.
      for (const { id, replaces } of whole?.periods ?? [])
        if (replaces !== null && replaces.originalStart >= written) events.delete(id);
      for (const each of changed.events) events.set(each.id, each);
      series = changed.events.at(-1);
      shift += changed.shift;
    } else if (cancelled) {
      events.delete(occurrence.id);
      series = { ...series, excludedStarts: [...series.excludedStarts, start].toSorted() };
      events.set(series.id, series);
    } else events.set(occurrence.id, occurrence);
  }
  return events;
}

const byStart = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

/** Of several versions with one key, the one with the highest SEQUENCE counts, and the last of these. */
function newest(
  versions: readonly ReadEvent[],
  keyOf: (version: ReadEvent) => string,
  skip: Skip,
): ReadonlyMap<string, ReadEvent> {
  const sorted = versions.toSorted((one, other) => one.event.sequence - other.event.sequence);
  const kept = new Map(sorted.map((version) => [keyOf(version), version]));
  for (const version of versions)
    if (kept.get(keyOf(version)) !== version) skip(version.event, "the file has a newer version of it");
  return kept;
}
