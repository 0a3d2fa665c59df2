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

/** What resources are checked against; a timetable that was read before spares reading it again. */
interface ResourceContext {
  readonly calendar: CalendarView;
  /** Series are judged from here on; when the proposal was made, if not given. */
  readonly now?: string;
  readonly timetable?: Timetable;
}

/** The resource with this id; one the household does not list has room for one use at a time. */
export const resourceOf = (household: Household, id: string): Resource =>
  household.resources.find((resource) => resource.id === id) ?? { id, name: id, aliases: [], capacity: 1 };

/** How the uses of one resource add up within a span. */
interface Usage {
  /** Most uses at one moment. */
  readonly peak: number;
  /** The uses that share in a moment with at least as many uses as asked for. */
  readonly holders: readonly Busy[];
}

/**
 * Sweeps over the uses within `span`: how many there are at the tightest moment, and which of them take part in a
 * moment with `full` uses or more.
 */
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

/** The uses of a resource, within a span, by events other than `event` itself. */
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
 * Says for each resource of a proposal how many uses are left at the tightest moment of all its occurrences.
 *
 * A series is judged over its horizon (one year at most). What the proposal itself replaces does not count as a use; a
 * cancellation and an event that no calendar can hold use nothing.
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
    const usages = occurrences.map((own) => usageWithin(own, usesOf(timetable, own, { id, event }), resource.capacity));
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
  return { resourceAvailability, allResourcesAvailable: resourceAvailability.every((each) => each.available) };
}
