import { agentOutputUpdate } from "tidemark/agents";
import { describe, expect, test } from "vitest";
import { Offer, offerOf } from "../../src/approval/offer.ts";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import type { CalendarEvent } from "../../src/domain/calendar-event.ts";
import { detectConflicts } from "../../src/domain/planning/conflicts.ts";
import { proposeResolutions } from "../../src/domain/planning/resolutions.ts";
import type { NLParserData } from "../../src/domain/parser-data.ts";
import { now, proposal, request } from "../domain/proposal.ts";
import { event, household } from "../household.ts";

interface Asked {
  readonly stored?: readonly CalendarEvent[];
  readonly parsed?: Partial<NLParserData>;
  readonly times?: readonly string[];
  readonly note?: string;
}

/** The question about an event of Emma on Tuesday at 16:00. */
const ask = ({ stored = [], parsed = {}, times = [], note }: Asked) => {
  const calendar = memoryCalendar(household, stored);
  const proposed = proposal({ participants: ["emma"] });
  const conflicts = detectConflicts(proposed, { calendar, now });
  const resolutions = proposeResolutions(proposed, conflicts, { calendar, now });
  const candidateTimes = times.map((hour) => ({
    start: `2026-11-24T${hour}:00:00Z`,
    end: `2026-11-24T${hour}:30:00Z`,
    score: 1,
    availableParticipants: ["emma"],
    constraintViolations: [],
  }));
  const found = {
    data: { candidateTimes, recommendedTime: candidateTimes[0]?.start ?? null },
    explanation: "",
    confidence: 1,
    reasoning: "",
    timestamp: now,
  };
  const values = {
    ...agentOutputUpdate({ runtime_updated_at: null }, "scheduling", found),
    scheduler_note: note ?? null,
    scheduler_parsed_event: request({ participants: ["emma"], minutes: 60, plain: true, ...parsed }),
    scheduler_proposed_event: proposed,
  };
  const offer = offerOf(values, { conflicts, resolutions }, { household, now });
  expect(Offer.parse(offer)).toEqual(offer);
  return offer;
};

const piano = event({ id: "piano", title: "Piano", participants: ["emma"] });

describe("offerOf", () => {
  test("asks for a yes, offers two other times, and ends with no", () => {
    const { choices, recommended } = ask({ times: ["15", "16", "17", "18"] });
    expect(choices.map(({ label }) => label)).toEqual([
      "Add it",
      "Use Tue 24 Nov 17:00–17:30 instead",
      "Use Tue 24 Nov 18:00–18:30 instead",
      "Do not add it",
    ]);
    expect(recommended).toBe(1);
  });

  test("offers resolutions, and recommends none: a person decides what gives way", () => {
    const { choices, recommended, question } = ask({ stored: [piano] });
    expect(recommended).toBeNull();
    expect(question).toMatch(/^Add .*\? This conflicts with the calendar\.$/u);
    expect(choices.at(-1)).toEqual({ label: "Do not add it", notes: [], decision: { kind: "reject" } });
    expect(choices.at(-2)?.label).toBe("Keep Soccer practice as proposed and accept 1 conflict.");
  });

  test("says what was assumed, and recommends no guess", () => {
    const guess = ask({ parsed: { assumed: ["16:00, not 04:00"] } });
    expect(guess).toMatchObject({ assumed: ["16:00, not 04:00"], recommended: null });
    expect(guess.question).toMatch(/I assumed: 16:00, not 04:00\.$/u);
    expect(ask({ parsed: { minutes: null } })).toMatchObject({ assumed: ["1 hour long"], recommended: 1 });
    expect(ask({ parsed: { plain: false } })).toMatchObject({ assumed: [], recommended: null });
  });

  test("includes the reason for asking again", () => {
    expect(ask({ note: "The calendar has changed since the question." }).problem).toMatch(/changed/);
  });
});
