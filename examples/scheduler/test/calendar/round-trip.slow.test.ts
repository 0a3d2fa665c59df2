import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { portableRule, exportIcs } from "../../src/calendar/export-ics.ts";
import { readIcs } from "./read-ics.ts";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { expand } from "../../src/domain/recurrence.ts";
import type { CalendarEvent } from "../../src/domain/calendar-event.ts";
import { event, household } from "../household.ts";
import { anyEvents } from "./arbitrary-calendar.ts";

const now = "2026-11-20T12:00:00Z";
const options = { file: "export.ics", calendar: memoryCalendar(household), now };
const write = (events: readonly CalendarEvent[]): string => exportIcs(memoryCalendar(household, events), now);
/** Events with their rules as a file has them. */
const portable = (events: readonly CalendarEvent[]): CalendarEvent[] =>
  events.map((each) => ({ ...each, recurrenceRule: each.recurrenceRule && portableRule(each.recurrenceRule, each) }));
const byId = (one: CalendarEvent, other: CalendarEvent): number => (one.id < other.id ? -1 : 1);
/** Lines of the file, with continuation lines joined. */
const linesOf = (...events: readonly CalendarEvent[]): string[] => write(events).replaceAll("\r\n ", "").split("\r\n");

describe("exportIcs", () => {
  test("exports a file that imports as the same calendar", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const { events: found, skipped, notes } = readIcs(write(events), options);
        expect([skipped, notes]).toEqual([[], []]);
        expect(found.toSorted(byId)).toEqual(portable(events).toSorted(byId));
      }),
      { numRuns: 100 },
    );
  });

  test("exports a file that changes nothing in the original calendar", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const calendar = memoryCalendar(household, portable(events));
        expect(readIcs(exportIcs(calendar, now), { ...options, calendar }).changes).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  test("writes lines as RFC 5545 wants them: CRLF, at most 75 octets, every component closed", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const text = write(events);
        expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
        expect(text.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
        expect(ICAL.Component.fromString(text).name).toBe("vcalendar");
      }),
      { numRuns: 50 },
    );
  });

  test("names the product, the version and the stamp that it was given", () => {
    expect(linesOf(event())).toEqual(
      expect.arrayContaining([
        "VERSION:2.0",
        "PRODID:-//Tidemark//Family Scheduler//EN",
        "DTSTAMP:20261120T120000Z",
        "SEQUENCE:0",
      ]),
    );
  });

  test("writes a series with its exceptions in its own zone", () => {
    const series = event({
      recurrenceRule: "FREQ=WEEKLY",
      excludedStarts: ["2026-12-01T16:00:00"],
      extraStarts: ["2026-12-02T16:00:00"],
    });
    expect(linesOf(series)).toEqual(
      expect.arrayContaining([
        "DTSTART;TZID=Europe/Copenhagen:20261124T160000",
        "DTEND;TZID=Europe/Copenhagen:20261124T170000",
        "RRULE:FREQ=WEEKLY",
        "EXDATE;TZID=Europe/Copenhagen:20261201T160000",
        "RDATE;TZID=Europe/Copenhagen:20261202T160000",
      ]),
    );
  });

  test("names a changed occurrence by the zone of its series", () => {
    const series = event({ id: "call", timeZone: "America/New_York", recurrenceRule: "FREQ=WEEKLY" });
    const replaces = { seriesId: "call", originalStart: "2026-12-01T16:00:00" };
    const changed = event({
      id: "call#2026-12-01T16:00:00",
      start: "2026-12-02T08:00:00",
      end: "2026-12-02T09:00:00",
      replaces,
    });
    const lines = linesOf(series, changed);
    expect(lines.filter((line) => line.startsWith("UID"))).toEqual(["UID:call", "UID:call"]);
    expect(lines).toContain("RECURRENCE-ID;TZID=America/New_York:20261201T160000");
  });

  test("writes dates for all-day events, and Z for UTC", () => {
    expect(linesOf(event({ allDay: true }), event({ id: "utc", timeZone: "UTC" }))).toEqual(
      expect.arrayContaining(["DTSTART;VALUE=DATE:20261124", "DTEND;VALUE=DATE:20261125", "DTSTART:20261124T160000Z"]),
    );
  });

  test("escapes text and quotes names", () => {
    const lines = linesOf(
      event({
        title: "Cake, candles; \\",
        description: "one\r\ntwo",
        participants: ["emma"],
        resources: ["van", "car"],
      }),
    );
    expect(lines).toEqual(
      expect.arrayContaining([
        String.raw`SUMMARY:Cake\, candles\; \\`,
        String.raw`DESCRIPTION:one\ntwo`,
        "ATTENDEE;CN=Emma;PARTSTAT=ACCEPTED:mailto:emma@household.invalid",
        "RESOURCES:Van,Car",
      ]),
    );
  });

  test.each([
    ["UNTIL=20270601", "2026-11-24T16:00:00", "UNTIL=20270601T215959Z"],
    ["UNTIL=20270601T160000", "2026-11-24T16:00:00", "UNTIL=20270601T140000Z"],
    ["UNTIL=20270601T140000Z", "2026-11-24T16:00:00", "UNTIL=20270601T140000Z"],
    ["UNTIL=20270601T225959Z", "2026-11-24", "UNTIL=20270602"],
    ["UNTIL=20270601", "2026-11-24", "UNTIL=20270601"],
  ])("writes %s of a series that starts at %s as %s, which means the same", (until, start, written) => {
    const series = event({ allDay: start.length === 10, recurrenceRule: `FREQ=DAILY;${until}` });
    const range = { start: "2026-11-01T00:00:00Z", end: "2027-12-01T00:00:00Z" };
    const { events } = readIcs(write([series]), options);
    expect(linesOf(series)).toContain(`RRULE:FREQ=DAILY;${written}`);
    expect(expand(events, { range, household }).map((each) => each.start)).toEqual(
      expand([series], { range, household }).map((each) => each.start),
    );
  });
});
