import { describe, expect, test } from "vitest";
import { importIcs } from "../../src/calendar/import-ics.ts";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { household } from "../household.ts";

const options = { file: "family.ics", now: "2026-11-20T12:00:00Z" };
const calendar = (...lines: readonly string[]): string => ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n");
const soccer = (...more: readonly string[]): string =>
  [
    "BEGIN:VEVENT",
    "UID:soccer",
    "SUMMARY:Soccer",
    "DTSTART:20261124T160000Z",
    "DURATION:PT1H",
    ...more,
    "END:VEVENT",
  ].join("\r\n");
const weekly = soccer("RRULE:FREQ=WEEKLY");
const moved = soccer("RECURRENCE-ID:20261201T160000Z").replace("DTSTART:20261124T160000Z", "DTSTART:20261201T180000Z");

/** Creates a calendar and imports the files in order. */
const after = (...files: readonly string[]) => {
  const result = memoryCalendar(household);
  for (const file of files) result.apply(importIcs(file, { ...options, calendar: result }).changes);
  return result;
};
const ids = (...files: readonly string[]): string[] =>
  after(...files)
    .events()
    .map(({ id }) => id);

describe("importing", () => {
  test("of the same file a second time is nothing", () => {
    const file = calendar(weekly, moved);
    const again = importIcs(file, { ...options, calendar: after(file), now: "2026-12-24T12:00:00Z" });
    expect(again.changes).toEqual([]);
  });

  test("updates an event that has the same UID, and keeps when it was made", () => {
    const result = after(
      calendar(weekly),
      calendar(weekly.replace("SUMMARY:Soccer", "SUMMARY:Football\r\nCREATED:20270101T000000Z")),
    );
    expect(result.events()).toMatchObject([{ id: "soccer", title: "Football", createdAt: options.now, sequence: 1 }]);
  });

  test("takes out a changed occurrence that the file no longer has", () => {
    expect(ids(calendar(weekly, moved), calendar(weekly))).toEqual(["soccer"]);
  });

  test("takes out a cancelled series with its changed occurrences", () => {
    expect(ids(calendar(weekly, moved), calendar(soccer("RRULE:FREQ=WEEKLY", "STATUS:CANCELLED")))).toEqual([]);
  });

  test("excludes an occurrence that a later file cancels, and brings one that it changes", () => {
    const cancelled = moved.replace("END:VEVENT", "STATUS:CANCELLED\r\nEND:VEVENT");
    expect(after(calendar(weekly), calendar(cancelled)).event("soccer")?.excludedStarts).toEqual([
      "2026-12-01T16:00:00",
    ]);
    expect(ids(calendar(weekly), calendar(moved))).toEqual(["soccer", "soccer#2026-12-01T16:00:00"]);
  });

  test("moves the rest of a stored series from an occurrence on", () => {
    const later = moved.replace("RECURRENCE-ID", "RECURRENCE-ID;RANGE=THISANDFUTURE");
    const result = after(calendar(weekly), calendar(later));
    expect(
      result.occurrences({ start: "2026-11-20T00:00:00Z", end: "2026-12-10T00:00:00Z" }).map(({ start }) => start),
    ).toEqual(["2026-11-24T16:00:00Z", "2026-12-01T18:00:00Z", "2026-12-08T18:00:00Z"]);
  });

  test("names a canceled occurrence of an unknown series", () => {
    const cancelled = moved.replace("END:VEVENT", "STATUS:CANCELLED\r\nEND:VEVENT");
    const { changes, skipped } = importIcs(calendar(cancelled), { ...options, calendar: after() });
    expect([changes, skipped]).toEqual([[], [{ title: "Soccer", reason: "it is canceled" }]]);
  });

  test("turns a changed occurrence of an unknown series into a separate event", () => {
    expect(after(calendar(moved)).events()).toMatchObject([
      { id: "soccer#2026-12-01T16:00:00", replaces: null, start: "2026-12-01T18:00:00" },
    ]);
  });

  test("leaves events alone that the file does not contain", () => {
    expect(ids(calendar(weekly, moved), calendar(weekly.replace("UID:soccer", "UID:other"), moved))).toHaveLength(3);
  });
});
