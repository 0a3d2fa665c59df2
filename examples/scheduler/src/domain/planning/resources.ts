import { resourceOf } from "../household.ts";
import type { ProposedEvent } from "../outputs.ts";
import { type CheckContext, effectsOf, usesWithin } from "./conflicts.ts";

/** Checks for each resource of a proposal how many uses are left at the busiest moment of all its occurrences. */
export function checkResources({ action, event, changes }: ProposedEvent, context: CheckContext) {
  if (action === "cancel") return { resourceAvailability: [], allResourcesAvailable: true };
  const { own, timetable } = effectsOf(changes, context);
  const resourceAvailability = event.resources.map((resourceId) => {
    const { name, capacity } = resourceOf(context.calendar.household, resourceId);
    const used = own.filter(({ occurrence }) => occurrence.event.resources.includes(resourceId));
    const others = Math.max(0, ...used.map((busy) => usesWithin(busy, resourceId, timetable).peak - 1));
    return {
      resourceId,
      resourceName: name,
      available: others < capacity,
      currentCapacity: Math.max(0, capacity - others),
    };
  });
  return { resourceAvailability, allResourcesAvailable: resourceAvailability.every(({ available }) => available) };
}
