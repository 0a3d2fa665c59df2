import type { Household } from "../domain/household.ts";
import type { ProposedEvent } from "../domain/outputs.ts";
import { memberName, resourceOf } from "../domain/planning/conflicts.ts";
import { firstOccurrence } from "../domain/planning/series.ts";
import type { ProposedEntry } from "./offer.ts";

/** Maximum number of entries of one proposal. */
const MAX_ENTRIES = 50;

/** Entries that a proposal would store, each with its first time, so that a calendar page can show them before they are approved. */
export const proposedEntries = (
  { action, changes, before, event: first }: ProposedEvent,
  { household, now }: { readonly household: Household; readonly now: string },
): ProposedEntry[] =>
  changes.slice(0, MAX_ENTRIES).flatMap((change): ProposedEntry[] => {
    if (change.kind !== "put_event" || action === "cancel") return [];
    const { event } = change;
    const { start, end } = firstOccurrence(event, household, now);
    return [
      {
        title: event.title,
        start,
        end,
        allDay: event.allDay,
        ...(event.recurrenceRule !== null && { rule: event.recurrenceRule }),
        people: event.participants.map((id) => memberName(household, id)),
        resources: event.resources.map((id) => resourceOf(household, id).name),
        replaces: before === null && event.id === first.id ? null : event.id,
      },
    ];
  });
