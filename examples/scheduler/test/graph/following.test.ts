import { describe, expect, test } from "vitest";
import { home, piano, question } from "./home.ts";
import { event } from "../household.ts";
import type { Calendar } from "../../src/domain/calendar.ts";

const soccer = event({ id: "soccer", title: "Soccer", participants: ["emma"], recurrenceRule: "FREQ=WEEKLY" });
const range = { start: "2026-11-21T00:00:00Z", end: "2026-12-24T00:00:00Z" };

const days = (calendar: Calendar): string[] =>
  calendar.occurrences(range).map(({ start, event: { title } }) => `${title} ${start.slice(5, 16)}`);

describe("this and all that follow", () => {
  test.each(["cancel soccer from 8 December on", "cancel soccer from 5 December onwards"])(
    "%j ends the series before",
    async (text) => {
      const there = home({ events: [soccer] });
      const asked = question(await there.say(text));
      expect(asked.question).toBe('Cancel "Soccer" from Tue 8 Dec 16:00–17:00 on, every Tuesday, for Emma?');
      await there.decide("yes");
      expect(days(there.calendar)).toEqual(["Soccer 11-24T15:00", "Soccer 12-01T15:00"]);
    },
  );

  test("moves the following dates, and leaves the earlier ones unchanged", async () => {
    const there = home({ events: [soccer] });
    const asked = question(await there.say("move soccer from 8 December on to 6pm"));
    expect(asked).toMatchObject({
      question: 'Change "Soccer" from Tue 8 Dec 16:00–17:00 on, every Tuesday: move to Tue 8 Dec 18:00–19:00?',
      conflicts: [],
    });
    expect((await there.decide("yes")).outcome).toBe("confirmed");
    expect(days(there.calendar)).toEqual([
      "Soccer 11-24T15:00",
      "Soccer 12-01T15:00",
      "Soccer 12-08T17:00",
      "Soccer 12-15T17:00",
      "Soccer 12-22T17:00",
    ]);
    await there.say("undo");
    await there.decide("yes");
    expect(there.calendar.events()).toMatchObject([{ id: "soccer", recurrenceRule: "FREQ=WEEKLY" }]);
  });

  test("renames the following dates, including changed occurrences", async () => {
    const final = event({
      ...soccer,
      id: "soccer#2026-12-15T16:00:00",
      start: "2026-12-15T18:00:00",
      end: "2026-12-15T19:00:00",
      recurrenceRule: null,
      replaces: { seriesId: "soccer", originalStart: "2026-12-15T16:00:00" },
    });
    const there = home({ events: [soccer, final] });
    await there.say("rename soccer from 8 December on to Football");
    await there.decide("yes");
    expect(days(there.calendar)).toEqual([
      "Soccer 11-24T15:00",
      "Soccer 12-01T15:00",
      "Football 12-08T15:00",
      "Soccer 12-15T17:00",
      "Football 12-22T15:00",
    ]);
  });

  test("conflicts of the following dates are found, and a resolution splits the series too", async () => {
    const lessons = piano({ start: "2026-12-08T18:00:00", end: "2026-12-08T18:30:00", recurrenceRule: "FREQ=WEEKLY" });
    const there = home({ events: [soccer, lessons] });
    const asked = question(await there.say("move soccer from 8 December on to 6pm"));
    expect(asked.conflicts).toEqual([expect.stringContaining("Emma has Piano Tue 8 Dec 18:00–18:30")]);
    await there.choose(/^Move every Soccer/);
    const soccers = days(there.calendar).filter((each) => each.startsWith("Soccer"));
    expect(soccers.slice(0, 2)).toEqual(["Soccer 11-24T15:00", "Soccer 12-01T15:00"]);
    expect(soccers).toHaveLength(5);
  });

  test("from its first date on it is the whole series", async () => {
    const there = home({ events: [soccer] });
    await there.say("cancel soccer from 24 November on");
    await there.decide("yes");
    expect(there.calendar.events()).toEqual([]);
  });
});
