import fc from "fast-check";
import type { CalendarEvent } from "../../../src/domain/calendar-event.ts";
import { event } from "../../household.ts";

/** Few people, things and half hours of few days, so that events collide. */
const people = fc.uniqueArray(fc.constantFrom("emma", "noah"), { minLength: 1, maxLength: 2 });
const things = fc.uniqueArray(fc.constantFrom("van", "tablet"), { maxLength: 2 });
const day = fc.constantFrom("2026-11-23", "2026-11-24", "2026-11-25");
const rule = fc.option(
  fc.constantFrom(
    "FREQ=DAILY;COUNT=4",
    "FREQ=WEEKLY;COUNT=5",
    "FREQ=WEEKLY;BYDAY=TU,WE",
    "FREQ=DAILY;INTERVAL=2;COUNT=3",
  ),
  { freq: 2, nil: null },
);

const wall = (date: string, minutes: number): string => {
  const at = new Date(Date.parse(`${date}T00:00:00Z`) + minutes * 60_000);
  return at.toISOString().slice(0, 19);
};

/** Event with a unique id and title; about every fifth is an all-day event. */
export const arbitraryEvent = (id: string): fc.Arbitrary<CalendarEvent> =>
  fc
    .record({
      date: day,
      from: fc.integer({ min: 26, max: 45 }),
      halves: fc.integer({ min: 1, max: 5 }),
      allDay: fc.boolean().chain((first) => (first ? fc.boolean() : fc.constant(false))),
      timeZone: fc.constantFrom("Europe/Copenhagen", "America/New_York"),
      participants: people,
      resources: things,
      recurrenceRule: rule,
    })
    .map(({ date, from, halves, allDay, timeZone, ...rest }) => {
      // New York is six hours behind Copenhagen: half past seven there is half past one here.
      const start = from * 30 - (timeZone === "America/New_York" ? 360 : 0);
      const times = allDay
        ? { start: date, end: wall(date, 1440).slice(0, 10), timeZone: "Europe/Copenhagen" }
        : { start: wall(date, start), end: wall(date, start + halves * 30), timeZone };
      return event({ id, title: id.toUpperCase(), allDay, ...times, ...rest });
    });
