import type { CalendarEvent } from "../calendar-event.ts";
import { describeDone } from "../describe.ts";
import { countOf, formatDay, formatSpan, listNames } from "../format.ts";
import type { ConflictDetectionData, ProposedEvent, ProposedResolution } from "../outputs.ts";
import { startsAt } from "../recurrence.ts";
import { emptyRequest } from "../request.ts";
import { localClock } from "../wall-clock.ts";
import { type CheckContext, detectConflicts, effectsOf, isInTheWay } from "./conflicts.ts";
import { retimeEvent, withTime } from "./event-times.ts";
import { firstOccurrence, isSeries, put, withoutDates } from "./series.ts";
import { ALL_HOURS, freeTimes, occurrenceOf } from "./slots.ts";

/** Maximum number of other times to offer. */
const MAX_TIMES = 2;
/** Largest share of its dates that a series skips at another time, or readily at its own. */
const MAX_SKIPPED = 0.25;

/** A version of the proposed event to try. Its score is that of resolving everything. */
interface Idea extends Pick<ProposedResolution, "strategy" | "score" | "description"> {
  readonly event: CalendarEvent;
}

/**
 * Proposes resolutions of the conflicts of a proposal, best first. Every idea is tried on a copy of the calendar; one that causes a new
 * blocking conflict is dropped. The last one accepts all conflicts, and is the only one for a change of several dates.
 */
export function proposeResolutions(
  proposed: ProposedEvent,
  found: ConflictDetectionData,
  context: CheckContext,
): ProposedResolution[] {
  if (found.blockingConflicts.length === 0) return [];
  const ideas = proposed.dates.length > 1 ? [] : ideasFor(proposed, context);
  const accepted: ProposedResolution = {
    resolutionId: "override_constraint",
    strategy: "override_constraint",
    score: 0.1,
    description: `Keep ${proposed.title} as proposed and accept ${countOf(found.conflicts.length, "conflict")}.`,
    done: `${describeDone(proposed, { ...context.calendar.household, now: context.now })}.`,
    sideEffects: [],
    calendarChanges: proposed.changes,
  };
  const tried = ideas.flatMap((idea) => tryIdea(idea, proposed, found, context) ?? []);
  return [...tried.toSorted((one, other) => other.score - one.score), accepted];
}

/** Tries an idea on a copy of the calendar; null if it causes a new blocking conflict, or resolves none. */
function tryIdea(
  { event, ...idea }: Idea,
  proposed: ProposedEvent,
  found: ConflictDetectionData,
  context: CheckContext,
): ProposedResolution | null {
  const { household } = context.calendar;
  const changes = withEvent(proposed, event);
  const written = { ...proposed, event, ...firstOccurrence(event, household, context.now), changes };
  const after = detectConflicts(written, context);
  const known = new Set(found.conflicts.map(({ id }) => id));
  const left = new Set(after.conflicts.map(({ id }) => id));
  const resolved = found.blockingConflicts.filter((id) => !left.has(id)).length;
  if (resolved === 0 || after.blockingConflicts.some((id) => !known.has(id))) return null;
  return {
    ...idea,
    resolutionId: `${idea.strategy}: ${idea.description}`,
    score: idea.score * (resolved / found.blockingConflicts.length),
    done: `${describeDone(written, { ...household, now: context.now })}.`,
    sideEffects: after.conflicts.map(({ id, details }) => `${known.has(id) ? "Remains" : "New"}: ${details}`),
    calendarChanges: changes,
  };
}

/** The changes of a proposal, with another version of its event. Changed occurrences on dates that this one lacks are left out. */
const withEvent = ({ changes, event }: ProposedEvent, other: CalendarEvent): ProposedEvent["changes"] =>
  changes.flatMap((change) => {
    if (change.kind !== "put_event") return change;
    const { id, replaces } = change.event;
    const isGone = replaces?.seriesId === event.id && !startsAt(other, replaces.originalStart);
    return isGone ? [] : id === event.id ? put(other) : change;
  });

/**
 * The event at the free times nearest to its own, on its day and the next. A series keeps its days, and can skip a few of its dates. At
 * its own time, it can skip any of its dates but not all.
 */
function ideasFor(proposed: ProposedEvent, context: CheckContext): Idea[] {
  const { event, title, start } = proposed;
  const { household } = context.calendar;
  const wording = { ...household, now: context.now };
  const clock = localClock(household.timeZone);
  const day = clock.dayOf(Date.parse(start));
  const near = clock.minutesOf(Date.parse(start));
  const search = { days: [day, clock.addDays(day, 1)], hours: ALL_HOURS, near } as const;
  const slots = event.allDay
    ? []
    : freeTimes(occurrenceOf(proposed), search, context)
        .filter((slot) => slot.start !== start)
        .slice(0, MAX_TIMES);
  return [null, ...slots].flatMap((slot): Idea[] => {
    const isSameDay = slot === null || clock.dayOf(Date.parse(slot.start)) === day;
    if (isSeries(event) && !isSameDay) return [];
    const moved = slot && retimeEvent(event, withTime(emptyRequest, slot, household.timeZone), start, household);
    const { clashes, own } = effectsOf(withEvent(proposed, moved ?? event), context);
    const left = clashes.filter(isInTheWay).map((clash) => clash.own);
    const skipped = new Set(left.map(({ originalStart }) => originalStart));
    const isMany = skipped.size > own.length * MAX_SKIPPED;
    if (isMany && (slot !== null || skipped.size >= own.length)) return [];
    const other = withoutDates(moved ?? event, skipped);
    const days = [...new Set(left.map((each) => formatDay(each.start, wording)))];
    const dates = days.length > 4 ? countOf(days.length, "date") : listNames(days);
    if (slot === null)
      return [
        { strategy: "skip_dates", score: isMany ? 0.2 : 0.7, description: `Skip ${title} on ${dates}.`, event: other },
      ];
    const time = formatSpan(slot, wording);
    const to = isSeries(event) ? `every ${title} to another time, starting ${time}` : `${title} to ${time}`;
    const description = `Move ${to}${days.length > 0 ? `, and skip ${dates}` : ""}.`;
    return [{ strategy: "move_event", score: isSameDay ? 0.85 : 0.65, description, event: other }];
  });
}
