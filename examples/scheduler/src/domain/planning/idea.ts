import type { CalendarChange } from "../calendar.ts";
import type { CalendarEvent } from "../calendar-event.ts";
import type { ProposedResolution, ResolutionChange } from "../outputs.ts";

/** Changes to try instead of those of the proposal. The score is that of resolving every conflict. */
export interface Idea extends Pick<ProposedResolution, "strategy" | "score" | "description"> {
  readonly action: ResolutionChange["action"];
  /** The proposed event as it would be. */
  readonly event: CalendarEvent;
  readonly changes: readonly CalendarChange[];
}
