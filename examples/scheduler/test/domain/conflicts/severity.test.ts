import { describe, expect, test } from "vitest";
import type { CalendarEvent } from "../../../src/domain/calendar-event.ts";
import { priorityRank, resourceSeverity, timeSeverity } from "../../../src/domain/conflicts/severity.ts";
import { event } from "../../household.ts";

const cases: readonly [string, Partial<CalendarEvent>, Partial<CalendarEvent>, string, string][] = [
  ["two ordinary events", {}, {}, "medium", "medium"],
  ["both of low priority", { priority: "low" }, { priority: "low" }, "low", "medium"],
  ["low against medium", { priority: "low" }, {}, "medium", "medium"],
  ["one of high priority", { priority: "high" }, { priority: "low" }, "high", "high"],
  ["one is fixed", { flexibility: "fixed" }, {}, "high", "high"],
  ["both are fixed", { flexibility: "fixed" }, { flexibility: "fixed" }, "critical", "critical"],
  ["one is critical", { priority: "critical" }, { priority: "low" }, "critical", "critical"],
  ["one lasts all day", { allDay: true }, {}, "low", "medium"],
  [
    "one lasts all day, both are fixed",
    { allDay: true, flexibility: "fixed" },
    { flexibility: "fixed" },
    "low",
    "critical",
  ],
  ["one lasts all day and matters", { allDay: true, priority: "high" }, {}, "high", "high"],
];

describe("severities", () => {
  test.each(cases)("%s", (...[, one, other, time, resource]) => {
    expect(timeSeverity(event(one), event(other))).toBe(time);
    expect(timeSeverity(event(other), event(one))).toBe(time);
    expect(resourceSeverity(event(one), event(other))).toBe(resource);
    expect(resourceSeverity(event(other), event(one))).toBe(resource);
  });

  test("priorities are ranked from low to critical", () => {
    expect((["low", "medium", "high", "critical"] as const).map(priorityRank)).toEqual([0, 1, 2, 3]);
  });
});
