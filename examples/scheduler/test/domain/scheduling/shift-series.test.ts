import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startsAt } from "../../../src/domain/recurrence.ts";
import { shiftSeries, shiftSeriesBy } from "../../../src/domain/scheduling/shift-series.ts";
import { formatWallTime, readWallTime } from "../../../src/domain/wall-clock.ts";
import { event } from "../../household.ts";

const hour = 3_600_000;
const series = (recurrenceRule: string, parts: Parameters<typeof event>[0] = {}) =>
  event({ id: "s", recurrenceRule, ...parts });

const shifted = (recurrenceRule: string, wall: string, parts: Parameters<typeof event>[0] = {}) => {
  const { start, end, recurrenceRule: rule } = shiftSeries(series(recurrenceRule, parts), readWallTime(wall), hour);
  return { start, end, rule };
};

describe("shiftSeries", () => {
  test.each([
    ["FREQ=WEEKLY;BYDAY=TU", "2026-12-01T17:30:00", "2026-11-24T17:30:00", "FREQ=WEEKLY;BYDAY=TU"],
    ["FREQ=WEEKLY;BYDAY=TU", "2026-12-03T16:00:00", "2026-11-26T16:00:00", "FREQ=WEEKLY;BYDAY=TH"],
    ["FREQ=WEEKLY;BYDAY=TU,TH", "2026-12-03T17:00:00", "2026-11-24T17:00:00", "FREQ=WEEKLY;BYDAY=TU,TH"],
    ["FREQ=WEEKLY", "2026-11-23T16:00:00", "2026-11-23T16:00:00", "FREQ=WEEKLY"],
    ["FREQ=DAILY;INTERVAL=2", "2026-11-25T18:00:00", "2026-11-24T18:00:00", "FREQ=DAILY;INTERVAL=2"],
    ["FREQ=MONTHLY;BYDAY=4TU", "2026-12-22T18:00:00", "2026-11-24T18:00:00", "FREQ=MONTHLY;BYDAY=4TU"],
    ["FREQ=MONTHLY;BYDAY=4TU", "2026-12-10T18:00:00", "2026-12-10T18:00:00", "FREQ=MONTHLY;BYDAY=2TH"],
    ["FREQ=MONTHLY;BYMONTHDAY=24", "2026-12-10T18:00:00", "2026-12-10T18:00:00", "FREQ=MONTHLY;BYMONTHDAY=10"],
    ["FREQ=MONTHLY;BYDAY=-1TU", "2026-12-31T18:00:00", "2026-12-31T18:00:00", "FREQ=MONTHLY;BYDAY=-1TH"],
    [
      "FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24",
      "2026-12-10T18:00:00",
      "2026-12-10T18:00:00",
      "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=10",
    ],
  ])("%s to %s starts %s", (rule, wall, start, newRule) => {
    expect(shifted(rule, wall)).toEqual({
      start,
      end: formatWallTime(readWallTime(start) + hour, false),
      rule: newRule,
    });
  });

  test("excluded and further starts move along", () => {
    const moved = shiftSeries(
      series("FREQ=WEEKLY;BYDAY=TU", { excludedStarts: ["2026-12-01T16:00:00"], extraStarts: ["2026-12-04T16:00:00"] }),
      readWallTime("2026-11-25T17:00:00"),
      hour,
    );
    expect(moved).toMatchObject({ excludedStarts: ["2026-12-02T17:00:00"], extraStarts: ["2026-12-05T17:00:00"] });
  });

  test("a weekly or daily series really has an occurrence where it was moved to within its week", () => {
    const rules = fc.constantFrom("FREQ=WEEKLY;BYDAY=TU", "FREQ=WEEKLY", "FREQ=DAILY");
    fc.assert(
      fc.property(rules, fc.integer({ min: 0, max: 7 * 96 - 1 }), (rule, quarters) => {
        const wall = readWallTime("2026-11-30T00:00:00") + quarters * 900_000;
        expect(startsAt(shiftSeries(series(rule), wall, hour), formatWallTime(wall, false))).toBe(true);
      }),
    );
  });
});

test("shiftSeriesBy moves every start and keeps the rule", () => {
  const moved = shiftSeriesBy(series("FREQ=WEEKLY;BYDAY=TU"), 7 * 24 * hour, hour);
  expect(moved).toMatchObject({
    start: "2026-12-01T16:00:00",
    end: "2026-12-01T17:00:00",
    recurrenceRule: "FREQ=WEEKLY;BYDAY=TU",
  });
});
