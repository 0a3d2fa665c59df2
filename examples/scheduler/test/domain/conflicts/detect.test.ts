import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../../src/calendar/memory-calendar.ts";
import type { CalendarEvent } from "../../../src/domain/calendar-event.ts";
import { ConflictDetectionData } from "../../../src/domain/conflict.ts";
import { detectConflicts } from "../../../src/domain/conflicts/detect.ts";
import { overlaps } from "../../../src/domain/interval.ts";
import { occurrenceAsEvent } from "../../../src/domain/scheduling/target.ts";
import { event, household } from "../../household.ts";
import { now, proposal } from "../proposal.ts";
import { arbitraryEvent } from "../resolution/arbitrary-calendar.ts";

const detect = (events: readonly CalendarEvent[], parts: Partial<CalendarEvent>, action?: "modify" | "cancel") => {
  const found = detectConflicts(proposal(parts, action), { calendar: memoryCalendar(household, events), now });
  expect(ConflictDetectionData.parse(found)).toEqual(found);
  return found;
};

const sentences = (...args: Parameters<typeof detect>): string[] =>
  detect(...args).conflicts.map(({ details }) => details);

const piano = (parts: Partial<CalendarEvent> = {}) =>
  event({ id: "piano", title: "Piano", participants: ["emma"], start: "2026-11-24T16:30:00", ...parts });

describe("time conflicts", () => {
  test("name who is taken twice, by what, and when", () => {
    expect(detect([piano()], { participants: ["emma", "sam"] })).toEqual({
      conflicts: [
        {
          id: "time:new:piano",
          type: "time_conflict",
          severity: "medium",
          conflictingEventId: "piano",
          conflictingEventTitle: "Piano",
          participantsAffected: ["emma"],
          resourceId: null,
          firstAt: "2026-11-24T15:30:00Z",
          occurrences: 1,
          details: "Emma has Piano Tue 24 Nov 16:30–17:00.",
        },
      ],
      hasConflicts: true,
      blockingConflicts: ["time:new:piano"],
    });
  });

  test("need a person in common and a moment in common", () => {
    expect(sentences([piano()], { participants: ["sam"] })).toEqual([]);
    expect(
      sentences([piano({ start: "2026-11-24T17:00:00", end: "2026-11-24T18:00:00" })], { participants: ["emma"] }),
    ).toEqual([]);
  });

  test("name everyone who is affected", () => {
    const both = piano({ participants: ["sam", "emma"] });
    expect(sentences([both], { participants: ["emma", "sam"] })).toEqual([
      "Emma and Sam have Piano Tue 24 Nov 16:30–17:00.",
    ]);
  });

  test("of two series are one conflict, with its first time and a count", () => {
    const weekly = piano({ recurrenceRule: "FREQ=WEEKLY;BYDAY=TU;COUNT=5" });
    const [conflict] = detect([weekly], { participants: ["emma"], recurrenceRule: "FREQ=DAILY;COUNT=10" }).conflicts;
    expect(conflict).toMatchObject({ firstAt: "2026-11-24T15:30:00Z", occurrences: 2 });
    expect(conflict?.details).toBe("Emma has Piano Tue 24 Nov 16:30–17:00, and on 1 more date.");
  });

  test("with a changed occurrence belong to its series, and are gone when it moved away", () => {
    const weekly = piano({ recurrenceRule: "FREQ=WEEKLY;COUNT=2" });
    const moved = {
      ...occurrenceAsEvent(weekly, weekly.start),
      start: "2026-11-24T19:00:00",
      end: "2026-11-24T19:30:00",
    };
    expect(detect([weekly, moved], { participants: ["emma"] }).conflicts).toEqual([]);
    const evening = { start: "2026-11-24T18:30:00", end: "2026-11-24T19:30:00", participants: ["emma"] };
    expect(detect([weekly, moved], evening).conflicts).toMatchObject([
      { id: "time:new:piano", conflictingEventId: "piano#2026-11-24T16:30:00" },
    ]);
  });

  test("are found across time zones", () => {
    const call = piano({ start: "2026-11-24T10:30:00", end: "2026-11-24T11:00:00", timeZone: "America/New_York" });
    expect(sentences([call], { participants: ["emma"] })).toEqual(["Emma has Piano Tue 24 Nov 16:30–17:00."]);
  });

  test("of series in two zones appear only in the weeks in which the clocks differ otherwise", () => {
    // The USA change to summer time on 14 March 2027, Europe on 28 March: for two weeks New York is an hour closer.
    const call = piano({
      start: "2027-02-02T09:00:00",
      end: "2027-02-02T10:00:00",
      timeZone: "America/New_York",
      recurrenceRule: "FREQ=WEEKLY;BYDAY=TU;COUNT=20",
    });
    const own = {
      start: "2027-02-02T14:00:00",
      end: "2027-02-02T15:00:00",
      recurrenceRule: "FREQ=WEEKLY;BYDAY=TU;COUNT=20",
    };
    const { conflicts } = detect([call], { participants: ["emma"], ...own });
    expect(conflicts.map(({ firstAt, occurrences }) => [firstAt, occurrences])).toEqual([["2027-03-16T13:00:00Z", 2]]);
  });

  test("with a whole day may stay, unless that day matters", () => {
    const trip = event({ id: "trip", title: "Trip", allDay: true, participants: ["emma"] });
    const found = detect([trip], { participants: ["emma"] });
    expect(found.conflicts).toMatchObject([{ severity: "low", details: "Emma has Trip Tue 24 Nov (all day)." }]);
    expect(found.blockingConflicts).toEqual([]);
    expect(detect([{ ...trip, priority: "high" }], { participants: ["emma"] }).blockingConflicts).toHaveLength(1);
  });
});

