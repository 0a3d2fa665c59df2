import { describe, expect, test } from "vitest";
import { countOf, formatDay, formatDays, formatHours, formatSpan, listNames } from "../../src/domain/format.ts";

const wording = { timeZone: "Europe/Copenhagen", now: "2026-11-21T09:00:00Z" };

describe("times in sentences", () => {
  test("a day is that of the given clock", () => {
    expect(formatDay("2026-11-24T23:30:00Z", wording)).toBe("Wed 25 Nov");
  });

  test("the year is written when it is another than now", () => {
    expect(formatDay("2027-01-04T12:00:00Z", wording)).toBe("Mon 4 Jan 2027");
    expect(formatDay("2027-01-04T12:00:00Z", { timeZone: "UTC" })).toBe("Mon 4 Jan");
  });

  test.each([
    ["2026-11-24T15:00:00Z", "2026-11-24T16:00:00Z", "Tue 24 Nov 16:00–17:00"],
    ["2026-11-24T22:00:00Z", "2026-11-24T23:00:00Z", "Tue 24 Nov 23:00–24:00"],
    ["2026-11-27T21:00:00Z", "2026-11-28T00:00:00Z", "Fri 27 Nov 22:00–Sat 28 Nov 01:00"],
    ["2026-12-31T22:00:00Z", "2027-01-01T00:00:00Z", "Thu 31 Dec 23:00–Fri 1 Jan 2027 01:00"],
  ])("from %s to %s is %j", (start, end, text) => {
    expect(formatSpan({ start, end }, wording)).toBe(text);
  });

  test("hours leave the day out, unless there are two", () => {
    expect(formatHours({ start: "2026-11-24T15:00:00Z", end: "2026-11-24T16:00:00Z" }, wording)).toBe("16:00–17:00");
    expect(formatHours({ start: "2026-11-27T21:00:00Z", end: "2026-11-28T00:00:00Z" }, wording)).toBe(
      "Fri 27 Nov 22:00–Sat 28 Nov 01:00",
    );
  });

  test("the night in which the clock goes back shows its own hours", () => {
    const span = { start: "2026-10-24T23:30:00Z", end: "2026-10-25T02:00:00Z" };
    expect(formatSpan(span, wording)).toBe("Sun 25 Oct 01:30–03:00");
  });

  test("whole days name the first and the last", () => {
    expect(formatDays({ start: "2026-11-23T23:00:00Z", end: "2026-11-24T23:00:00Z" }, wording)).toBe(
      "Tue 24 Nov (all day)",
    );
    expect(formatDays({ start: "2026-11-23T23:00:00Z", end: "2026-11-26T23:00:00Z" }, wording)).toBe(
      "Tue 24 Nov–Thu 26 Nov (all day)",
    );
  });
});

test('names are joined with commas and "and"', () => {
  expect([[], ["Emma"], ["Emma", "Sam"], ["Emma", "Sam", "Alex"]].map(listNames)).toEqual([
    "",
    "Emma",
    "Emma and Sam",
    "Emma, Sam and Alex",
  ]);
});

test("a count has its noun in the right number", () => {
  expect([countOf(1, "event"), countOf(2, "event")]).toEqual(["1 event", "2 events"]);
});
