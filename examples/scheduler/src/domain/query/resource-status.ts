import { formatHours, formatSpan } from "../format.ts";
import { type Busy, intervalOf, type Span } from "../free-busy.ts";
import type { Resource } from "../household.ts";
import type { QueryData } from "../query-data.ts";
import { resourceOf, usageWithin } from "../resources.ts";
import { askedOrToday, busyAsData, describeSpan, type Question, timetableFor } from "./question.ts";

/** Answers for each resource (defaults to all) who uses it when, and how much capacity is left. */
export function answerResourceStatus(question: Question): QueryData {
  const { request, household } = question;
  const span = askedOrToday(question);
  const ids = request.resources.length > 0 ? request.resources : household.resources.map(({ id }) => id);
  const busy = timetableFor(question, span).overlapping(span);
  const statuses = [...new Set(ids)].map((id) => statusOf(resourceOf(household, id), { span, busy }));
  return {
    queryType: "resource_status",
    answer:
      statuses.length === 0
        ? `${household.name} has no resources.`
        : statuses.map((status) => sentence(status, span, question)).join(" "),
    results: {
      range: intervalOf(span),
      resources: statuses.map(({ resource, uses, free }) => ({
        resourceId: resource.id,
        resourceName: resource.name,
        available: free > 0,
        currentCapacity: free,
        maxCapacity: resource.capacity,
        uses: uses.map(busyAsData),
      })),
    },
  };
}

interface Status {
  readonly resource: Resource;
  readonly uses: readonly Busy[];
  /** Remaining capacity at the busiest moment. */
  readonly free: number;
}

function statusOf(resource: Resource, { span, busy }: { span: Span; busy: readonly Busy[] }): Status {
  const uses = busy.filter(({ occurrence }) => occurrence.event.resources.includes(resource.id));
  const { peak } = usageWithin(span, uses, resource.capacity);
  return { resource, uses, free: Math.max(0, resource.capacity - peak) };
}

function sentence({ resource, uses, free }: Status, span: Span, question: Question): string {
  const when = describeSpan(span, question);
  if (uses.length === 0) return `${resource.name} is free ${when}.`;
  const isOneDay = question.clock.dayOf(span.start) === question.clock.dayOf(span.end - 1);
  const list = uses
    .map((busy) => {
      const hours = busy.occurrence.allDay
        ? "all day"
        : (isOneDay ? formatHours : formatSpan)(busy.occurrence, question.wording);
      return `${hours} (${busy.occurrence.event.title})`;
    })
    .join(", ");
  if (question.isMoment && free === 0) return `${resource.name} is taken ${when}: ${list}.`;
  const places = resource.capacity > 1 ? `, with ${free} of ${resource.capacity} places left at the busiest time` : "";
  return `${resource.name} is free ${when} except ${list}${places}.`;
}
