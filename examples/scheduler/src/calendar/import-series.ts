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
  const [wholes = [], parts = []] = [true, false].map((is) =>
    versions.filter((each) => (each.recurrenceId === null) === is),
  );
  const [whole] = newest(wholes, () => "", skip).values();
  if (whole?.cancelled === true) {
    skip(whole.event, "it is canceled");
    for (const { event } of parts) skip(event, "its series is canceled");
    return new Map();
  }
  const known = whole === undefined ? stored : [whole.event, ...whole.periods];
  const events = new Map(known.map((event) => [event.id, event]));
  let series = events.get(versions[0]?.event.id ?? "");
  let shift = 0;
  const originalStart = ({ event, recurrenceId }: ReadEvent): string =>
    recurrenceId === null ? "" : startIn(series ?? event, recurrenceId);
  const changes = newest(parts, originalStart, skip);
  for (const [written, { andFollowing, cancelled, event }] of [...changes].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
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

/** Of several versions with one key, the one with the highest SEQUENCE counts, and the last of these. */
function newest(
  versions: readonly ReadEvent[],
  keyOf: (version: ReadEvent) => string,
  skip: Skip,
): ReadonlyMap<string, ReadEvent> {
  const kept = new Map<string, ReadEvent>();
  for (const version of versions) {
    const before = kept.get(keyOf(version));
    const isNewer = before === undefined || before.event.sequence <= version.event.sequence;
    const [newer, older] = isNewer ? [version, before] : [before, version];
    if (older !== undefined) skip(older.event, "the file has a newer version of it");
    kept.set(keyOf(version), newer);
  }
  return kept;
}
