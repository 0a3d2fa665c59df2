import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../../src/calendar/memory-calendar.ts";
import type { CalendarEvent } from "../../../src/domain/calendar-event.ts";
import { eventSpan, timetableOf } from "../../../src/domain/free-busy.ts";
import { localClock } from "../../../src/domain/free-busy-clock.ts";
import { judgeSlot, WEIGHTS } from "../../../src/domain/scheduling/judge-slot.ts";
import { event, household } from "../../household.ts";
import { now } from "../proposal.ts";

const judge = (stored: readonly CalendarEvent[], parts: Partial<CalendarEvent> = {}, closeness = 1) => {
  const own = event({ id: "new", participants: ["emma", "sam"], resources: ["van"], ...parts });
  const span = eventSpan(own, household);
  return judgeSlot([span], closeness, {
    timetable: timetableOf(memoryCalendar(household, stored), {
      start: span.start - 86_400_000,
      end: span.end + 86_400_000,
    }),
    event: own,
    householdClock: localClock(household.timeZone),
    wording: { timeZone: household.timeZone, now },
    now: Date.parse(now),
  });
};

const less = (...weights: number[]): number =>
  Math.round((1 - weights.reduce((sum, each) => sum + each, 0)) * 1000) / 1000;
const other = (parts: Partial<CalendarEvent>) => event({ id: "other", title: "Other", ...parts });

describe("a slot loses", () => {
  test.each<[string, CalendarEvent[], Partial<CalendarEvent>, number]>([
    ["nothing when nothing is in the way", [], {}, 1],
    [
      "half of the people's share and the priority when one of two is taken",
      [other({ participants: ["emma"] })],
      {},
      less(WEIGHTS.everyoneFree / 2, WEIGHTS.priority),
    ],
    [
      "half of the priority when what is in the way matters less",
      [other({ participants: ["emma"], priority: "low" })],
      {},
      less(WEIGHTS.everyoneFree / 2, WEIGHTS.priority / 2),
    ],
    [
      "an eighth of the people's share when one of two has an event of the whole day",
      [other({ participants: ["emma"], allDay: true, start: "2026-11-24", end: "2026-11-25" })],
      {},
      less(WEIGHTS.everyoneFree / 8),
    ],
    [
      "the resources' share and the priority when the van is taken",
      [other({ resources: ["van"] })],
      {},
      less(WEIGHTS.resourcesFree, WEIGHTS.priority),
    ],
    [
      "the share of waking hours in the night",
      [],
      { start: "2026-11-24T06:00:00", end: "2026-11-24T07:00:00" },
      less(WEIGHTS.wakingHours),
    ],
    [
      "the share of breaks right after something else",
      [other({ participants: ["emma"], start: "2026-11-24T15:00:00", end: "2026-11-24T15:50:00" })],
      {},
      less(WEIGHTS.notBackToBack),
    ],
    [
      "nothing after a break of a quarter of an hour",
      [other({ participants: ["emma"], start: "2026-11-24T15:00:00", end: "2026-11-24T15:45:00" })],
      {},
      1,
    ],
  ])("%s", (_, stored, parts, score) => {
    expect(judge(stored, parts).score).toBe(score);
  });

  test("what it is away from the wish", () => {
    expect(judge([], {}, 0).score).toBe(less(WEIGHTS.closeToWish));
  });

  test("half of everything in the past", () => {
    expect(judge([], { start: "2026-11-20T16:00:00", end: "2026-11-20T17:00:00" })).toMatchObject({
      score: 0.5,
      isClear: false,
    });
  });
});

test("the weights add up to one", () => {
  expect(Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 10);
});
