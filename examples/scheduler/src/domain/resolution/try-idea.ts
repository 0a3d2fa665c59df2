import type { CalendarEvent } from "../calendar-event.ts";
import type { Conflict } from "../conflict.ts";
import { constraintOf } from "../conflicts/constraints.ts";
import { conflictsOfEvent, isBlocking } from "../conflicts/detect.ts";
import { seriesOf, type Timetable } from "../free-busy.ts";
import { storedVersion } from "../scheduling/target.ts";
import type { Idea, Situation } from "./situation.ts";

/** Result of trying an idea on the calendar. */
export interface Trial {
  /** Conflicts that are gone, or accepted. */
  readonly resolved: readonly Conflict[];
  /** New conflicts that block the confirmation. */
  readonly newBlocking: readonly Conflict[];
  /** New conflicts that do not block the confirmation. */
  readonly newOthers: readonly Conflict[];
}

/** Applies an idea to a copy of the timetable, and detects the conflicts of all events that it stores. */
export function tryIdea(idea: Idea, situation: Situation): Trial {
  const { event, conflicts, without } = situation;
  if (idea.strategy === "override_constraint") return { resolved: conflicts, newBlocking: [], newOthers: [] };
  const after = without.withChanges(idea.calendarChanges);
  const putEvents = idea.calendarChanges.flatMap((change) => (change.kind === "put_event" ? [change.event] : []));
  const stored = storedVersion(event, without.calendar);
  const old = stored === null ? [] : detect(stored, without, situation);
  const before = new Set([...conflicts, ...old].map(conflictKey));
  const parts = putEvents.filter((candidate) => isPartOf(candidate, { event, situation }));
  // If the idea stores no entry for the proposal, the stored event stays.
  const own = parts.length === 0 && stored !== null ? [stored] : parts;
  const ownAfter = own.flatMap((part) => detect(part, after, situation));
  const left = new Set(ownAfter.map(conflictKey));
  const others = putEvents.filter((candidate) => !own.includes(candidate));
  const fresh = [
    ...ownAfter.filter((conflict) => !before.has(conflictKey(conflict))),
    ...others.flatMap((other) => newConflictsOf(other, after, situation)),
  ];
  return {
    resolved: conflicts.filter((conflict) => !left.has(conflictKey(conflict))),
    newBlocking: fresh.filter(isBlocking),
    newOthers: fresh.filter((conflict) => !isBlocking(conflict)),
  };
}

const detect = (event: CalendarEvent, timetable: Timetable, { now, clock }: Situation): readonly Conflict[] =>
  conflictsOfEvent(event, { calendar: timetable.calendar, now, timetable, clock });

/** New conflicts of an event that was changed for the proposal, except conflicts with the proposal itself. */
function newConflictsOf(event: CalendarEvent, after: Timetable, situation: Situation): readonly Conflict[] {
  const { without } = situation;
  const stored = storedVersion(event, without.calendar);
  const before = new Set(stored === null ? [] : detect(stored, without, situation).map(conflictKey));
  const own = seriesOf(situation.event);
  return detect(event, after, situation).filter(
    (conflict) => !before.has(conflictKey(conflict)) && conflictingSeries(conflict) !== own,
  );
}

/** True for the proposal, a changed occurrence of it, and the second part of a split one. */
function isPartOf(
  candidate: CalendarEvent,
  { event, situation }: { event: CalendarEvent; situation: Situation },
): boolean {
  if (seriesOf(candidate) === seriesOf(event)) return true;
  return situation.without.calendar.event(candidate.id) === null && candidate.replaces === null;
}

/** Identifies a conflict independently of the part or version of the proposal. */
function conflictKey(conflict: Conflict): string {
  const about = constraintOf(conflict) ?? conflictingSeries(conflict);
  return JSON.stringify([conflict.type, conflict.resourceId, about]);
}

/** Series of the other event: the id of a changed occurrence is the id of its series, "#" and a start. */
const conflictingSeries = ({ conflictingEventId }: Conflict): string | null =>
  conflictingEventId?.replace(/#\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2})?$/, "") ?? null;
