import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { eventSpan } from "../../src/domain/recurrence.ts";
import { intervalOf } from "../../src/domain/wall-clock.ts";
import { event, household } from "../household.ts";
import { arbitraryEvent } from "./resolution/arbitrary-calendar.ts";

const range = { start: Date.parse("2026-11-20T00:00:00Z"), end: Date.parse("2027-01-01T00:00:00Z") };
const hour = 3_600_000;

test("the occurrences of a part of a range are those of the range that overlap the part", () => {
  const events = fc.tuple(...["e0", "e1", "e2", "e3"].map(arbitraryEvent));
  const stretch = fc.record({ from: fc.integer({ min: 0, max: 240 }), hours: fc.integer({ min: 1, max: 72 }) });
  fc.assert(
    fc.property(events, stretch, (stored, { from, hours }) => {
      const long = event({ id: "long", start: "2026-11-22T12:00:00", end: "2026-11-26T12:00:00" });
      const calendar = memoryCalendar(household, [...stored, long]);
      const part = intervalOf({ start: range.start + from * hour, end: range.start + (from + hours) * hour });
      const whole = calendar.occurrences(intervalOf(range));
      expect(calendar.occurrences(part)).toEqual(
        whole.filter(({ start, end }) => start < part.end && end > part.start),
      );
    }),
  );
});

test("whole days are days of the household, whatever zone the entry names", () => {
  const allDay = event({ allDay: true, timeZone: "America/New_York" });
  expect(eventSpan(allDay, household)).toEqual({ start: "2026-11-23T23:00:00Z", end: "2026-11-24T23:00:00Z" });
});
