import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../src/calendar/memory-calendar.ts";
import type { CalendarChange } from "../../src/domain/calendar.ts";
import { eventSpan, groupBy, intervalOf, isOwnVersion, spansOverlap, timetableOf } from "../../src/domain/free-busy.ts";
import { occurrenceAsEvent } from "../../src/domain/planning/series.ts";
import { event, household } from "../household.ts";
import { arbitraryEvent } from "./resolution/arbitrary-calendar.ts";

const range = { start: Date.parse("2026-11-20T00:00:00Z"), end: Date.parse("2027-01-01T00:00:00Z") };
const hour = 3_600_000;

const lines = (found: readonly { readonly occurrence: { eventId: string; start: string } }[]): string[] =>
  found.map(({ occurrence }) => `${occurrence.start} ${occurrence.eventId}`).toSorted();

describe("timetableOf", () => {
  const events = fc.tuple(...["e0", "e1", "e2", "e3"].map(arbitraryEvent));

  test("finds exactly the occurrences of the calendar, in any part of its range", () => {
    const stretch = fc.record({ from: fc.integer({ min: 0, max: 240 }), hours: fc.integer({ min: 1, max: 72 }) });
    fc.assert(
      fc.property(events, stretch, (stored, { from, hours }) => {
        const long = event({ id: "long", start: "2026-11-22T12:00:00", end: "2026-11-26T12:00:00" });
        const calendar = memoryCalendar(household, [...stored, long]);
        const span = { start: range.start + from * hour, end: range.start + (from + hours) * hour };
        const found = timetableOf(calendar, range).overlapping(span);
        expect(lines(found)).toEqual(
          lines(calendar.occurrences(intervalOf(span)).map((occurrence) => ({ occurrence }))),
        );
        expect(found.map(({ start }) => start)).toEqual(found.map(({ start }) => start).toSorted((a, b) => a - b));
      }),
    );
  });

  test("with changes it is the timetable of the changed calendar", () => {
    fc.assert(
      fc.property(events, arbitraryEvent("e1"), (stored, other) => {
        const calendar = memoryCalendar(household, stored);
        const series = stored.find(({ recurrenceRule }) => recurrenceRule !== null);
        const changes: CalendarChange[] = [
          { kind: "put_event", event: other },
          { kind: "remove_event", eventId: "e3" },
          ...(series === undefined || ["e1", "e3"].includes(series.id)
            ? []
            : ([
                { kind: "exclude_occurrence", eventId: series.id, originalStart: series.start },
              ] satisfies CalendarChange[])),
        ];
        const after = timetableOf(calendar.withChanges(changes), range).overlapping(range);
        expect(lines(timetableOf(calendar, range).withChanges(changes).overlapping(range))).toEqual(lines(after));
      }),
    );
  });

  test("changes on top of changes add up", () => {
    const series = event({ id: "s", recurrenceRule: "FREQ=WEEKLY;COUNT=3" });
    const moved = {
      ...occurrenceAsEvent(series, "2026-12-01T16:00:00"),
      start: "2026-12-02T16:00:00",
      end: "2026-12-02T17:00:00",
    };
    const timetable = timetableOf(memoryCalendar(household), range)
      .withChanges([{ kind: "put_event", event: series }])
      .withChanges([{ kind: "put_event", event: moved }]);
    expect(lines(timetable.overlapping(range))).toEqual([
      "2026-11-24T15:00:00Z s",
      "2026-12-02T15:00:00Z s#2026-12-01T16:00:00",
      "2026-12-08T15:00:00Z s",
    ]);
    expect(timetable.family("s").map(({ id }) => id)).toContain("s#2026-12-01T16:00:00");
  });
});

describe("isOwnVersion", () => {
  const series = event({ id: "s", recurrenceRule: "FREQ=DAILY;COUNT=3" });
  const [first, second] = timetableOf(memoryCalendar(household, [series]), range).overlapping(range);
  const changed = occurrenceAsEvent(series, "2026-11-24T16:00:00");

  test("is true for the previous version of a series, and for the one occurrence that it replaces", () => {
    expect([first, second].map((busy) => busy !== undefined && isOwnVersion(series, busy))).toEqual([true, true]);
    expect([first, second].map((busy) => busy !== undefined && isOwnVersion(changed, busy))).toEqual([true, false]);
    expect(first !== undefined && isOwnVersion(event({ id: "other" }), first)).toBe(false);
  });
});

test("whole days are days of the household, whatever zone the entry names", () => {
  const allDay = event({ allDay: true, timeZone: "America/New_York" });
  expect(intervalOf(eventSpan(allDay, household))).toEqual({
    start: "2026-11-23T23:00:00Z",
    end: "2026-11-24T23:00:00Z",
  });
});

test("spans that only touch do not overlap", () => {
  expect(spansOverlap({ start: 0, end: 1 }, { start: 1, end: 2 })).toBe(false);
  expect(spansOverlap({ start: 0, end: 2 }, { start: 1, end: 3 })).toBe(true);
});

test("groups keep the order of first appearance", () => {
  expect([...groupBy(["b1", "a1", "b2"], (text) => text.slice(0, 1))]).toEqual([
    ["b", ["b1", "b2"]],
    ["a", ["a1"]],
  ]);
});
