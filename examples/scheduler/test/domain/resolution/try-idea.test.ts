import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../../src/calendar/memory-calendar.ts";
import type { CalendarEvent } from "../../../src/domain/calendar-event.ts";
import { detectConflicts } from "../../../src/domain/conflicts/detect.ts";
import { timetableOf } from "../../../src/domain/free-busy.ts";
import { localClock } from "../../../src/domain/free-busy-clock.ts";
import type { Idea, Situation } from "../../../src/domain/resolution/situation.ts";
import { tryIdea } from "../../../src/domain/resolution/try-idea.ts";
import { event, household } from "../../household.ts";
import { now, proposal } from "../proposal.ts";

const stored = [
  event({ id: "piano", title: "Piano", participants: ["emma"] }),
  event({
    id: "dentist",
    title: "Dentist",
    participants: ["emma"],
    start: "2026-11-24T18:00:00",
    end: "2026-11-24T19:00:00",
  }),
];

const situation = (): Situation => {
  const calendar = memoryCalendar(household, stored);
  const proposed = proposal({ participants: ["emma"] });
  const without = timetableOf(calendar, {
    start: Date.parse("2026-11-20T00:00:00Z"),
    end: Date.parse("2026-12-01T00:00:00Z"),
  });
  return {
    proposed,
    event: proposed.event,
    conflicts: detectConflicts(proposed, { calendar, now }).conflicts,
    occurrences: [],
    clashes: [],
    without,
    planned: without,
    household,
    clock: localClock(household.timeZone),
    wording: { timeZone: household.timeZone, now },
    now,
  };
};

const idea = (...events: CalendarEvent[]): Idea => ({
  strategy: "move_event",
  variant: "test",
  description: "",
  worth: 1,
  changes: [],
  calendarChanges: events.map((each) => ({ kind: "put_event", event: each })),
  losses: [],
});

describe("tryIdea", () => {
  const own = proposal({ participants: ["emma"] }).event;
  const later = { start: "2026-11-24T18:30:00", end: "2026-11-24T19:30:00" };
  const evening = { start: "2026-11-24T20:00:00", end: "2026-11-24T21:00:00" };

  test("lists exactly the resolved conflicts", () => {
    const trial = tryIdea(idea({ ...own, ...evening }), situation());
    expect(trial.resolved.map(({ id }) => id)).toEqual(["time:new:piano"]);
    expect([...trial.newBlocking, ...trial.newOthers]).toEqual([]);
    expect(tryIdea(idea(own), situation()).resolved).toEqual([]);
  });

  test("sees that the proposal now meets something else", () => {
    const trial = tryIdea(idea({ ...own, ...later }), situation());
    expect(trial.newBlocking.map(({ details }) => details)).toEqual(["Emma has Dentist Tue 24 Nov 18:00–19:00."]);
  });

  test("detects new conflicts of a moved event", () => {
    const [piano] = stored;
    const moved = { ...event(piano), ...later };
    const trial = tryIdea(idea(own, moved), situation());
    expect(trial.resolved).toHaveLength(1);
    expect(trial.newBlocking.map(({ id }) => id)).toEqual(["time:piano:dentist"]);
  });

  test("sees conflicts that may stay", () => {
    const night = { start: "2026-11-24T22:00:00", end: "2026-11-24T23:00:00" };
    const trial = tryIdea(idea({ ...own, ...night }), situation());
    expect([trial.newBlocking.length, trial.newOthers.map(({ type }) => type)]).toEqual([0, ["constraint_violation"]]);
  });
});
