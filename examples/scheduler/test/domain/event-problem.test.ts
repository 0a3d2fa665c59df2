import { describe, expect, test } from "vitest";
import { changedOccurrenceId, eventProblem } from "../../src/domain/event-problem.ts";
import { event } from "../household.ts";

const replaces = { seriesId: "soccer", originalStart: "2026-12-01T16:00:00" };

describe("eventProblem", () => {
  test.each([
    ["a single event", event()],
    ["an all-day event", event({ allDay: true })],
    ["a series", event({ recurrenceRule: "FREQ=MONTHLY;BYDAY=-1WE", excludedStarts: ["2026-11-25T16:00:00"] })],
    ["a changed occurrence", event({ id: changedOccurrenceId("soccer", replaces.originalStart), replaces })],
  ])("%s is valid", (_, each) => {
    expect(eventProblem(each)).toBeNull();
  });

  test.each([
    ["is not a time zone", event({ timeZone: "Mars/Olympus" })],
    ["its end is not after its start", event({ end: "2026-11-24T16:00:00" })],
    ['"2026-02-30T16:00:00" is not a date and time', event({ start: "2026-02-30T16:00:00" })],
    ['"2026-11-24" is not a date and time', event({ start: "2026-11-24" })],
    ['"2026-11-24T16:00:00" is not a date', event({ allDay: true, start: "2026-11-24T16:00:00" })],
    ['"2026-12-01" is not a date and time', event({ recurrenceRule: "FREQ=WEEKLY", excludedStarts: ["2026-12-01"] })],
    ["more than 24 times a day", event({ recurrenceRule: "FREQ=SECONDLY" })],
    ['has the id "soccer#2026-12-01T16:00:00"', event({ id: "other", replaces })],
    [
      "cannot repeat",
      event({ id: changedOccurrenceId("soccer", replaces.originalStart), replaces, recurrenceRule: "FREQ=DAILY" }),
    ],
    [
      "more than 10000 single starts",
      event({ extraStarts: Array.from({ length: 10_001 }, () => "2026-11-24T16:00:00") }),
    ],
  ])("%s", (problem, each) => {
    expect(eventProblem(each)).toContain(problem);
  });
});
