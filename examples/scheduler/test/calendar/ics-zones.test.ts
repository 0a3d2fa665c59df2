import { describe, expect, test } from "vitest";
import { readIcs } from "./read-ics.ts";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { household } from "../household.ts";

const options = { file: "family.ics", calendar: memoryCalendar(household), now: "2026-11-20T12:00:00Z" };
const calendar = (...lines: readonly string[]): string => ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n");
const vevent = (...lines: readonly string[]): string => ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n");
const outlook = [
  "BEGIN:VTIMEZONE",
  "TZID:Customized Time Zone",
  "BEGIN:STANDARD",
  "DTSTART:16010101T030000",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:16010101T020000",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
];
const customized = (start: string, ...more: readonly string[]): string =>
  vevent("UID:x", `DTSTART;TZID=Customized Time Zone:${start}`, "DURATION:PT1H", ...more);

describe("times", () => {
  test("of a zone that only the file describes are stored in a known zone with the same times", () => {
    const text = calendar(...outlook, customized("20260701T160000", "RRULE:FREQ=WEEKLY"));
    expect(readIcs(text, options)).toMatchObject({
      events: [{ start: "2026-07-01T16:00:00", timeZone: "Europe/Copenhagen" }],
      notes: [],
    });
  });

  test("of a series in a zone like no known one are stored in the zone of the calendar, with a note", () => {
    const odd = outlook.map((line) => line.replace("+0200", "+0217").replace("+0100", "+0117"));
    const text = calendar(...odd, customized("20260701T160000", "RRULE:FREQ=WEEKLY"));
    const { events, notes } = readIcs(text, options);
    expect([events[0]?.start, notes[0]?.reason]).toEqual([
      "2026-07-01T15:43:00",
      'no known time zone is like its "Customized Time Zone", so it repeats in Europe/Copenhagen',
    ]);
  });

  test("of a single event in such a zone are exact", () => {
    const odd = outlook.map((line) => line.replace("+0200", "+0217").replace("+0100", "+0117"));
    expect(readIcs(calendar(...odd, customized("20260701T160000")), options)).toMatchObject({
      events: [{ start: "2026-07-01T15:43:00", end: "2026-07-01T16:43:00" }],
      notes: [],
    });
  });

  test("of a changed occurrence belong to its series, also when the clock of the household repeats that hour", () => {
    const newYork = outlook.map((line) =>
      line
        .replace("+0200", "-0400")
        .replace("+0100", "-0500")
        .replace("BYDAY=-1SU;BYMONTH=10", "BYDAY=1SU;BYMONTH=11")
        .replace("BYDAY=-1SU;BYMONTH=3", "BYDAY=2SU;BYMONTH=3"),
    );
    const changed = customized("20261024T220000", "RECURRENCE-ID;TZID=Customized Time Zone:20261024T210000");
    const text = calendar(...newYork, customized("20261017T210000", "RRULE:FREQ=WEEKLY"), changed);
    expect(readIcs(text, options).events).toMatchObject([
      { id: "x", start: "2026-10-17T21:00:00" },
      { id: "x#2026-10-24T21:00:00", start: "2026-10-24T22:00:00" },
    ]);
  });

  test("follow the file if it describes a known zone differently", () => {
    const moved = outlook.map((line) => line.replace("Customized Time Zone", "America/New_York"));
    const text = calendar(...moved, customized("20260701T160000").replace("Customized Time Zone", "America/New_York"));
    expect(readIcs(text, options).events).toMatchObject([
      { start: "2026-07-01T16:00:00", timeZone: "Europe/Copenhagen" },
    ]);
  });

  test("that float are in the zone of the calendar, if it names one", () => {
    const text = calendar(
      "X-WR-TIMEZONE:America/New_York",
      vevent("UID:x", "DTSTART:20261124T160000", "DURATION:PT1H"),
    );
    expect(readIcs(text, options).events[0]?.timeZone).toBe("America/New_York");
  });

  test("of a file full of different zones do not block the import", () => {
    const zones = Array.from({ length: 300 }, (_, index) => [
      ...outlook.map((line) => line.replace("Customized Time Zone", `Zone ${index}`).replace("+0200", "+0217")),
      customized("20260701T160000", "RRULE:FREQ=WEEKLY")
        .replace("Customized Time Zone", `Zone ${index}`)
        .replace("UID:x", `UID:${index}`),
    ]);
    const before = process.cpuUsage();
    const { events, notes } = readIcs(calendar(...zones.flat()), options);
    expect([events.length, notes.filter(({ reason }) => reason.includes("is unknown")).length]).toEqual([300, 100]);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(15);
  });

  test("of a zone that repeats in an impossible way do not block the import", () => {
    const secondly = outlook.map((line) => line.replace("FREQ=YEARLY", "FREQ=SECONDLY"));
    const { notes } = readIcs(calendar(...secondly, customized("20260701T160000")), options);
    expect(notes[0]?.reason).toContain('"Customized Time Zone" is unknown');
  });
});
