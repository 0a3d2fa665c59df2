import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../../src/calendar/memory-calendar.ts";
import type { CalendarEvent } from "../../../src/domain/calendar-event.ts";
import type { NLParserData } from "../../../src/domain/nl-parser-data.ts";
import { SchedulingData } from "../../../src/domain/scheduling-data.ts";
import { findCandidateSlots, MAX_SLOTS } from "../../../src/domain/scheduling/find-candidate-slots.ts";
import { event, household } from "../../household.ts";
import { now, request } from "../proposal.ts";

const find = (parts: Partial<NLParserData>, events: readonly CalendarEvent[] = []) => {
  const found = findCandidateSlots(request(parts), { calendar: memoryCalendar(household, events), now });
  expect(SchedulingData.parse(found)).toEqual(found);
  expect(found.recommendedTime).toBe(found.candidateTimes[0]?.startTime ?? null);
  return found.candidateTimes;
};

const piano = event({ id: "piano", title: "Piano", participants: ["emma"], start: "2026-11-24T16:30:00" });
const tuesday = { start: "2026-11-23T23:00:00Z", end: "2026-11-24T23:00:00Z" };

describe("an exact time", () => {
  const exact = { startTime: "2026-11-24T15:00:00Z", timeIsExact: true, participants: ["emma"] } as const;

  test("that is free comes first and scores full marks", () => {
    expect(find({ ...exact, participants: ["emma"] })[0]).toEqual({
      startTime: "2026-11-24T15:00:00Z",
      endTime: "2026-11-24T16:00:00Z",
      score: 1,
      availableParticipants: ["emma"],
      constraintViolations: [],
    });
  });

  test("that is taken still comes first, says why it is bad, and free alternatives follow", () => {
    const [first, ...others] = find({ ...exact, participants: ["emma", "sam"] }, [piano]);
    expect(first).toMatchObject({
      startTime: "2026-11-24T15:00:00Z",
      availableParticipants: ["sam"],
      constraintViolations: ["Emma has Piano 16:30–17:00."],
    });
    expect(others).toHaveLength(MAX_SLOTS - 1);
    expect(others.flatMap(({ constraintViolations }) => constraintViolations)).toEqual([]);
    expect(others.map(({ score }) => score)).toEqual(
      others.map(({ score }) => score).toSorted((one, other) => other - one),
    );
    expect(others[0]?.startTime.slice(0, 10)).toBe("2026-11-24");
    expect(new Set(others.map(({ startTime }) => startTime.slice(0, 10))).size).toBeGreaterThan(1);
  });

  test("names the resource in use, and the hours outside waking hours", () => {
    const van = event({
      id: "van",
      title: "Shopping",
      resources: ["van"],
      start: "2026-11-24T05:00:00",
      end: "2026-11-24T07:00:00",
    });
    const [first] = find(
      { startTime: "2026-11-24T05:30:00Z", timeIsExact: true, resources: ["van"], durationMinutes: 15 },
      [van],
    );
    expect(first?.constraintViolations).toEqual([
      "Van is taken by Shopping 05:00–07:00.",
      "Outside the waking hours 07:00–22:00.",
    ]);
  });

  test("in the past is reported, and its alternatives are not in the past", () => {
    const [first, ...others] = find({ ...exact, participants: [], startTime: "2026-10-20T15:00:00Z" });
    expect(first?.constraintViolations).toEqual(["This time is in the past."]);
    expect(first?.score).toBeLessThan(0.6);
    expect(others.every(({ startTime }) => startTime >= now)).toBe(true);
    expect(others.length).toBeGreaterThan(0);
  });

  test("of a series is judged over its occurrences of a year", () => {
    const [first] = find({ ...exact, participants: ["emma"], recurrenceRule: "FREQ=WEEKLY;COUNT=30" }, [piano]);
    expect(first?.constraintViolations).toEqual(["Emma has Piano on 1 of 30 dates, first Tue 24 Nov 16:30–17:00."]);
    expect(first?.score).toBeGreaterThan(0.95);
  });

  test("against an event of the whole day only mentions it", () => {
    const trip = event({ id: "trip", title: "Trip", allDay: true, participants: ["emma"] });
    const [first] = find({ ...exact, participants: ["emma"] }, [trip]);
    expect(first).toMatchObject({ availableParticipants: ["emma"], constraintViolations: ["Emma has Trip all day."] });
  });

  test("has the stated duration, or one hour", () => {
    const lengths = [{}, { durationMinutes: 90 }, { endTime: "2026-11-24T17:15:00Z" }].map((parts) => {
      const [slot] = find({ ...exact, participants: [], ...parts });
      return (Date.parse(slot?.endTime ?? "") - Date.parse(slot?.startTime ?? "")) / 60_000;
    });
    expect(lengths).toEqual([60, 90, 135]);
  });
});

