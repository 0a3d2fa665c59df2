import { describe, expect, test } from "vitest";
import { event } from "../household.ts";
import { entries, home, piano, question } from "./home.ts";

const weekly = piano({ start: "2026-11-03T16:30:00", end: "2026-11-03T17:00:00", recurrenceRule: "FREQ=WEEKLY" });
const dentist = event({
  id: "dentist",
  title: "Dentist",
  participants: ["noah"],
  start: "2026-11-26T10:00:00",
  end: "2026-11-26T11:00:00",
});

/** Occurrences in December, in Copenhagen time. */
const decemberTimes = ({ calendar }: ReturnType<typeof home>, title = "Piano"): string[] =>
  calendar
    .occurrences({ start: "2026-11-30T23:00:00Z", end: "2026-12-31T23:00:00Z" })
    .filter(({ event: { title: found } }) => found === title)
    .map(({ start }) => start.slice(5, 16));

describe("a change", () => {
  test("describes the event before and after, and changes one entry", async () => {
    const there = home({ events: [dentist] });
    const asked = question(await there.say("move the dentist to Friday 3pm"));
    expect(asked.question).toBe('Change "Dentist" on Thu 26 Nov 10:00–11:00: move to Fri 27 Nov 15:00–16:00?');
    expect(entries(there.calendar)).toEqual(["Dentist 2026-11-26T10:00:00–11:00"]);
    expect((await there.decide("yes")).outcome).toBe("confirmed");
    expect(entries(there.calendar)).toEqual(["Dentist 2026-11-27T15:00:00–16:00"]);
  });

  test("to a part of a day offers free times, but never the one it has now", async () => {
    const there = home({ events: [dentist] });
    const { choices, question: text } = question(await there.say("move the dentist to Thursday morning"));
    const others = choices.filter(({ decision }) => decision.kind === "retime");
    expect(others.length).toBeGreaterThan(0);
    expect([text, ...others.map(({ label }) => label)].join()).not.toMatch(/(?:move to|Use) Thu 26 Nov 10:00/);
  });

  test("to a stated time offers no other times", async () => {
    const there = home({ events: [dentist] });
    const { choices } = question(await there.say("move the dentist to Thursday 11am"));
    expect(choices.map(({ decision }) => decision.kind)).toEqual(["approve", "reject"]);
  });

  test("that leaves the time alone is not stopped by what was in the way before, and offers no other time", async () => {
    const there = home({ events: [dentist, event({ ...dentist, id: "call", title: "Call" })] });
    const asked = question(await there.say("rename the dentist to Orthodontist"));
    expect(asked).toMatchObject({
      question: 'Change "Dentist" on Thu 26 Nov 10:00–11:00: rename to "Orthodontist"?',
      conflicts: [],
      recommended: 1,
    });
    expect(asked.choices.map(({ decision }) => decision.kind)).toEqual(["approve", "reject"]);
    await there.decide("yes");
    expect(entries(there.calendar)).toEqual([
      "Call 2026-11-26T10:00:00–11:00",
      "Orthodontist 2026-11-26T10:00:00–11:00",
    ]);
  });

  test("that brings somebody new into an old conflict is stopped", async () => {
    const call = event({ ...dentist, id: "call", title: "Call", participants: ["noah", "emma"] });
    const asked = question(await home({ events: [dentist, call] }).say("add Emma to the dentist"));
    expect(asked.conflicts).toEqual(["Noah and Emma have Call Thu 26 Nov 10:00–11:00."]);
    expect(asked.choices.some(({ decision }) => decision.kind === "approve")).toBe(false);
  });

  test("of one occurrence leaves the others", async () => {
    const there = home({ events: [weekly] });
    await there.say("move piano on 8 December to 6pm");
    await there.decide("yes");
    expect(decemberTimes(there)).toEqual(["12-01T15:30", "12-08T17:00", "12-15T15:30", "12-22T15:30", "12-29T15:30"]);
  });

  test("of the series moves all of it", async () => {
    const there = home({ events: [weekly] });
    await there.say("move all piano to Wednesday at 5pm");
    await there.decide("yes");
    expect(decemberTimes(there)).toEqual(["12-02T16:00", "12-09T16:00", "12-16T16:00", "12-23T16:00", "12-30T16:00"]);
  });

  test("of several occurrences moves those, each as one entry", async () => {
    const there = home({ events: [weekly] });
    const asked = question(await there.say("move all piano in December to 6pm"));
    expect(asked.question).toBe(
      'Change "Piano" on 5 dates from Tue 1 Dec 16:30–17:00 to Tue 29 Dec: move to Tue 1 Dec 18:00–18:30, and the other dates likewise?',
    );
    expect(there.calendar.events()).toHaveLength(1);
    expect((await there.decide("yes")).message).toContain("on 5 dates from Tue 1 Dec 18:00–18:30 to Tue 29 Dec");
    expect(decemberTimes(there)).toEqual(["12-01T17:00", "12-08T17:00", "12-15T17:00", "12-22T17:00", "12-29T17:00"]);
    expect(there.calendar.event("piano")?.start).toBe("2026-11-03T16:30:00");
  });

  test("by an amount moves those that were named, and no others", async () => {
    const there = home({ events: [weekly] });
    await there.say("move all piano in December an hour later");
    await there.decide("yes");
    expect(decemberTimes(there)).toEqual(["12-01T16:30", "12-08T16:30", "12-15T16:30", "12-22T16:30", "12-29T16:30"]);
    await there.say("move piano on 15 December half an hour earlier");
    await there.decide("yes");
    expect(decemberTimes(there)[2]).toBe("12-15T16:00");
    expect(there.calendar.event("piano")?.start).toBe("2026-11-03T16:30:00");
  });

  test("of several occurrences can be kept although one of them clashes", async () => {
    const party = event({
      id: "party",
      title: "Party",
      participants: ["emma"],
      start: "2026-12-15T18:00:00",
      end: "2026-12-15T20:00:00",
    });
    const there = home({ events: [weekly, party] });
    await there.say("move all piano in December to 6pm");
    await there.choose(/^Keep/);
    expect(decemberTimes(there)).toEqual(["12-01T17:00", "12-08T17:00", "12-15T17:00", "12-22T17:00", "12-29T17:00"]);
  });
});

