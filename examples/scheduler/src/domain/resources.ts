import type { CalendarView } from "./calendar.ts";
import type { CalendarEvent } from "./calendar-event.ts";
import { horizonOf } from "./conflicts/horizon.ts";
import { eventProblem } from "./event-problem.ts";
import type { Busy, Span, Timetable } from "./free-busy.ts";
import { compareText, isOwnVersion, proposedOccurrences, timetableOf } from "./free-busy.ts";
import type { Household, Resource } from "./household.ts";
import type { ProposedEvent } from "./proposed-event.ts";
import { calendarFor } from "./scheduling/draft.ts";
import type { ResourceAvailability, ResourceManagerData } from "./resource-manager-data.ts";

/** Calendar for checking resources; an existing timetable saves reading it again. */
interface ResourceContext {
  readonly calendar: CalendarView;
  /** Start of the period to check. Defaults to the creation time of the proposal. */
  readonly now?: string;
  readonly timetable?: Timetable;
}

/** Finds a resource by id; an unknown resource has a capacity of 1. */
export const resourceOf = (household: Household, id: string): Resource =>
  household.resources.find((resource) => resource.id === id) ?? { id, name: id, aliases: [], capacity: 1 };

/** Usage of a resource within a span. */
interface Usage {
  /** Largest number of simultaneous uses. */
  readonly peak: number;
  /** Uses that take part in a moment with at least `full` uses. */
  readonly holders: readonly Busy[];
}

/** Computes the peak usage within `span`, and the uses that take part in a moment with `full` uses or more. */
export function usageWithin(span: Span, uses: readonly Busy[], full: number): Usage {
  const moments = [span.start, ...uses.map((use) => use.start)].filter((at) => at >= span.start && at < span.end);
  let peak = 0;
  const holders = new Set<Busy>();
  for (const moment of moments) {
    const current = uses.filter((use) => use.start <= moment && moment < use.end);
    peak = Math.max(peak, current.length);
    if (current.length >= full) for (const use of current) holders.add(use);
  }
  return { peak, holders: uses.filter((use) => holders.has(use)) };
}

/** Uses of a resource within a span by events other than `event`. */
export const usesOf = (timetable: Timetable, span: Span, { id, event }: { id: string; event: CalendarEvent | null }) =>
  timetable
    .overlapping(span)
    .filter(
      (busy) =>
        busy.occurrence.event.resources.includes(id) &&
        busy.end > busy.start &&
        (event === null || !isOwnVersion(event, busy)),
    );

/**
 * Checks for each resource of a proposal how many uses are left at the busiest moment of all its occurrences.
 *
 * A series is checked for at most one year. Events that the proposal replaces do not count as uses; a cancellation and an invalid
 * event use nothing.
 */
export function checkResources(proposed: ProposedEvent, context: ResourceContext): ResourceManagerData {
  const { event } = proposed;
  const isPossible = proposed.action !== "cancel" && eventProblem(event) === null;
  const resources = isPossible ? [...new Set(event.resources)] : [];
  if (resources.length === 0) return { resourceAvailability: [], allResourcesAvailable: true };
  const { household } = context.calendar;
  const horizon = horizonOf(event, { household, now: context.now ?? proposed.createdAt });
  const timetable = context.timetable ?? timetableOf(calendarFor(proposed, context.calendar), horizon);
  const occurrences = proposedOccurrences(timetable, event, horizon);
  const resourceAvailability = resources.map((id): ResourceAvailability => {
    const resource = resourceOf(household, id);
    const usages = occurrences.map((occurrence) =>
      usageWithin(occurrence, usesOf(timetable, occurrence, { id, event }), resource.capacity),
    );
    const peak = Math.max(0, ...usages.map((usage) => usage.peak));
    const holders = usages.flatMap((usage) => usage.holders.map((use) => use.occurrence.eventId));
    return {
      resourceId: id,
      resourceName: resource.name,
      available: peak < resource.capacity,
      currentCapacity: Math.max(0, resource.capacity - peak),
      maxCapacity: resource.capacity,
      conflicts: [...new Set(holders)].toSorted(compareText),
    };
  });
  return { resourceAvailability, allResourcesAvailable: resourceAvailability.every(({ available }) => available) };
}
