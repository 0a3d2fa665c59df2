import type { CalendarChange } from "../calendar.ts";
import type { ProposedEvent } from "../proposed-event.ts";
import type { ProposedResolution } from "../resolution.ts";
import { changesOfProposal } from "../scheduling/draft.ts";

/**
 * Lists everything that confirming writes to the calendar: the chosen resolution's changes, which include the
 * proposal in its changed form, or those of the proposal alone when there was nothing to resolve.
 */
export const applyResolution = (proposed: ProposedEvent, resolution: ProposedResolution | null): CalendarChange[] =>
  resolution === null ? changesOfProposal(proposed) : [...resolution.calendarChanges];
