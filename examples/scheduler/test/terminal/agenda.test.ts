import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import type { CalendarEvent } from "../../src/domain/calendar-event.ts";
import { agendaLines } from "../../src/terminal/agenda.ts";
import { event, household } from "../household.ts";

const now = "2026-11-24T12:00:00Z";
const lines = (days: number, ...events: readonly CalendarEvent[]) =>
  agendaLines(memoryCalendar(household, events), { from: now, days }, { timeZone: household.timeZone, now });

describe("agendaLines", () => {
  test("lists days with events in order, with people, resources and places", () => {
    const soccer = event({ participants: ["emma", "sam"], resources: ["van"], location: "Park" });
    const trip = event({ id: "trip", title: "Trip", allDay: true, start: "2026-11-26", end: "2026-11-27" });
    expect(lines(7, trip, soccer)).toEqual([
      "Tue 24 Nov",
      "  16:00–17:00  Soccer practice  Emma, Sam  [Van]  @ Park",
      "",
      "Thu 26 Nov",
      "  all day      Trip",
    ]);
  });

  test("a whole day counts, including its past part", () => {
    expect(lines(1, event({ start: "2026-11-24T08:00:00", end: "2026-11-24T09:00:00" }))).toHaveLength(2);
  });

  test("what lasts over midnight stands under both days", () => {
    const night = event({ start: "2026-11-24T22:00:00", end: "2026-11-25T06:00:00" });
    expect(lines(2, night).filter((line) => line.includes("Soccer"))).toHaveLength(2);
  });

  test("reports when no event matches", () => {
    expect([lines(1), lines(7)]).toEqual([["Nothing in the next day."], ["Nothing in the next 7 days."]]);
  });
});
