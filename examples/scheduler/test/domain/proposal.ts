import type { CalendarEvent } from "../../src/domain/calendar-event.ts";
import type { ProposedEvent } from "../../src/domain/outputs.ts";
import { firstOccurrence, put } from "../../src/domain/planning/series.ts";
import { emptyData, type NLParserData } from "../../src/domain/parser-data.ts";
import { event, household } from "../household.ts";

/** Saturday, 21 November 2026, 10:00 in Copenhagen. */
export const now = "2026-11-21T09:00:00Z";

/** A proposal to put that event: the soccer practice of `event`, or whatever is named. */
export const proposal = (
  parts: Partial<CalendarEvent> = {},
  action: ProposedEvent["action"] = "create",
  more: Partial<ProposedEvent> = {},
): ProposedEvent => {
  const entry = event({ id: "new", ...parts });
  const { start, end } = firstOccurrence(entry, household, now);
  return {
    eventId: entry.id,
    title: entry.title,
    start,
    end,
    participants: entry.participants,
    resources: entry.resources,
    createdAt: now,
    status: "proposed",
    action,
    event: entry,
    before: null,
    changes: [put(entry)],
    revision: 1,
    dates: [],
    following: false,
    undoes: null,
    ...more,
  };
};

/** Creates a request with defaults for everything not given. */
export const request = (parts: Partial<NLParserData> = {}): NLParserData => ({
  ...emptyData,
  title: "Dentist",
  ...parts,
});
