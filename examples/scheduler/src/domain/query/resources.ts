import { formatHours, listNames } from "../format.ts";
import { type Busy, intervalOf } from "../free-busy.ts";
import type { Household } from "../household.ts";
import { memberName, resourceOf, usesWithin } from "../planning/conflicts.ts";
import { type Answer, busyData, type Question, restOfToday, spanText } from "./question.ts";

/** Who uses a resource, and what is left of it. */
export function resources(question: Question): Answer {
  const { request, household, wording } = question;
  const span = restOfToday(question);
  const timetable = question.timetable(span);
  const statuses = request.resources.map((id) => {
    const { name, capacity } = resourceOf(household, id);
    const { uses, peak } = usesWithin(span, id, timetable);
    return { id, name, capacity, uses, free: Math.max(0, capacity - peak) };
  });
  const when = spanText(span, question);
  const sentences = statuses.map(({ name, capacity, uses, free }) => {
    if (uses.length === 0) return `${name} is free ${when}.`;
    const list = uses
      .map(
        (busy) =>
          `${busy.occurrence.allDay ? "all day" : formatHours(busy.occurrence, wording)} (${busy.occurrence.event.title}${withPeople(busy, household)})`,
      )
      .join(", ");
    if (question.isMoment && free === 0) return `${name} is taken ${when}: ${list}.`;
    return `${name} is free ${when} except ${list}${capacity > 1 ? `, with ${free} of ${capacity} places left at the busiest time` : ""}.`;
  });
  return {
    answer: sentences.join(" "),
    results: {
      range: intervalOf(span),
      resources: statuses.map(({ id, name, capacity, uses, free }) => ({
        resourceId: id,
        resourceName: name,
        available: free > 0,
        currentCapacity: free,
        maxCapacity: capacity,
        uses: uses.map(busyData),
      })),
    },
  };
}

const withPeople = ({ occurrence: { event } }: Busy, household: Household): string =>
  event.participants.length === 0 ? "" : `, ${listNames(event.participants.map((id) => memberName(household, id)))}`;
