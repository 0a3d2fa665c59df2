import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryCalendar } from "../../src/calendar/memory-calendar.ts";
import { ConflictDetectionData } from "../../src/domain/conflict.ts";
import { detectConflicts } from "../../src/domain/conflicts/detect.ts";
import { NLParserData } from "../../src/domain/nl-parser-data.ts";
import { ProposedEvent } from "../../src/domain/proposed-event.ts";
import { QueryData } from "../../src/domain/query-data.ts";
import { answerQuery } from "../../src/domain/query/answer-query.ts";
import { ResolutionData } from "../../src/domain/resolution.ts";
import { applyResolution } from "../../src/domain/resolution/apply-resolution.ts";
import { proposeResolutions } from "../../src/domain/resolution/propose-resolutions.ts";
import { ResourceManagerData } from "../../src/domain/resource-manager-data.ts";
import { checkResources } from "../../src/domain/resources.ts";
import { SchedulingData } from "../../src/domain/scheduling-data.ts";
import { draftEvent } from "../../src/domain/scheduling/draft.ts";
import { findCandidateSlots } from "../../src/domain/scheduling/find-candidate-slots.ts";
import { formatInstant } from "../../src/domain/wall-clock.ts";
import { household } from "../household.ts";
import { now, request } from "./proposal.ts";
import { arbitraryEvent } from "./resolution/arbitrary-calendar.ts";

const instant = fc
  .integer({ min: -6, max: 40 })
  .map((quarters) => formatInstant(Date.parse(now) + quarters * 6 * 3_600_000));
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value, { nil: null });

/** Any output of a parser, including contradictory ones. */
const anyRequest = fc
  .record({
    eventType: fc.constantFrom("create", "modify", "cancel", "query"),
    title: maybe(fc.constantFrom("Dentist", "e1")),
    startTime: maybe(instant),
    endTime: maybe(instant),
    allDay: fc.boolean(),
    timeIsExact: fc.boolean(),
    durationMinutes: maybe(fc.constantFrom(1, 45, 600, 3000)),
    searchWindow: maybe(fc.record({ start: instant, end: instant })),
    timeZone: fc.constantFrom("Europe/Copenhagen", "America/New_York"),
    participants: fc.uniqueArray(fc.constantFrom("emma", "noah", "nobody"), { maxLength: 2 }),
    resources: fc.uniqueArray(fc.constantFrom("van", "tablet", "boat"), { maxLength: 2 }),
    recurrenceRule: maybe(
      fc.constantFrom(
        "FREQ=WEEKLY;BYDAY=TU",
        "FREQ=DAILY;COUNT=3",
        "FREQ=MONTHLY;BYDAY=-1FR",
        "FREQ=HOURLY;COUNT=30",
        "nonsense",
      ),
    ),
    priority: maybe(fc.constantFrom("low", "high", "critical")),
    flexibility: maybe(fc.constantFrom("fixed", "same_day", "any")),
    targetEventId: maybe(fc.constantFrom("e0", "e1", "gone")),
    targetOccurrenceStart: maybe(fc.constant("2026-11-24T13:00:00")),
    queryType: maybe(fc.constantFrom("availability", "event_lookup", "resource_status", "conflict_check")),
  })
  .map((parts) => NLParserData.parse(request(parts)));

const shaped = <Data>(schema: { parse(value: unknown): Data }, value: Data): Data => {
  expect(schema.parse(JSON.parse(JSON.stringify(value)))).toEqual(value);
  return value;
};

test("whatever was understood, every agent answers in its shape, and what is offered can be confirmed", () => {
  const events = fc.tuple(...["e0", "e1", "e2"].map(arbitraryEvent));
  fc.assert(
    fc.property(anyRequest, events, (asked, stored) => {
      const calendar = memoryCalendar(household, stored);
      shaped(QueryData, answerQuery(asked, { calendar, now }));
      const { candidateTimes } = shaped(SchedulingData, findCandidateSlots(asked, { calendar, now }));
      for (const slot of [null, ...candidateTimes]) {
        const interval = slot === null ? null : { start: slot.startTime, end: slot.endTime };
        const drafted = draftEvent(asked, { calendar, slot: interval, eventId: "new", now, createdBy: "alex" });
        if (drafted === null) continue;
        const proposed = shaped(ProposedEvent, drafted);
        shaped(ResourceManagerData, checkResources(proposed, { calendar, now }));
        const found = shaped(ConflictDetectionData, detectConflicts(proposed, { calendar, now }));
        const offered = shaped(ResolutionData, proposeResolutions(proposed, found, { calendar, now }));
        if (found.blockingConflicts.length === 0) calendar.withChanges(applyResolution(proposed, null));
        for (const resolution of offered.proposedResolutions)
          calendar.withChanges(applyResolution(proposed, resolution));
      }
    }),
  );
});
