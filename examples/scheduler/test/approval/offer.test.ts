import { describe, expect, test } from "vitest";
import { type Approvable, Offer, offerOf } from "../../src/approval/offer.ts";
import { memoryCalendar } from "../../src/calendar/memory-calendar.ts";
import type { CalendarEvent } from "../../src/domain/calendar-event.ts";
import { detectConflicts } from "../../src/domain/conflicts/detect.ts";
import { proposeResolutions } from "../../src/domain/resolution/propose-resolutions.ts";
import { now, proposal } from "../domain/proposal.ts";
import { event, household } from "../household.ts";

const wording = { timeZone: household.timeZone, now, household };

const slot = (startTime: string, endTime: string) => ({
  startTime,
  endTime,
  score: 0.9,
  availableParticipants: [],
  constraintViolations: [],
});

const ask = (about: Partial<Approvable>) => {
  const request = offerOf(
    { proposed: proposal(), before: null, conflicts: null, resolutions: null, otherSlots: [], problem: null, ...about },
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
  return ask({ proposed, conflicts, resolutions: proposeResolutions(proposed, conflicts, { calendar, now }) });
};

describe("offerOf", () => {
  test("asks for a yes, offers two other times, and ends with no", () => {
    const otherSlots = ["15", "16", "17", "18"].map((hour) =>
      slot(`2026-11-24T${hour}:00:00Z`, `2026-11-24T${hour}:30:00Z`),
    );
    const { choices, recommended } = ask({ otherSlots });
    expect(choices.map(({ label }) => label)).toEqual([
      'Yes, add "Soccer practice" on Tue 24 Nov 16:00–17:00',
      "Use Tue 24 Nov 17:00–17:30 instead",
      "Use Tue 24 Nov 18:00–18:30 instead",
      "No, leave the calendar as it is",
    ]);
    expect(recommended).toBe(1);
  });

  test("offers a resolution of every strategy, the recommended one first", () => {
    const { choices, recommended } = against({});
    expect(recommended).toBe(1);
    expect(choices.map(({ decision }) => decision.kind).at(-1)).toBe("reject");
    expect(choices.some(({ label }) => label.startsWith("Keep Soccer practice"))).toBe(true);
  });

  test("recommends nothing if only accepting would resolve the blocking conflicts", () => {
    const wholeDay = { start: "2026-11-24T00:00:00", end: "2026-11-25T00:00:00", priority: "critical" } as const;
    expect(against(wholeDay, { flexibility: "fixed" }).recommended).toBeNull();
  });

  test("a resolution that changes nothing is the final no, not a separate choice", () => {
    expect(against({}).choices.map(({ label }) => label)).not.toContain("Do not add Soccer practice.");
  });

  test("includes the reason for asking again", () => {
    expect(ask({ problem: "The calendar has changed since the question." }).problem).toMatch(/changed/);
  });

  test("a cancellation offers no other times", () => {
    const proposed = proposal({}, "cancel");
    expect(ask({ proposed, otherSlots: [slot("2026-11-24T16:00:00Z", "2026-11-24T17:00:00Z")] }).choices).toHaveLength(
      2,
    );
  });
});
