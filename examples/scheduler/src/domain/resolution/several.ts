import { conflictsOfEvent, isBlocking } from "../conflicts/detect.ts";
import { formatDay, listNames } from "../format.ts";
import { eventSpan } from "../free-busy.ts";
import { storedVersion } from "../scheduling/target.ts";
import { formatInstant } from "../wall-clock.ts";
import { put } from "./edit-occurrence.ts";
import type { Strategy } from "./situation.ts";

/** Of several occurrences that change alike, changes those on which nothing gets in the way. */
export const changeWhereFree: Strategy = ({ proposed, event, without, household, wording, now, clock }) => {
  const events = [event, ...(proposed.alsoChanged ?? [])];
  const after = without.withChanges(events.map(put));
  const isFree = (index: number): boolean => {
    const each = events[index];
    if (each === undefined) return false;
    return !conflictsOfEvent(each, { calendar: after.calendar, now, timetable: after, clock }).some(isBlocking);
  };
  const kept = events.filter((_, index) => !isFree(index));
  const changed = events.filter((each) => !kept.includes(each));
  if (changed.length === 0 || kept.length === 0) return [];
  const before = kept.map((each) => storedVersion(each, without.calendar) ?? each);
  const dates = listNames(before.map((each) => formatDay(formatInstant(eventSpan(each, household).start), wording)));
  return [
    {
      strategy: "cancel_event",
      variant: "several:free",
      description: `Change ${event.title} on the other dates, and leave it as it was on ${dates}.`,
      worth: 0.5,
      changes: kept.map((each) => ({
        eventId: each.id,
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
