import { isDeepStrictEqual } from "node:util";
import { sameContent } from "../calendar/plan-changes.ts";
import type { CalendarChange, CalendarView } from "../domain/calendar.ts";
import type { CalendarEvent } from "../domain/calendar-event.ts";
import { detectConflicts } from "../domain/conflicts/detect.ts";
import type { ProposedEvent } from "../domain/proposed-event.ts";
import type { ProposedResolution } from "../domain/resolution.ts";
import { proposeResolutions } from "../domain/resolution/propose-resolutions.ts";
import type { SchedulerValue } from "../state.ts";
import { draftProposal } from "./draft-proposal.ts";

/**
 * Finds a reason to ask again about an approved change; null when the question would be the same now.
 *
 * The proposal, its conflicts and the chosen resolution are computed again on the current calendar. This keeps an approved change
 * from overwriting or colliding with changes made since the question was asked.
 */
export function askAgainReason(
  values: SchedulerValue,
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
  const chosen = values.scheduler_selected_resolution;
  if (chosen === null) return null;
  const { proposedResolutions } = proposeResolutions(fresh, found, { calendar, now });
  return proposedResolutions.some((resolution) => sameResolution(resolution, chosen)) ? null : CHANGED;
}

const CHANGED = "The calendar has changed since the question.";

const eventsOf = ({ event, alsoChanged = [] }: ProposedEvent): readonly CalendarEvent[] => [event, ...alsoChanged];

function sameProposal(one: ProposedEvent, other: ProposedEvent): boolean {
  const [mine, theirs] = [eventsOf(one), eventsOf(other)];
  return (
    mine.length === theirs.length &&
    mine.every((event, index) => sameEvent(event, theirs[index])) &&
    isDeepStrictEqual(one.cancelledStarts, other.cancelledStarts)
  );
}

/** Also compares the sequence, which reveals changes that were reverted. */
const sameEvent = (one: CalendarEvent, other: CalendarEvent | undefined): boolean =>
  other !== undefined && sameContent(one, other) && one.sequence === other.sequence;

const sameResolution = (one: ProposedResolution, other: ProposedResolution): boolean =>
  one.resolutionId === other.resolutionId &&
  one.description === other.description &&
  isDeepStrictEqual(one.conflictsResolved, other.conflictsResolved) &&
  sameChanges(one.calendarChanges, other.calendarChanges);

const sameChanges = (one: readonly CalendarChange[], other: readonly CalendarChange[]): boolean =>
  one.length === other.length && one.every((change, index) => sameChange(change, other[index]));

function sameChange(one: CalendarChange, other: CalendarChange | undefined): boolean {
  if (one.kind === "put_event" && other?.kind === "put_event") return sameEvent(one.event, other.event);
  return isDeepStrictEqual(one, other);
}