describe("a cancellation", () => {
  test("of a single event removes it", async () => {
    const there = home({ events: [dentist] });
    const { question: text, choices } = question(await there.say("cancel the dentist"));
    expect(text).toBe('Cancel "Dentist" on Thu 26 Nov 10:00–11:00, for Noah?');
    expect(choices.map(({ label }) => label)).toEqual(["Cancel it", "Keep it"]);
    expect(there.calendar.events()).toHaveLength(1);
    await there.decide("yes");
    expect(there.calendar.events()).toEqual([]);
  });

  test("of one occurrence leaves the others", async () => {
    const there = home({ events: [weekly] });
    await there.say("cancel piano on 8 December");
    await there.decide("yes");
    expect(decemberTimes(there)).toEqual(["12-01T15:30", "12-15T15:30", "12-22T15:30", "12-29T15:30"]);
  });

  test("of several occurrences reports their number, and keeps the others", async () => {
    const there = home({ events: [weekly] });
    expect(question(await there.say("cancel all piano in December")).question).toBe(
      'Cancel "Piano" on 5 dates from Tue 1 Dec 16:30–17:00 to Tue 29 Dec, for Emma?',
    );
    await there.decide("yes");
    expect(decemberTimes(there)).toEqual([]);
    expect(there.calendar.occurrences({ start: "2027-01-01T00:00:00Z", end: "2027-02-01T00:00:00Z" })).toHaveLength(4);
  });

  test("of the series removes all of it", async () => {
    const there = home({ events: [weekly] });
    expect(question(await there.say("cancel all piano")).question).toContain("every Tuesday");
    await there.decide("yes");
    expect(there.calendar.events()).toEqual([]);
  });
});
