import type { WebSession } from "@tidemark/web";
import { z } from "zod";
import { offerFrom } from "../approval/offer.ts";
import { type Calendar, CalendarChange } from "../domain/calendar.ts";

/** Proposal in the state of a thread, as far as it says what would change. */
const Values = z.looseObject({
  scheduler_proposed_event: z.looseObject({ changes: z.array(CalendarChange) }).nullable(),
});

/** Changes that the open question of a thread asks about; empty without a question, or when they no longer fit the calendar. */
export async function proposedChanges(
  session: Pick<WebSession, "pending" | "state">,
  calendar: Calendar,
): Promise<readonly CalendarChange[]> {
  if (!(await session.pending()).some(({ value }) => offerFrom(value) !== null)) return [];
  const changes = Values.safeParse(await session.state()).data?.scheduler_proposed_event?.changes ?? [];
  try {
    calendar.withChanges(changes);
    return changes;
  } catch {
    // The calendar was changed since the question, which will be asked again.
    return [];
  }
}
