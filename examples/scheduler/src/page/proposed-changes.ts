import type { WebSession } from "@tidemark/web";
import { z } from "zod";
import { offerFrom } from "../conversation.ts";
import { CalendarEvent } from "../domain/calendar-event.ts";
import { type Calendar, CalendarChange } from "../domain/calendar.ts";

/** Proposal in the state of a thread, as far as it says what would change. */
const Proposal = z.looseObject({
  action: z.enum(["create", "modify", "cancel"]),
  event: CalendarEvent,
  changes: z.array(CalendarChange).optional(),
  alsoChanged: z.array(CalendarEvent).optional(),
  cancelledStarts: z.array(z.string()).optional(),
  splits: z.looseObject({ alsoPut: z.array(CalendarEvent) }).optional(),
});
const Values = z.looseObject({ scheduler_proposed_event: Proposal.nullable() });

/** Changes that the open question of a thread asks about; empty without a question, or when they no longer fit the calendar. */
export async function proposedChanges(
  session: Pick<WebSession, "pending" | "state">,
  calendar: Calendar,
): Promise<readonly CalendarChange[]> {
  const [offer] = (await session.pending()).map(({ value }) => offerFrom(value)).filter((found) => found !== null);
  if (offer === undefined) return [];
  const changes = offer.undoes === undefined ? await changesAsked(session) : undoOf(offer.undoes, calendar);
  try {
    calendar.withChanges(changes);
    return changes;
  } catch {
    // The calendar was changed since the question, which will be asked again.
    return [];
  }
}

async function changesAsked(session: Pick<WebSession, "state">): Promise<readonly CalendarChange[]> {
  const { data } = Values.safeParse(await session.state());
  const proposal = data?.scheduler_proposed_event ?? null;
  return proposal === null ? [] : (proposal.changes ?? changesOf(proposal));
}

const put = (event: CalendarEvent): CalendarChange => ({ kind: "put_event", event });

/** Changes of a proposal that does not list them. */
function changesOf({
  action,
  event,
  alsoChanged = [],
  cancelledStarts,
  splits,
}: z.infer<typeof Proposal>): CalendarChange[] {
  const others = (splits?.alsoPut ?? []).map(put);
  if (action !== "cancel") return [...others, ...[event, ...alsoChanged].map(put)];
  if (splits !== undefined) return others;
  if (event.replaces === null) return [{ kind: "remove_event", eventId: event.id }];
  const { seriesId, originalStart } = event.replaces;
  return (cancelledStarts ?? [originalStart]).map((start) => ({
    kind: "exclude_occurrence",
    eventId: seriesId,
    originalStart: start,
  }));
}

function undoOf(number: number, calendar: Calendar): readonly CalendarChange[] {
  const last = calendar.lastChange();
  return last?.number === number ? (last.undo ?? []) : [];
}
