import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../src/calendar/memory-calendar.ts";
import type { CalendarEvent } from "../../src/domain/calendar-event.ts";
import { weekLines } from "../../src/terminal/week.ts";
import { event, household } from "../household.ts";

/** A Tuesday. */
const now = "2026-11-24T12:00:00Z";
const lines = (
  events: readonly CalendarEvent[],
  {
    width = 83,
    offset = 0,
    timeZone = household.timeZone,
  }: { width?: number; offset?: number; timeZone?: string } = {},
) => weekLines(memoryCalendar(household, events), { now, offset, width }, { timeZone, now });

const soccer = event({ title: "Soccer practice", participants: ["emma", "sam"], recurrenceRule: "FREQ=WEEKLY" });

describe("weekLines", () => {
  test("shows the week from Monday to Sunday, one column a day, today marked", () => {
    const trip = event({ id: "trip", title: "Trip", allDay: true, start: "2026-11-26", end: "2026-11-28" });
    expect(lines([soccer, trip])).toEqual([
      "Mon 23 Nov  Tue 24 Nov* Wed 25 Nov  Thu 26 Nov  Fri 27 Nov  Sat 28 Nov  Sun 29 Nov",
      "─────────── ─────────── ─────────── ─────────── ─────────── ─────────── ───────────",
      "            16:00                   all day     all day",
      "             Soccer                  Trip        Trip",
      "             practice",
      "             (Emma,",
      "             Sam)",
    ]);
  });

  test("another week is the stated number of weeks away", () => {
    const [heading, , first] = lines([soccer], { offset: 6, width: 120 });
    expect(heading).toContain("Tue 5 Jan 2027");
    expect(first).toContain("16:00 Soccer");
  });

  test("what lasts over midnight stands under both days", () => {
    const night = event({ title: "Night", start: "2026-11-24T22:00:00", end: "2026-11-25T06:00:00" });
    expect(lines([night], { width: 120 })[2]?.trim()).toBe("22:00 Night      … Night");
  });

  test.each([40, 60, 83, 200])("no line is longer than the %s characters there are", (width) => {
    const long = event({ title: `Donaudampfschifffahrtsgesellschaftskapitän ${"é".normalize("NFD").repeat(40)}` });
    const segmenter = new Intl.Segmenter("en");
    for (const line of lines([soccer, long], { width }))
      expect([...segmenter.segment(line)].length).toBeLessThanOrEqual(width);
  });

  test("a narrow terminal gets the days in rows, none of them lost", () => {
    const headings = lines([], { width: 40 }).filter((line) => line.includes("Nov"));
    expect(headings.join(" ").match(/\d+ Nov/g)).toHaveLength(7);
    expect(headings).toHaveLength(3);
  });

  test("a week in which the clock changes has seven days, in both hemispheres", () => {
    for (const [timeZone, from] of [
      ["Europe/Copenhagen", "2026-10-25T12:00:00Z"],
      ["Australia/Sydney", "2026-10-04T01:00:00Z"],
    ] as const) {
      const shown = weekLines(memoryCalendar(household), { now: from, offset: 0, width: 120 }, { timeZone, now: from });
      expect(shown[0]?.match(/Mon|Tue|Wed|Thu|Fri|Sat|Sun/g)).toEqual([
        "Mon",
        "Tue",
        "Wed",
        "Thu",
        "Fri",
        "Sat",
        "Sun",
      ]);
    }
  });
});
