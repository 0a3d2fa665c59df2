import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { importIcs } from "../../src/calendar/import-ics.ts";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { sampleCalendarFile } from "../../src/calendar/sqlite-calendar.ts";
import { schedulerErrors } from "../../src/errors.ts";
import { household } from "../household.ts";

const events = readFileSync(sampleCalendarFile, "utf8").replaceAll("\r\n ", "").split("BEGIN:VEVENT").slice(1);
const names = "DTSTART DTEND RRULE EXDATE RDATE UID RECURRENCE-ID DURATION STATUS:CANCELLED SEQUENCE";
const parts = "FREQ= COUNT= UNTIL= BYDAY= INTERVAL= TZID= VALUE=DATE RANGE=THISANDFUTURE constructor __proto__";
const values = '20260230 T250000 99999999 00000101T000000Z -P1D PT0S : ; , = " Z é 🎉';
const pieces = [...[names, parts, values].flatMap((list) => list.split(" ")), "\r\n", "\n ", "\\", "\0"];

/** A valid calendar with some parts overwritten. */
const anyDamaged = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...events), { minLength: 2, maxLength: 5 }),
    fc.array(fc.tuple(fc.noBias(fc.nat(9999)), fc.constantFrom(...pieces), fc.constantFrom(0, 0, 0, 5, 12)), {
      maxLength: 6,
    }),
  )
  .map(([chosen, edits]) => {
    const body = chosen.map((text) => `BEGIN:VEVENT${text.replace("END:VCALENDAR\r\n", "")}`).join("");
    const damaged = edits.reduce((text, [place, piece, length]) => {
      const index = Math.floor((place / 10_000) * text.length);
      return text.slice(0, index) + piece + text.slice(index + length);
    }, body);
    return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${damaged}END:VCALENDAR\r\n`;
  });

test("a damaged file is rejected in one sentence, or the rest of it can be applied and expanded", () => {
  let applied = 0;
  fc.assert(
    fc.property(anyDamaged, (text) => {
      const calendar = memoryCalendar(household);
      try {
        calendar.apply(importIcs(text, { file: "x.ics", calendar, now: "2026-11-20T12:00:00Z" }).changes);
      } catch (error) {
        if (schedulerErrors.invalidCalendarFile.is(error)) return;
        throw error;
      }
      applied += 1;
      calendar.occurrences({ start: "2026-11-01T00:00:00Z", end: "2027-02-01T00:00:00Z" });
    }),
    { numRuns: 400 },
  );
  expect(applied).toBeGreaterThan(80);
});
