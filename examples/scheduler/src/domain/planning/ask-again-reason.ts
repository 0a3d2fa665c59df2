import { isDeepStrictEqual } from "node:util";
import type { CalendarChange, CalendarView } from "../calendar.ts";
import type { CalendarEvent } from "../calendar-event.ts";
import type { ConflictDetectionData } from "../conflict.ts";
import type { ProposedEvent, ProposedResolution, TimeSlot } from "../outputs.ts";
import type { Request } from "../request.ts";
import { sameContent } from "../same-content.ts";
import { detectConflicts } from "./conflicts.ts";
import { draftProposal } from "./draft.ts";
import { proposeResolutions } from "./resolutions.ts";

/** What a person was asked about, as it was then. */
interface Asked {
  readonly scheduler_proposed_event: ProposedEvent | null;
  readonly scheduler_parsed_event: Request | null;
  readonly scheduler_selected_time_slot: TimeSlot | null;
  readonly scheduler_detected_conflicts: ConflictDetectionData | null;
}

const CHANGED = "The calendar has changed since the question.";

/**
 * Finds a reason to ask again about an approved change; null when the question would be the same now.
 *
 * The proposal, its conflicts and the chosen resolution are computed again on the current calendar. This keeps an approved change
 * from overwriting or colliding with changes made since the question was asked.
 */
export function askAgainReason(
  asked: Asked,
  chosen: ProposedResolution | null,
  { calendar, now }: { readonly calendar: CalendarView; readonly now: string },
): string | null {
  const { scheduler_proposed_event: proposed, scheduler_parsed_event: request } = asked;
  if (proposed === null || request === null) return null;
  const { eventId, event, title } = proposed;
  const context = { calendar, now, eventId, createdBy: event.createdBy };
  const fresh = draftProposal(request, asked.scheduler_selected_time_slot, context);
  if (fresh === null) return `"${title}" is no longer in the calendar.`;
  if (!sameProposal(fresh, proposed)) return `"${title}" was changed since the question.`;
  const found = detectConflicts(fresh, { calendar, now });
  const known = new Set(asked.scheduler_detected_conflicts?.blockingConflicts);
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

/** True for the same entry, also in its sequence, which reveals changes that were reverted. */
const sameEntry = (one: CalendarEvent, other: CalendarEvent): boolean =>
  sameContent(one, other) && one.sequence === other.sequence;

const sameProposal = (one: ProposedEvent, other: ProposedEvent): boolean =>
  sameChanges(one.changes, other.changes) &&
  (one.before === null || other.before === null ? one.before === other.before : sameEntry(one.before, other.before));

const sameChanges = (one: readonly CalendarChange[], other: readonly CalendarChange[]): boolean =>
  one.length === other.length &&
  one.every((change, index) => {
    const match = other[index];
    return change.kind === "put_event" && match?.kind === "put_event"
      ? sameEntry(change.event, match.event)
      : isDeepStrictEqual(change, match);
  });
