import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../src/calendar/memory-calendar.ts";
import { detectConflicts } from "../../src/domain/conflicts/detect.ts";
import { answerQuery } from "../../src/domain/query/answer-query.ts";
import { proposeResolutions } from "../../src/domain/resolution/propose-resolutions.ts";
import { checkResources } from "../../src/domain/resources.ts";
import { findCandidateSlots } from "../../src/domain/scheduling/find-candidate-slots.ts";
import { event, household } from "../household.ts";
import { now, proposal, request } from "./proposal.ts";

const people = ["emma", "noah", "alex", "sam"];

/** Two years of a busy household: 10,000 entries, every hundredth of them a weekly series. */
const events = Array.from({ length: 10_000 }, (_, index) => {
  const day = new Date(Date.UTC(2025, 10, 1 + ((index * 37) % 800))).toISOString().slice(0, 10);
  const hour = String(7 + ((index * 7) % 13)).padStart(2, "0");
  return event({
    id: `e${index}`,
    title: `Event ${index}`,
    start: `${day}T${hour}:00:00`,
    end: `${day}T${hour}:45:00`,
    participants: people.slice(index % 4, (index % 4) + 1),
    resources: index % 50 === 0 ? ["van"] : [],
    recurrenceRule: index % 100 === 0 ? "FREQ=WEEKLY;COUNT=100" : null,
  });
});
const calendar = memoryCalendar(household, events);

describe("over 10,000 stored events", () => {
  test.each([
    ["a single event", {}],
    ["a weekly series", { recurrenceRule: "FREQ=WEEKLY;BYDAY=TU" }],
  ])("a whole turn for %s finds times, conflicts and a resolution", (_, parts) => {
    const wanted = { participants: ["emma"], resources: ["van"], ...parts };
    const asked = request({ startTime: "2026-11-24T15:00:00Z", timeIsExact: true, ...wanted });
    expect(findCandidateSlots(asked, { calendar, now }).candidateTimes).toHaveLength(5);
    const proposed = proposal(wanted);
    checkResources(proposed, { calendar });
    const found = detectConflicts(proposed, { calendar, now });
    expect(found.hasConflicts).toBe(true);
    expect(proposeResolutions(proposed, found, { calendar, now }).recommendedResolution).not.toBeNull();
  });

  test("each kind of question is answered", () => {
    for (const queryType of ["availability", "event_lookup", "resource_status", "conflict_check"] as const)
      answerQuery(request({ eventType: "query", title: null, queryType }), { calendar, now });
  });
});
