import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import type { Calendar } from "../../src/domain/calendar.ts";
import { event, household } from "../household.ts";
import { entries, home, piano, question } from "./home.ts";

const SOCCER = "Soccer for Emma on Tuesday at 4pm";
const dentist = event({
  id: "dentist",
  title: "Dentist",
  participants: ["noah"],
  start: "2026-11-26T10:00:00",
  end: "2026-11-26T11:00:00",
});

describe("when another user changes the calendar between the question and the answer", () => {
  test("and occupies the time, the question is asked again with the new conflict", async () => {
    const there = home();
    await there.say(SOCCER);
    there.calendar.apply([{ kind: "put_event", event: piano() }]);
    const again = question(await there.decide("yes"));
    expect(again).toMatchObject({
      problem: "The calendar has changed since the question.",
      conflicts: ["Emma has Piano Tue 24 Nov 16:30–17:00."],
    });
    expect(entries(there.calendar)).toEqual(["Piano 2026-11-24T16:30:00–17:00"]);
    await there.choose(/^Move Soccer/);
    expect(entries(there.calendar)).toEqual(["Piano 2026-11-24T16:30:00–17:00", "Soccer 2026-11-24T15:30:00–16:30"]);
  });

  test("and changes the same event, their change is not overwritten", async () => {
    const there = home({ events: [dentist] });
    await there.say("move the dentist to Friday 3pm");
    there.calendar.apply([{ kind: "put_event", event: { ...dentist, location: "Main street 5" } }]);
    const again = question(await there.decide("yes"));
    expect(again.problem).toBe("The calendar has changed since the question.");
    expect(there.calendar.event("dentist")).toMatchObject({ start: "2026-11-26T10:00:00", location: "Main street 5" });
    await there.decide("yes");
    expect(there.calendar.event("dentist")).toMatchObject({ start: "2026-11-27T15:00:00", location: "Main street 5" });
  });

  test.each(["move the dentist to Friday 3pm", "cancel the dentist"])(
    "and deletes it, %j asks what to do",
    async (text) => {
      const there = home({ events: [dentist] });
      await there.say(text);
      there.calendar.apply([{ kind: "remove_event", eventId: "dentist" }]);
      expect(await there.decide("yes")).toMatchObject({
        outcome: "clarification",
        message: '"Dentist" is no longer in the calendar. What would you like to do instead?',
      });
      expect(there.calendar.events()).toEqual([]);
      // The next message is independent of the dropped request.
      expect(question(await there.say(SOCCER)).question).toContain("Soccer");
    },
  );

  test("and takes the time of a resolution, another resolution is offered", async () => {
    const there = home({ events: [piano()] });
    const { choices } = question(await there.say(SOCCER));
    expect(choices[0]?.label).toBe("Move Soccer to Tue 24 Nov 15:30–16:30.");
    const call = piano({ id: "call", title: "Call", start: "2026-11-24T15:00:00", end: "2026-11-24T15:45:00" });
    there.calendar.apply([{ kind: "put_event", event: call }]);
    const again = question(await there.decide("1"));
    expect(again.problem).toBe("The calendar has changed since the question.");
    expect(again.choices.map(({ label }) => label)).not.toContain("Move Soccer to Tue 24 Nov 15:30–16:30.");
    expect(there.calendar.events()).toHaveLength(2);
  });

  test("and deletes the series of the occurrence that was to go, nothing fails", async () => {
    const there = home({ events: [piano({ recurrenceRule: "FREQ=WEEKLY" })] });
    await there.say("cancel piano on Tuesday");
    there.calendar.apply([{ kind: "remove_event", eventId: "piano" }]);
    expect((await there.decide("yes")).message).toContain("no longer in the calendar");
  });

  test("and does something that has nothing to do with it, the same question is asked again", async () => {
    const there = home({ events: [dentist] });
    const asked = question(await there.say(SOCCER));
    there.calendar.apply([{ kind: "remove_event", eventId: "dentist" }]);
    const again = question(await there.decide("yes"));
    expect(again).toEqual({ ...asked, problem: "The calendar has changed since the question.", recommended: null });
    expect((await there.decide("yes")).outcome).toBe("confirmed");
  });
});

test("an answer that comes after the time of the event is asked again, and the time is named as past", async () => {
  const there = home();
  await there.say(SOCCER);
  Object.assign(there.services.clock, { now: () => "2026-11-25T09:00:00Z" });
  expect(question(await there.decide("yes"))).toMatchObject({
    problem: "The time of the event has passed since the question.",
    conflicts: ["Soccer on Tue 24 Nov 16:00–17:00 is in the past."],
    recommended: null,
  });
  await there.choose(/^Keep Soccer/);
  expect(entries(there.calendar)).toEqual(["Soccer 2026-11-24T16:00:00–17:00"]);
});

test("a change in the very moment of writing is seen too", async () => {
  const inner = memoryCalendar(household);
  let raced = false;
  const calendar: Calendar = {
    ...inner,
    apply(changes, origin) {
      if (!raced) {
        raced = true;
        inner.apply([{ kind: "put_event", event: piano() }]);
      }
      return inner.apply(changes, origin);
    },
  };
  const there = home({ calendar });
  await there.say(SOCCER);
  expect(question(await there.decide("yes")).conflicts).toEqual(["Emma has Piano Tue 24 Nov 16:30–17:00."]);
  expect(entries(inner)).toEqual(["Piano 2026-11-24T16:30:00–17:00"]);
});

const race = async (one: RegExp, other: RegExp) => {
  const first = home({ events: [piano()] });
  await first.say(SOCCER);
  const second = home({ saver: first.saver, calendar: first.calendar });
  const results = await Promise.all([first.choose(one), second.choose(other)]);
  return { messages: results.map(({ message }) => message), calendar: first.calendar };
};

describe("two answers to the same question at once", () => {
  test("that are the same write once", async () => {
    const { messages, calendar } = await race(/^Move Soccer/, /^Move Soccer/);
    expect(messages).toEqual([
      'Done: "Soccer" on Tue 24 Nov 15:30–16:30, for Emma, was added.',
      'This was already decided in another session. Done: "Soccer" on Tue 24 Nov 15:30–16:30, for Emma, was added.',
    ]);
    expect(calendar.revision()).toBe(2);
  });

  test("that differ: the first counts, and the second is rejected with a message", async () => {
    const { messages, calendar } = await race(/^Move Soccer to Tue 24 Nov 15/, /^Keep Soccer/);
    expect(messages).toEqual([
      'Done: "Soccer" on Tue 24 Nov 15:30–16:30, for Emma, was added.',
      'This was already decided in another session. Done: "Soccer" on Tue 24 Nov 15:30–16:30, for Emma, was added.',
    ]);
    expect(entries(calendar)).toEqual(["Piano 2026-11-24T16:30:00–17:00", "Soccer 2026-11-24T15:30:00–16:30"]);
  });

  test("of which the second is a no: it is answered that it is too late", async () => {
    const { messages, calendar } = await race(/^Move Soccer/, /^Do not add/);
    expect(messages[1]).toBe(
      'This was already decided in another session. Done: "Soccer" on Tue 24 Nov 15:30–16:30, for Emma, was added.',
    );
    expect(calendar.events()).toHaveLength(2);
  });
});
