import { describe, expect, test } from "vitest";
import { readIcs } from "./read-ics.ts";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { expand } from "../../src/domain/recurrence.ts";
import { household } from "../household.ts";

const options = { file: "family.ics", calendar: memoryCalendar(household), now: "2026-11-20T12:00:00Z" };
const calendar = (...lines: readonly string[]): string => ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n");
const vevent = (...lines: readonly string[]): string => ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n");
const timed = [
  "UID:one",
  "SUMMARY:One",
  "DTSTART;TZID=Europe/Copenhagen:20261124T160000",
  "DTEND;TZID=Europe/Copenhagen:20261124T170000",
];
const series = [...timed, "RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=6"];
const range = { start: "2026-11-01T00:00:00Z", end: "2027-02-01T00:00:00Z" };
const startsOf = (text: string): string[] =>
  expand(readIcs(text, options).events, { range, household }).map(({ start }) => start.slice(5, 16));
const following = (start: string, ...more: readonly string[]): string =>
  vevent(
    "UID:one",
    "SUMMARY:New",
    "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Copenhagen:20261208T160000",
    `DTSTART;TZID=Europe/Copenhagen:${start}`,
    "DURATION:PT2H",
    ...more,
  );

describe("series", () => {
  test("change from one occurrence on, with the rest of their count", () => {
    const { events } = readIcs(calendar(vevent(...series), following("20261208T180000")), options);
    expect(
      expand(events, { range, household }).map(({ start, event: { title } }) => `${start.slice(5, 16)} ${title}`),
    ).toEqual([
      "11-24T15:00 One",
      "12-01T15:00 One",
      "12-08T17:00 New",
      "12-15T17:00 New",
      "12-22T17:00 New",
      "12-29T17:00 New",
    ]);
  });

  test("move to another weekday from one occurrence on, with later changes and cancellations", () => {
    const changed = vevent(...timed, "RECURRENCE-ID;TZID=Europe/Copenhagen:20261222T160000");
    const cancelled = vevent(...timed, "RECURRENCE-ID;TZID=Europe/Copenhagen:20261215T160000", "STATUS:CANCELLED");
    const file = calendar(vevent(...series), following("20261209T160000"), changed, cancelled);
    expect(startsOf(file)).toEqual(["11-24T15:00", "11-24T15:00", "12-01T15:00", "12-09T15:00", "12-30T15:00"]);
  });

  test("move their end along when they move", () => {
    const until = [...timed, "RRULE:FREQ=WEEKLY;UNTIL=20261222T150000Z"];
    expect(startsOf(calendar(vevent(...until), following("20261208T180000")))).toEqual([
      "11-24T15:00",
      "12-01T15:00",
      "12-08T17:00",
      "12-15T17:00",
      "12-22T17:00",
    ]);
  });

  test("move by a day when each day has one", () => {
    const daily = [...timed, "RRULE:FREQ=DAILY;INTERVAL=2;COUNT=9"];
    expect(startsOf(calendar(vevent(...daily), following("20261209T160000"))).slice(-3)).toEqual([
      "12-06T15:00",
      "12-09T15:00",
      "12-11T15:00",
    ]);
  });

  test("keep their occurrences when a change of later ones cannot be expressed", () => {
    const monthly = [...timed, "RRULE:FREQ=MONTHLY;BYDAY=2TU"];
    const { events, skipped } = readIcs(calendar(vevent(...monthly), following("20261209T160000")), options);
    expect([events.map(({ id }) => id), skipped[0]?.reason]).toEqual([
      ["one"],
      "it moves all later occurrences to times that its rule does not have",
    ]);
  });
});
