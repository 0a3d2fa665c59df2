import type { WebSession } from "@tidemark/web";
import { z } from "zod";
import { offerFrom } from "../conversation.ts";
import type { Calendar, CalendarChange } from "../domain/calendar.ts";
import { ProposedEvent } from "../domain/proposed-event.ts";
import { changesOfProposal } from "../domain/scheduling/draft.ts";

/** State of a thread, as far as it describes the proposal. */
const Proposal = z.looseObject({ scheduler_proposed_event: ProposedEvent.nullable() });

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
  const { data } = Proposal.safeParse(await session.state());
  const proposed = data?.scheduler_proposed_event ?? null;
  return proposed === null ? [] : changesOfProposal(proposed);
}

function undoOf(number: number, calendar: Calendar): readonly CalendarChange[] {
  const last = calendar.lastChange();
  return last?.number === number ? (last.undo ?? []) : [];
}
