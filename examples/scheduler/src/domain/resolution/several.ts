import { conflictsOfEvent, isBlocking } from "../conflicts/detect.ts";
import { formatDay, listNames } from "../format.ts";
import { eventSpan } from "../free-busy.ts";
import { storedVersion } from "../scheduling/target.ts";
import { formatInstant } from "../wall-clock.ts";
import { put } from "./edit-occurrence.ts";
import type { Strategy } from "./situation.ts";

/** Changes only those of several occurrences that have no conflicts. */
export const changeWhereFree: Strategy = ({ proposed, event, without, household, wording, now, clock }) => {
  const events = [event, ...(proposed.alsoChanged ?? [])];
  const after = without.withChanges(events.map(put));
  const isFree = (index: number): boolean => {
    const candidate = events[index];
    if (candidate === undefined) return false;
    return !conflictsOfEvent(candidate, { calendar: after.calendar, now, timetable: after, clock }).some(isBlocking);
  };
  const kept = events.filter((_, index) => !isFree(index));
  const changed = events.filter((candidate) => !kept.includes(candidate));
  if (changed.length === 0 || kept.length === 0) return [];
  const before = kept.map((occurrence) => storedVersion(occurrence, without.calendar) ?? occurrence);
  const dates = listNames(
    before.map((occurrence) => formatDay(formatInstant(eventSpan(occurrence, household).start), wording)),
  );
  return [
    {
      strategy: "cancel_event",
      variant: "several:free",
      description: `Change ${event.title} on the other dates, and keep it unchanged on ${dates}.`,
      worth: 0.5,
      changes: kept.map(({ id }) => ({
        eventId: id,
        field: null,
        oldValue: null,
        newValue: null,
        action: "cancel",
      })),
      calendarChanges: changed.map(put),
      losses: [`${event.title} is not changed on ${dates}.`],
    },
  ];
};
