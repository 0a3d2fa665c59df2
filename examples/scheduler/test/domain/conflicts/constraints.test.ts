import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../../src/calendar/memory-calendar.ts";
import type { CalendarEvent } from "../../../src/domain/calendar-event.ts";
import { constraintOf, insideWakingHours } from "../../../src/domain/conflicts/constraints.ts";
import { detectConflicts } from "../../../src/domain/conflicts/detect.ts";
import { eventSpan } from "../../../src/domain/free-busy.ts";
import { localClock } from "../../../src/domain/free-busy-clock.ts";
import { event, household } from "../../household.ts";
import { now, proposal } from "../proposal.ts";

const detect = (parts: Partial<CalendarEvent>) => {
  const sound = proposal();
  const proposed = { ...sound, event: { ...sound.event, ...parts } };
  return detectConflicts(proposed, { calendar: memoryCalendar(household), now });
};

describe("constraints of an event by itself", () => {
  test.each<[string, Partial<CalendarEvent>, string, boolean]>([
    [
      "impossible_length",
      { end: "2026-11-24T16:00:00" },
      "Soccer practice would end at 16:00, not after it starts.",
      true,
    ],
    [
      "impossible_length",
      { end: "2026-11-24T15:00:00" },
      "Soccer practice would end at 15:00, not after it starts.",
      true,
    ],
    [
      "impossible_event",
      { recurrenceRule: "FREQ=NEVER" },
      'Soccer practice is not valid: the recurrence rule has a FREQ of "NEVER", which is not possible.',
      true,
    ],
    [
      "impossible_event",
      { timeZone: "Mars/Olympus" },
      'Soccer practice is not valid: "Mars/Olympus" is not a time zone.',
      true,
    ],
    [
      "never_happens",
      { recurrenceRule: "FREQ=DAILY;COUNT=1", excludedStarts: ["2026-11-24T16:00:00"] },
      "Soccer practice would never take place: its rule leaves no date.",
      true,
    ],
    [
      "overlaps_itself",
      { recurrenceRule: "FREQ=DAILY;COUNT=3", end: "2026-11-25T18:00:00" },
      "Soccer practice would start again Wed 25 Nov 16:00, before it has ended.",
      true,
    ],
    ["too_long", { end: "2026-11-26T18:00:00" }, "Soccer practice would last 50 hours.", false],
    [
      "in_the_past",
      { start: "2026-11-20T16:00:00", end: "2026-11-20T17:00:00" },
      "Soccer practice, Fri 20 Nov 16:00–17:00, is in the past.",
      false,
    ],
    [
      "in_the_past",
      { start: "2025-11-20T16:00:00", end: "2025-11-20T17:00:00", recurrenceRule: "FREQ=DAILY;COUNT=3" },
      "Soccer practice is over already.",
      false,
    ],
    [
      "outside_waking_hours",
      { start: "2026-11-24T06:30:00", end: "2026-11-24T07:30:00" },
      "Soccer practice, Tue 24 Nov 06:30–07:30, is outside the waking hours 07:00–22:00.",
      false,
    ],
  ])("%s: %j", (kind, parts, details, blocks) => {
    const { conflicts, blockingConflicts } = detect(parts);
    const found = conflicts.filter((conflict) => constraintOf(conflict) === kind);
    expect(found.map((conflict) => conflict.details)).toEqual([details]);
    expect(blockingConflicts.includes(found[0]?.id ?? "")).toBe(blocks);
  });

  test("an event that is as it should be violates none", () => {
    expect(detect({ recurrenceRule: "FREQ=WEEKLY" }).conflicts).toEqual([]);
    expect(detect({ allDay: true, start: "2026-11-24", end: "2026-11-28" }).conflicts).toEqual([]);
  });

  test("a series in another zone leaves the waking hours only while the clocks differ otherwise", () => {
    // 16:00 in New York is 22:00 in Copenhagen, and 21:00 in the two weeks of March in which only the USA have changed.
    const call = { start: "2026-12-01T15:00:00", end: "2026-12-01T16:30:00", timeZone: "America/New_York" };
    const [conflict] = detect({ ...call, recurrenceRule: "FREQ=WEEKLY;COUNT=30" }).conflicts;
    expect(conflict).toMatchObject({ severity: "low", occurrences: 28 });
    expect(conflict?.details).toBe(
      "Soccer practice, Tue 1 Dec 21:00–22:30, and 27 more times, is outside the waking hours 07:00–22:00.",
    );
  });
});

const spanOfTimes = (start: string, end: string) =>
  eventSpan(event({ start: `2026-11-${start}:00`, end: `2026-11-${end}:00` }), household);

describe("insideWakingHours", () => {
  const clock = localClock(household.timeZone);

  test("asks that the whole stretch lies within", () => {
    expect(insideWakingHours(spanOfTimes("24T07:00", "24T22:00"), household, clock)).toBe(true);
    expect(insideWakingHours(spanOfTimes("24T06:59", "24T08:00"), household, clock)).toBe(false);
    expect(insideWakingHours(spanOfTimes("24T21:00", "24T22:01"), household, clock)).toBe(false);
    expect(insideWakingHours(spanOfTimes("24T21:00", "25T08:00"), household, clock)).toBe(false);
  });

  test("hours may reach past midnight", () => {
    const owls = { ...household, wakingHours: { start: "10:00", end: "02:00" } };
    expect(insideWakingHours(spanOfTimes("24T23:00", "25T01:30"), owls, clock)).toBe(true);
    expect(insideWakingHours(spanOfTimes("25T00:30", "25T01:30"), owls, clock)).toBe(true);
    expect(insideWakingHours(spanOfTimes("25T01:30", "25T02:30"), owls, clock)).toBe(false);
  });
});