describe("events that the proposal replaces", () => {
  test("its previous version is not a conflict", () => {
    expect(detect([piano({ id: "new" })], { participants: ["emma"] }, "modify").conflicts).toEqual([]);
  });

  test("the occurrence that it replaces is not a conflict, another one of the same series is", () => {
    const daily = piano({ recurrenceRule: "FREQ=DAILY;COUNT=3" });
    const changed = occurrenceAsEvent(daily, daily.start);
    expect(detect([daily], { ...changed, start: "2026-11-24T16:45:00" }, "modify").conflicts).toEqual([]);
    const nextDay = { ...changed, start: "2026-11-25T16:30:00", end: "2026-11-25T17:00:00" };
    expect(sentences([daily], nextDay, "modify")).toEqual(["Emma has Piano Wed 25 Nov 16:30–17:00."]);
  });

  test("a cancellation has no conflicts", () => {
    expect(detect([piano()], { participants: ["emma"] }, "cancel").hasConflicts).toBe(false);
  });
});

const tabletUse = (id: string, parts: Partial<CalendarEvent> = {}) =>
  event({ id, title: id.toUpperCase(), resources: ["tablet"], ...parts });

describe("resource conflicts", () => {
  test("begin when there are more uses than places", () => {
    expect(sentences([tabletUse("a")], { resources: ["tablet"] })).toEqual([]);
    expect(sentences([tabletUse("a"), tabletUse("b")], { resources: ["tablet"] })).toEqual([
      "Tablet has all 2 places taken, one by A Tue 24 Nov 16:00–17:00.",
      "Tablet has all 2 places taken, one by B Tue 24 Nov 16:00–17:00.",
    ]);
  });

  test("do not count uses one after the other", () => {
    const first = tabletUse("a", { end: "2026-11-24T16:30:00" });
    const second = tabletUse("b", { start: "2026-11-24T16:30:00" });
    expect(sentences([first, second], { resources: ["tablet"] })).toEqual([]);
  });

  test("forbid confirmation whatever the priority", () => {
    const van = tabletUse("a", { resources: ["van"], priority: "low" });
    const found = detect([van], { resources: ["van"], priority: "low" });
    expect(found.conflicts).toMatchObject([
      { severity: "medium", resourceId: "van", details: "Van is taken by A Tue 24 Nov 16:00–17:00." },
    ]);
    expect(found.blockingConflicts).toEqual(["resource:van:new:a"]);
  });
});

describe("detectConflicts, for any calendar", () => {
  test("finds a time conflict exactly where two occurrences overlap and share a person", () => {
    const events = fc.tuple(...["e0", "e1", "e2"].map(arbitraryEvent));
    fc.assert(
      fc.property(events, arbitraryEvent("new"), (stored, proposed) => {
        const range = { start: "2026-11-21T00:00:00Z", end: "2027-11-21T00:00:00Z" };
        const own = memoryCalendar(household, [proposed]).occurrences(range);
        const others = memoryCalendar(household, stored).occurrences(range);
        const expected = others.filter(
          (other) =>
            other.event.participants.some((id) => proposed.participants.includes(id)) &&
            own.some((each) => overlaps(each, other)),
        );
        const found = detect(stored, proposed).conflicts.filter(({ type }) => type === "time_conflict");
        expect(new Set(found.map(({ conflictingEventId }) => conflictingEventId))).toEqual(
          new Set(expected.map(({ eventId }) => eventId)),
        );
      }),
    );
  });

  test("the order of the stored events changes nothing", () => {
    const events = fc.tuple(...["e0", "e1", "e2", "e3"].map(arbitraryEvent));
    fc.assert(
      fc.property(events, arbitraryEvent("new"), (stored, proposed) => {
        expect(detect(stored.toReversed(), proposed)).toEqual(detect(stored, proposed));
      }),
    );
  });
});
