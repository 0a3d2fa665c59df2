import { resourceOf } from "../household.ts";
import type { ProposedEvent, ResourceManagerData } from "../outputs.ts";
import { type CheckContext, effectsOf, usesWithin } from "./conflicts.ts";

/** Checks for each resource of a proposal how many uses are left at the busiest moment of all its occurrences. */
export function checkResources({ action, event, changes }: ProposedEvent, context: CheckContext): ResourceManagerData {
  const { own, timetable } = effectsOf(action === "cancel" ? [] : changes, context);
  const resourceAvailability = (action === "cancel" ? [] : event.resources).map((id) => {
    const { name, capacity } = resourceOf(context.calendar.household, id);
    const used = own.filter(({ occurrence }) => occurrence.event.resources.includes(id));
    const others = Math.max(0, ...used.map((busy) => usesWithin(busy, id, timetable).peak - 1));
    const left = Math.max(0, capacity - others);
    return { resourceId: id, resourceName: name, available: left > 0, currentCapacity: left, maxCapacity: capacity };
  });
  return { resourceAvailability, allResourcesAvailable: resourceAvailability.every(({ available }) => available) };
}
