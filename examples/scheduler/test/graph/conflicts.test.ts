import { describe, expect, test } from "vitest";
import type { CalendarEvent } from "../../src/domain/calendar-event.ts";
import { clashesAt } from "../../src/domain/planning/conflicts.ts";
import { intervalOf } from "../../src/domain/wall-clock.ts";
import { event } from "../household.ts";
import { entries, type Home, home, now, piano, question } from "./home.ts";

const SOCCER = "Soccer for Emma on Tuesday at 4pm";

/** Clashes of the new event that are left. */
const remaining = ({ calendar }: Home): string[] => {
  const range = { start: Date.parse(now), end: Date.parse(now) + 366 * 86_400_000 };
  const all = calendar.occurrences(intervalOf(range));
  const own = all.filter(({ event: { title } }) => title === "Soccer");
  return own.flatMap((each) => clashesAt(each, all, calendar.household)).map(({ other }) => other.event.title);
};

/** Asks, chooses the first resolution of that strategy, and returns the calendar afterwards. */
const resolved = async (strategy: string, text: string, events: readonly CalendarEvent[]) => {
  const there = home({ events });
  const { choices, conflicts } = question(await there.say(text));
  expect(conflicts.length).toBeGreaterThan(0);
  expect(entries(there.calendar)).toEqual(entries(home({ events }).calendar));
  const choice = choices.find(
    ({ decision }) => decision.kind === "resolve" && decision.resolutionId.startsWith(strategy),
  );
  expect(choice).toBeDefined();
  const done = await there.decide(choice?.decision);
  expect(done).toMatchObject({ outcome: "confirmed" });
  return { entries: entries(there.calendar), remaining: remaining(there), message: done.message };
};

describe("each strategy resolves its conflicts", () => {
  test("move_event", async () => {
    expect(await resolved("move_event", SOCCER, [piano()])).toEqual({
      entries: ["Piano 2026-11-24T16:30:00–17:00", "Soccer 2026-11-24T15:30:00–16:30"],
      remaining: [],
      message: 'Done: "Soccer" on Tue 24 Nov 15:30–16:30, for Emma, was added.',
    });
  });

  test("override_constraint keeps both events, as approved", async () => {
    const { entries: after, remaining: left } = await resolved("override_constraint", SOCCER, [piano()]);
    expect(after).toEqual(["Piano 2026-11-24T16:30:00–17:00", "Soccer 2026-11-24T16:00:00–17:00"]);
    expect(left).toEqual(["Piano"]);
  });
});

describe("a weekly event that clashes every week", () => {
  const swimming = piano({ id: "swim", title: "Swimming", resources: ["van"], recurrenceRule: "FREQ=WEEKLY" });
  const trip = event({
    id: "trip",
    title: "Ski trip",
    allDay: true,
    start: "2027-02-13",
    end: "2027-02-21",
    participants: ["emma"],
    resources: ["van"],
  });
  const text = "Soccer for Emma every Tuesday 4pm, needs the van";

  test("can go to another hour as a whole, and is left out on the days of a trip", async () => {
    const there = home({ events: [swimming, trip] });
    const { choices } = question(await there.say(text));
    expect(choices[0]?.label).toBe(
      "Move every Soccer to another time, starting Tue 24 Nov 15:30–16:30, and skip Tue 16 Feb 2027.",
    );
    await there.decide("1");
    expect(remaining(there)).toEqual([]);
    expect(there.calendar.events().find(({ title }) => title === "Soccer")).toMatchObject({
      start: "2026-11-24T15:30:00",
      excludedStarts: ["2027-02-16T15:30:00"],
    });
  });

  test("is never resolved by moving the other series", async () => {
    const there = home({ events: [swimming, trip] });
    const { choices } = question(await there.say(text));
    expect(choices.filter(({ label }) => /^(?:Move|Cancel) (?:every )?Swimming/u.test(label))).toEqual([]);
  });
});

test("a conflict that does not block is shown, and does not stop the request", async () => {
  const holiday = event({ id: "holiday", title: "Holiday", allDay: true, participants: ["emma"] });
  const asked = question(await home({ events: [holiday] }).say(SOCCER));
  expect(asked).toMatchObject({ conflicts: ["Emma has Holiday Tue 24 Nov (all day)."], recommended: 1 });
  expect(asked.choices[0]?.decision).toEqual({ kind: "approve" });
});

test("to accept what blocks is never recommended", async () => {
  const all = piano({ start: "2026-11-24T00:00:00", end: "2026-11-25T00:00:00" });
  const { choices, recommended } = question(await home({ events: [all] }).say(SOCCER));
  expect(choices.some(({ label }) => label.startsWith("Keep Soccer as proposed"))).toBe(true);
  expect(recommended).toBeNull();
});
