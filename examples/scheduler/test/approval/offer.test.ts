import { describe, expect, test } from "vitest";
import { type Approvable, Offer, offerOf } from "../../src/approval/offer.ts";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import type { CalendarEvent } from "../../src/domain/calendar-event.ts";
import { detectConflicts } from "../../src/domain/planning/conflicts.ts";
import { proposeResolutions } from "../../src/domain/planning/resolutions.ts";
import { now, proposal } from "../domain/proposal.ts";
import { event, household } from "../household.ts";

const wording = { timeZone: household.timeZone, now, household };

const slot = (startTime: string, endTime: string) => ({
  startTime,
  endTime,
});

const ask = (about: Partial<Approvable>) => {
  const request = offerOf(
    {
      proposed: proposal(),
      assumed: [],
      conflicts: { conflicts: [], blockingConflicts: [] },
      resolutions: [],
      otherSlots: [],
      problem: null,
      ...about,
    },
    wording,
  );
  expect(Offer.parse(request)).toEqual(request);
  return request;
};

/** The question about a new event in a calendar in which something else is. */
const against = (stored: Partial<CalendarEvent>, own: Partial<CalendarEvent> = {}) => {
  const calendar = memoryCalendar(household, [
    event({ id: "piano", title: "Piano", participants: ["emma"], ...stored }),
  ]);
  const proposed = proposal({ participants: ["emma"], ...own });
  const conflicts = detectConflicts(proposed, { calendar, now });
  return ask({
    proposed,
    conflicts,
    resolutions: proposeResolutions(proposed, conflicts, { calendar, now }),
  });
};

describe("offerOf", () => {
  test("asks for a yes, offers two other times, and ends with no", () => {
    const otherSlots = ["15", "16", "17", "18"].map((hour) =>
      slot(`2026-11-24T${hour}:00:00Z`, `2026-11-24T${hour}:30:00Z`),
    );
    const { choices, recommended } = ask({ otherSlots });
    expect(choices.map(({ label }) => label)).toEqual([
      "Add it",
      "Use Tue 24 Nov 17:00–17:30 instead",
      "Use Tue 24 Nov 18:00–18:30 instead",
      "Do not add it",
    ]);
    expect(recommended).toBe(1);
  });

  test("offers resolutions, and recommends none: a person decides what gives way", () => {
    const { choices, recommended } = against({});
    expect(recommended).toBeNull();
    expect(choices.map(({ decision }) => decision.kind).at(-1)).toBe("reject");
    expect(choices.some(({ label }) => label.startsWith("Keep Soccer practice"))).toBe(true);
  });

  test("says what was assumed, and recommends no guess", () => {
    const guess = ask({ assumed: ["16:00, not 04:00"] });
    expect(guess).toMatchObject({ assumed: ["16:00, not 04:00"], recommended: null });
    expect(guess.question).toMatch(/I assumed: 16:00, not 04:00\.$/u);
    expect(ask({ assumed: ["1 hour long"] }).recommended).toBe(1);
  });

  test("a resolution that changes nothing is the final no, not a separate choice", () => {
    expect(against({}).choices.map(({ label }) => label)).not.toContain("Do not add Soccer practice.");
  });

  test("includes the reason for asking again", () => {
    expect(ask({ problem: "The calendar has changed since the question." }).problem).toMatch(/changed/);
  });
});