describe("an open time", () => {
  test("is looked for inside the window, in waking hours, from now on, at least an hour apart", () => {
    const slots = find({ searchWindow: tuesday, participants: ["emma"] }, [piano]);
    expect(slots).toHaveLength(MAX_SLOTS);
    const starts = slots.map(({ startTime }) => Date.parse(startTime)).toSorted((one, other) => one - other);
    expect(starts.every((start) => start >= Date.parse("2026-11-24T06:00:00Z"))).toBe(true);
    expect(slots.every(({ endTime }) => endTime <= "2026-11-24T21:00:00Z")).toBe(true);
    expect(starts.slice(1).every((start, index) => start - (starts[index] ?? 0) >= 3_600_000)).toBe(true);
    expect(slots.flatMap(({ constraintViolations }) => constraintViolations)).toEqual([]);
  });

  test("a day that was named is the window", () => {
    const days = find({ startTime: tuesday.start }).map(({ startTime }) => startTime.slice(0, 10));
    expect(new Set(days)).toEqual(new Set(["2026-11-24"]));
  });

  test("without bounds the best of the next days come first", () => {
    const days = find({}).map(({ startTime }) => startTime.slice(0, 10));
    expect(days).toEqual(["2026-11-21", "2026-11-21", "2026-11-22", "2026-11-22", "2026-11-23"]);
  });

  test("a full window still returns the best available times", () => {
    const full = event({
      id: "work",
      title: "Work",
      participants: ["sam"],
      start: "2026-11-24T06:00:00",
      end: "2026-11-24T23:00:00",
    });
    const slots = find({ searchWindow: tuesday, participants: ["sam", "emma"] }, [full]);
    expect(slots[0]).toMatchObject({
      availableParticipants: ["emma"],
      constraintViolations: ["Sam has Work 06:00–23:00."],
    });
  });

  test("a past window returns no slots, one that is too short returns its start", () => {
    expect(find({ searchWindow: { start: "2026-11-19T08:00:00Z", end: "2026-11-19T18:00:00Z" } })).toEqual([]);
    const short = find({ searchWindow: { start: "2026-11-24T15:00:00Z", end: "2026-11-24T15:30:00Z" } });
    expect(short.map(({ startTime }) => startTime)).toEqual(["2026-11-24T15:00:00Z"]);
  });

  test("a window at night is searched despite the waking hours", () => {
    const night = find({ searchWindow: { start: "2026-11-24T22:00:00Z", end: "2026-11-25T02:00:00Z" } });
    expect(night[0]?.constraintViolations).toEqual(["Outside the waking hours 07:00–22:00."]);
  });

  test("a series starts on a day that fits its rule", () => {
    const slots = find({ recurrenceRule: "FREQ=WEEKLY;BYDAY=TU" });
    expect(slots.length).toBeGreaterThan(0);
    expect(slots.every(({ startTime }) => new Date(startTime).getUTCDay() === 2)).toBe(true);
  });

  test("whole days are offered from midnight to midnight of the household", () => {
    const [first] = find({ allDay: true, searchWindow: tuesday });
    expect(first).toMatchObject({ startTime: tuesday.start, endTime: tuesday.end, score: 1 });
  });

  test("the same question has the same answer", () => {
    expect(find({ participants: ["emma"] }, [piano])).toEqual(find({ participants: ["emma"] }, [piano]));
  });
});

describe("a change", () => {
  const weekly = event({
    id: "piano",
    title: "Piano",
    participants: ["emma"],
    start: "2026-09-01T16:30:00",
    end: "2026-09-01T17:00:00",
    recurrenceRule: "FREQ=WEEKLY",
  });
  const change = { eventType: "modify", targetEventId: "piano", title: null } as const;

  test("to another day keeps the time of day and the length", () => {
    const thursday = { start: "2026-11-25T23:00:00Z", end: "2026-11-26T23:00:00Z" };
    const [first] = find({ ...change, searchWindow: thursday, targetOccurrenceStart: "2026-11-24T16:30:00" }, [weekly]);
    expect(first).toMatchObject({ startTime: "2026-11-26T15:30:00Z", endTime: "2026-11-26T16:00:00Z", score: 1 });
  });

  test("that names no time keeps the next time", () => {
    expect(find({ ...change, participants: ["sam"] }, [weekly])[0]?.startTime).toBe("2026-11-24T15:30:00Z");
  });

  test("does not conflict with its previous version", () => {
    const [first] = find({ ...change, startTime: "2026-11-24T15:45:00Z", timeIsExact: true }, [weekly]);
    expect(first?.constraintViolations).toEqual([]);
  });

  test("without a target has no time; a cancellation has that of its target", () => {
    expect(find({ ...change, targetEventId: null }, [weekly])).toEqual([]);
    expect(find({ ...change, targetEventId: "gone" }, [weekly])).toEqual([]);
    expect(find({ ...change, eventType: "cancel" }, [weekly])).toMatchObject([
      { startTime: "2026-11-24T15:30:00Z", score: 1 },
    ]);
  });
});

test("a rule that cannot be read has no time", () => {
  expect(find({ recurrenceRule: "FREQ=NEVER" })).toEqual([]);
});

test("a question has no time to be found", () => {
  expect(find({ eventType: "query" })).toEqual([]);
});
