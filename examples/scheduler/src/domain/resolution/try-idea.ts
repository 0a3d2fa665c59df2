import type { CalendarEvent } from "../calendar-event.ts";
import type { Conflict } from "../conflict.ts";
import { constraintOf } from "../conflicts/constraints.ts";
import { conflictsOfEvent, isBlocking } from "../conflicts/detect.ts";
import { seriesOf, type Timetable } from "../free-busy.ts";
import { storedVersion } from "../scheduling/target.ts";
import type { Idea, Situation } from "./situation.ts";

/** What an idea comes to when it is tried on the calendar. */
export interface Trial {
  /** The conflicts that are gone, or accepted. */
  readonly resolved: readonly Conflict[];
  /** Conflicts that were not there before and forbid confirmation. */
  readonly newBlocking: readonly Conflict[];
  /** Conflicts that were not there before and may stay. */
  readonly newOthers: readonly Conflict[];
}

/** Applies an idea to a copy of the timetable and looks for conflicts again, for everything that it puts there. */
export function tryIdea(idea: Idea, situation: Situation): Trial {
  const { event, conflicts, without } = situation;
  if (idea.strategy === "override_constraint") return { resolved: conflicts, newBlocking: [], newOthers: [] };
  const after = without.withChanges(idea.calendarChanges);
  const putEvents = idea.calendarChanges.flatMap((change) => (change.kind === "put_event" ? [change.event] : []));
  const stored = storedVersion(event, without.calendar);
  const old = stored === null ? [] : detect(stored, without, situation);
  const before = new Set([...conflicts, ...old].map(conflictKey));
  const parts = putEvents.filter((each) => isPartOf(each, { event, situation }));
  // Without an entry for the proposal, what is in the calendar now stays there.
  const own = parts.length === 0 && stored !== null ? [stored] : parts;
  const ownAfter = own.flatMap((each) => detect(each, after, situation));
  const left = new Set(ownAfter.map(conflictKey));
  const others = putEvents.filter((each) => !own.includes(each));
  const fresh = [
    ...ownAfter.filter((conflict) => !before.has(conflictKey(conflict))),
    ...others.flatMap((each) => newConflictsOf(each, after, situation)),
  ];
  return {
    resolved: conflicts.filter((conflict) => !left.has(conflictKey(conflict))),
    newBlocking: fresh.filter(isBlocking),
    newOthers: fresh.filter((conflict) => !isBlocking(conflict)),
  };
}

const detect = (event: CalendarEvent, timetable: Timetable, { now, clock }: Situation): readonly Conflict[] =>
  conflictsOfEvent(event, { calendar: timetable.calendar, now, timetable, clock });

/** What an event that gave way meets now and did not meet before; the proposal itself it met already. */
function newConflictsOf(event: CalendarEvent, after: Timetable, situation: Situation): readonly Conflict[] {
  const { without } = situation;
  const stored = storedVersion(event, without.calendar);
  const before = new Set(stored === null ? [] : detect(stored, without, situation).map(conflictKey));
  const own = seriesOf(situation.event);
  return detect(event, after, situation).filter(
    (conflict) => !before.has(conflictKey(conflict)) && conflictingSeries(conflict) !== own,
  );
}

/** True for the proposal, an occurrence of it that was changed, and the second part of one that was split. */
function isPartOf(each: CalendarEvent, { event, situation }: { event: CalendarEvent; situation: Situation }): boolean {
  if (seriesOf(each) === seriesOf(event)) return true;
  return situation.without.calendar.event(each.id) === null && each.replaces === null;
}

/** What a conflict is about, whichever part or version of the proposal it was found for. */
function conflictKey(conflict: Conflict): string {
  const about = constraintOf(conflict) ?? conflictingSeries(conflict);
  return JSON.stringify([conflict.type, conflict.resourceId, about]);
}

/** The series of the other event: a changed occurrence's id is that of its series, "#" and a start. */
const conflictingSeries = ({ conflictingEventId }: Conflict): string | null =>
  conflictingEventId?.replace(/#\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2})?$/, "") ?? null;
