import type { ProposedEvent, ResourceManagerData } from "../outputs.ts";
import { type CheckContext, occurrencesAfter, resourceOf, usesWithin } from "./conflicts.ts";

/** Checks for each resource of a proposal how many uses are left at the busiest moment of all its occurrences. */
export function checkResources(
  { action, event, changes }: ProposedEvent,
  { calendar, now }: CheckContext,
): ResourceManagerData {
  if (action === "cancel" || event.resources.length === 0)
    return { resourceAvailability: [], allResourcesAvailable: true };
  const entries = changes.flatMap((change) => (change.kind === "put_event" ? [change.event] : []));
  const { own, timetable } = occurrencesAfter(entries, calendar.withChanges(changes), now);
  const resourceAvailability = [...new Set(event.resources)].map((id) => {
    const { name, capacity } = resourceOf(calendar.household, id);
    const used = own
      .filter(({ occurrence }) => occurrence.event.resources.includes(id))
      .map((busy) => ({ busy, ...usesWithin(busy, id, timetable) }));
    const others = Math.max(0, ...used.map(({ peak }) => peak - 1));
    const holders = used
      .filter(({ peak }) => peak > capacity)
      .flatMap(({ busy, uses }) => uses.filter(({ occurrence }) => occurrence.eventId !== busy.occurrence.eventId));
    return {
      resourceId: id,
      resourceName: name,
      available: others < capacity,
      currentCapacity: Math.max(0, capacity - others),
      maxCapacity: capacity,
      conflicts: [...new Set(holders.map(({ occurrence }) => occurrence.eventId))].toSorted(),
    };
  });
  return { resourceAvailability, allResourcesAvailable: resourceAvailability.every(({ available }) => available) };
}
