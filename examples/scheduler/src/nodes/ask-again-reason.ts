import { isDeepStrictEqual } from "node:util";
import { sameContent } from "../calendar/plan-changes.ts";
import type { CalendarChange, CalendarView } from "../domain/calendar.ts";
import type { ProposedEvent, ProposedResolution } from "../domain/outputs.ts";
import { detectConflicts } from "../domain/planning/conflicts.ts";
import { proposeResolutions } from "../domain/planning/resolutions.ts";
import type { SchedulerValue } from "../state.ts";
import { draftProposal } from "./draft-proposal.ts";

const CHANGED = "The calendar has changed since the question.";

/**
 * Finds a reason to ask again about an approved change; null when the question would be the same now.
 *
 * The proposal, its conflicts and the chosen resolution are computed again on the current calendar. This keeps an approved change
 * from overwriting or colliding with changes made since the question was asked.
 */
export function askAgainReason(
  values: SchedulerValue,
  chosen: ProposedResolution | null,
  { calendar, now }: { readonly calendar: CalendarView; readonly now: string },
): string | null {
  const proposed = values.scheduler_proposed_event;
  if (proposed === null) return null;
  const fresh = draftProposal(values, { calendar, now, eventId: proposed.eventId });
  if (fresh === null) return `"${proposed.title}" is no longer in the calendar.`;
  if (!sameProposal(fresh, proposed)) return `"${proposed.title}" was changed since the question.`;
  const found = detectConflicts(fresh, { calendar, now });
  const known = new Set(values.scheduler_detected_conflicts?.blockingConflicts);
  if (found.blockingConflicts.some((id) => !known.has(id))) return CHANGED;
  if (chosen === null) return null;
  const { proposedResolutions } = proposeResolutions(fresh, found, { calendar, now });
  const same = proposedResolutions.find(({ resolutionId }) => resolutionId === chosen.resolutionId);
  return same !== undefined &&
    same.description === chosen.description &&
    sameChanges(same.calendarChanges, chosen.calendarChanges)
    ? null
    : CHANGED;
}

const sameProposal = (one: ProposedEvent, other: ProposedEvent): boolean =>
  sameChanges(one.changes, other.changes) &&
  (one.before === null) === (other.before === null) &&
  (one.before === null ||
    other.before === null ||
    (sameContent(one.before, other.before) && one.before.sequence === other.before.sequence));

const sameChanges = (one: readonly CalendarChange[], other: readonly CalendarChange[]): boolean =>
  one.length === other.length &&
  one.every((change, index) => {
    const match = other[index];
    // Compares the sequence too, which reveals changes that were reverted.
    if (change.kind === "put_event" && match?.kind === "put_event")
      return sameContent(change.event, match.event) && change.event.sequence === match.event.sequence;
    return isDeepStrictEqual(change, match);
  });
