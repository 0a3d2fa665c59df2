import type { CalendarChange } from "../calendar.ts";
import type { ProposedEvent } from "../proposed-event.ts";
import type { ProposedResolution } from "../resolution.ts";
import { changesOfProposal } from "../scheduling/draft.ts";

/**
 * Lists the changes that a confirmation writes: those of the chosen resolution, which include the proposal, or those of the
 * proposal alone.
 */
export const applyResolution = (proposed: ProposedEvent, resolution: ProposedResolution | null): CalendarChange[] =>
  resolution === null ? changesOfProposal(proposed) : [...resolution.calendarChanges];
