import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../src/calendar/memory-calendar.ts";
import { type Busy, eventSpan } from "../../src/domain/free-busy.ts";
import { checkResources, resourceOf, usageWithin } from "../../src/domain/resources.ts";
import { event, household } from "../household.ts";
import { now, proposal } from "./proposal.ts";

const at = (hours: string, parts: Parameters<typeof event>[0] = {}) => {
  const [start = "", end = ""] = hours.split("–");
  return event({ start: `2026-11-24T${start}:00`, end: `2026-11-24T${end}:00`, resources: ["tablet"], ...parts });
};

const busy = (start: number, end: number, id = "e"): Busy => ({
  start,
  end,
  occurrence: { eventId: id, seriesId: id, originalStart: "", start: "", end: "", allDay: false, event: event({ id }) },
});

describe("checkResources", () => {
  test("counts the uses at the busiest time, not all that touch the time", () => {
    const calendar = memoryCalendar(household, [at("16:00–16:30", { id: "a" }), at("16:30–17:00", { id: "b" })]);
    expect(checkResources(proposal({ resources: ["tablet"] }), { calendar })).toEqual({
      allResourcesAvailable: true,
      resourceAvailability: [
        {
          resourceId: "tablet",
          resourceName: "Tablet",
          available: true,
          currentCapacity: 1,
          maxCapacity: 2,
          conflicts: [],
        },
      ],
    });
  });

  test("names only the events that use up the capacity", () => {
    const calendar = memoryCalendar(household, [
      at("16:00–16:30", { id: "a" }),
      at("16:15–17:00", { id: "b" }),
      at("16:40–17:00", { id: "late", resources: [] }),
    ]);
    const [tablet] = checkResources(proposal({ resources: ["tablet"] }), { calendar }).resourceAvailability;
    expect(tablet).toMatchObject({ available: false, currentCapacity: 0, conflicts: ["a", "b"] });
  });

  test("looks at every occurrence of a series, on both sides", () => {
    const monthly = at("16:30–17:00", {
      id: "m",
      resources: ["van"],
      recurrenceRule: "FREQ=MONTHLY;BYMONTHDAY=15",
      start: "2026-11-15T16:30:00",
      end: "2026-11-15T17:00:00",
    });
    const calendar = memoryCalendar(household, [monthly]);
    const daily = proposal({ resources: ["van"], recurrenceRule: "FREQ=WEEKLY;BYDAY=TU" });
    // 15 December 2026 is a Tuesday.
    expect(checkResources(daily, { calendar, now }).resourceAvailability[0]?.conflicts).toEqual(["m"]);
    const until = proposal({ resources: ["van"], recurrenceRule: "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261210T000000Z" });
    expect(checkResources(until, { calendar, now }).allResourcesAvailable).toBe(true);
  });

  test("an event of a whole day holds the resource all day", () => {
    const calendar = memoryCalendar(household, [event({ id: "trip", allDay: true, resources: ["van"] })]);
    expect(checkResources(proposal({ resources: ["van"] }), { calendar }).allResourcesAvailable).toBe(false);
  });

  test("a changed event does not conflict with itself, and a cancellation needs nothing", () => {
    const stored = at("16:00–17:00", { id: "new", resources: ["van"] });
    const calendar = memoryCalendar(household, [stored, at("16:00–17:00", { id: "other", resources: ["kitchen"] })]);
    expect(checkResources(proposal({ resources: ["van"] }, "modify"), { calendar }).allResourcesAvailable).toBe(true);
    expect(checkResources(proposal({ resources: ["kitchen"] }, "cancel"), { calendar }).resourceAvailability).toEqual(
      [],
    );
  });
});

test("an event that no calendar can hold uses nothing", () => {
  const impossible = proposal({ resources: ["van"], recurrenceRule: "FREQ=NEVER" });
  expect(checkResources(impossible, { calendar: memoryCalendar(household) }).resourceAvailability).toEqual([]);
});

test("a resource the household does not list has one place", () => {
  expect(resourceOf(household, "boat")).toEqual({ id: "boat", name: "boat", aliases: [], capacity: 1 });
});

describe("usageWithin", () => {
  test("finds the peak that trying every minute finds", () => {
    const uses = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 10 })), { maxLength: 8 });
    fc.assert(
      fc.property(uses, (pairs) => {
        const all = pairs.map(([start, length], index) => busy(start, start + length, `e${index}`));
        const span = { start: 5, end: 15 };
        const inside = all.filter(({ start, end }) => start < span.end && end > span.start);
        const perMinute = Array.from({ length: 10 }, (_, index) => 5 + index).map(
          (minute) => inside.filter(({ start, end }) => start <= minute && minute < end).length,
        );
        expect(usageWithin(span, inside, 1).peak).toBe(Math.max(...perMinute));
      }),
    );
  });

  test("what ends as the other begins never shares a moment", () => {
    const { start } = eventSpan(event(), household);
    const uses = [busy(start, start + 10, "a"), busy(start + 10, start + 20, "b")];
    expect(usageWithin({ start, end: start + 20 }, uses, 2)).toEqual({ peak: 1, holders: [] });
  });
});
