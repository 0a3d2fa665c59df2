import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { exportIcs } from "../../src/calendar/export-ics.ts";
import { readHouseholdFile } from "../../src/calendar/household-file.ts";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { openCalendar, sampleCalendarFile } from "../../src/calendar/sqlite-calendar.ts";
import type { CalendarEvent } from "../../src/domain/calendar-event.ts";
import { event } from "../household.ts";

const now = "2026-11-20T12:00:00Z";
const range = { start: "2026-08-01T00:00:00Z", end: "2027-08-01T00:00:00Z" };

interface Details {
  readonly startDate: ICAL.Time;
  readonly endDate: ICAL.Time;
  readonly item: ICAL.Event;
}

/** Start, end and title of every occurrence that ical.js finds; dates are those of the household. */
function readByIcal(text: string, localDay: (date: string) => string): readonly string[] {
  const calendar = ICAL.Component.fromString(text);
  for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
  const events = calendar
    .getAllSubcomponents("vevent")
    .map((component) => new ICAL.Event(component, { exceptions: [], strictExceptions: true }));
  const changed = events.filter((each) => each.isRecurrenceException());
  const found: string[] = [];
  for (const series of events.filter((each) => !each.isRecurrenceException())) {
    for (const each of changed) if (each.uid === series.uid) series.relateException(each);
    const iterator = series.iterator();
    for (let next = iterator.next(); next !== null && next !== undefined; next = iterator.next()) {
      // oxlint-disable-next-line typescript/no-unsafe-assignment -- the result's type is missing from ical.js's own types
      const { startDate, endDate, item }: Details = series.getOccurrenceDetails(next);
      if (startDate.toJSDate().toISOString() >= "2027-09-01") break;
      const instant = (time: ICAL.Time): string =>
        time.isDate ? localDay(time.toString()) : time.toJSDate().toISOString().replace(".000", "");
      found.push(`${instant(startDate)} ${instant(endDate)} ${item.summary}`);
    }
  }
  return found;
}

const copenhagenDay = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - (date >= "2026-10-26" && date <= "2027-03-28" ? 1 : 2) * 3_600_000)
    .toISOString()
    .replace(".000", "");

const within = (line: string): boolean => {
  const [start = "", end = ""] = line.split(" ");
  return start < range.end && end > range.start;
};

function expectAgreement(events: readonly CalendarEvent[], text: string): void {
  const ours = memoryCalendar(readHouseholdFile(), events)
    .occurrences(range)
    .map((each) => `${each.start} ${each.end} ${each.event.title}`);
  expect(readByIcal(text, copenhagenDay).filter(within).toSorted()).toEqual(ours.toSorted());
}

describe("ical.js", () => {
  test("finds the occurrences in the shipped calendar that we find, over a year", () => {
    const calendar = openCalendar({ file: ":memory:", now });
    expectAgreement(calendar.events(), readFileSync(sampleCalendarFile, "utf8"));
    calendar.close();
  });

  test("finds the occurrences of exported series of every kind, in zones of both hemispheres", () => {
    const rules = [
      "FREQ=DAILY;INTERVAL=3",
      "FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270301T235959Z",
      "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,SU",
      "FREQ=MONTHLY;BYDAY=-1TU",
      "FREQ=MONTHLY;BYMONTHDAY=24;COUNT=5",
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
      "FREQ=YEARLY",
    ];
    const zones = ["Europe/Copenhagen", "America/New_York", "Australia/Sydney", "Asia/Kolkata", "UTC"];
    const events = rules.flatMap((recurrenceRule, index) =>
      zones.map((timeZone) => {
        const title = `${index} ${timeZone}`;
        const start = index === 5 ? "2026-09-30" : "2026-11-24";
        return event({
          id: title,
          title,
          timeZone,
          recurrenceRule,
          start: `${start}T16:00:00`,
          end: `${start}T17:30:00`,
          extraStarts: ["2026-12-31T09:00:00"],
          excludedStarts: index === 0 ? ["2026-11-27T16:00:00"] : [],
        });
      }),
    );
    expectAgreement(events, exportIcs(memoryCalendar(readHouseholdFile(), events), now));
  });

  test("reads texts, people and things as we wrote them", () => {
    const written = event({
      title: "Kage; 🎂, æble\\",
      description: "one\ntwo",
      location: "Ribe, 6760",
      participants: ["emma"],
      resources: ["van"],
    });
    const text = exportIcs(memoryCalendar(readHouseholdFile(), [written]), now);
    const [component] = ICAL.Component.fromString(text).getAllSubcomponents("vevent");
    const read = component === undefined ? null : new ICAL.Event(component);
    expect([read?.summary, read?.description, read?.location]).toEqual([
      written.title,
      written.description,
      written.location,
    ]);
    expect([read?.attendees[0]?.getFirstParameter("cn"), component?.getFirstPropertyValue("resources")]).toEqual([
      "Emma",
      "Van",
    ]);
  });
});
