import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../../src/calendar/memory-calendar.ts";
import type { CalendarEvent } from "../../../src/domain/calendar-event.ts";
import type { NLParserData } from "../../../src/domain/nl-parser-data.ts";
import { QueryData } from "../../../src/domain/query-data.ts";
import { answerQuery } from "../../../src/domain/query/answer-query.ts";
import { event, household } from "../../household.ts";
import { now, request } from "../proposal.ts";

const calendar = memoryCalendar(household, [
  event({
    id: "piano",
    title: "Piano lesson",
    participants: ["emma"],
    start: "2026-09-01T16:30:00",
    end: "2026-09-01T17:00:00",
    recurrenceRule: "FREQ=WEEKLY",
  }),
  event({
    id: "swim",
    title: "Swimming",
    participants: ["emma", "noah"],
    resources: ["van"],
    start: "2026-11-24T16:45:00",
    end: "2026-11-24T18:00:00",
  }),
  event({
    id: "shop",
    title: "Shopping",
    participants: ["sam"],
    resources: ["van"],
    start: "2026-11-24T17:30:00",
    end: "2026-11-24T18:30:00",
  }),
  event({
    id: "dentist",
    title: "Dentist for Noah",
    participants: ["noah", "alex"],
    start: "2026-12-03T09:00:00",
    end: "2026-12-03T09:30:00",
  }),
  event({
    id: "trip",
    title: "School trip",
    participants: ["noah"],
    allDay: true,
    start: "2026-11-24",
    end: "2026-11-25",
  }),
  event({
    id: "camp",
    title: "Camp",
    participants: ["emma"],
    start: "2026-07-01T10:00:00",
    end: "2026-07-01T12:00:00",
  }),
]);

const ask = (parts: Partial<NLParserData>) => {
  const answered = answerQuery(request({ eventType: "query", title: null, ...parts }), { calendar, now });
  expect(QueryData.parse(structuredClone(answered))).toEqual(answered);
  return answered;
};

const answer = (parts: Partial<NLParserData>): string => ask(parts).answer;

const tuesday = { searchWindow: { start: "2026-11-23T23:00:00Z", end: "2026-11-24T23:00:00Z" } };
const wednesday = { searchWindow: { start: "2026-11-24T23:00:00Z", end: "2026-11-25T23:00:00Z" } };
const week = { searchWindow: { start: "2026-11-22T23:00:00Z", end: "2026-11-29T23:00:00Z" } };

describe("availability", () => {
  const free = { queryType: "availability" } as const;
  const at = { ...free, startTime: "2026-11-24T15:40:00Z", timeIsExact: true } as const;

  test("at a moment reports who is free, and the events of the others", () => {
    expect(answer({ ...at, participants: ["emma"] })).toBe("Emma has Piano lesson Tue 24 Nov 16:30–17:00.");
    expect(answer({ ...at, participants: ["emma", "sam"] })).toBe(
      "Sam is free Tue 24 Nov 16:40. Emma has Piano lesson Tue 24 Nov 16:30–17:00.",
    );
    expect(answer({ ...at, participants: ["alex", "sam"] })).toBe("Alex and Sam are both free Tue 24 Nov 16:40.");
  });

  test("without names asks about everyone", () => {
    expect(answer(at)).toBe(
      "Noah, Alex and Sam are free Tue 24 Nov 16:40. Emma has Piano lesson Tue 24 Nov 16:30–17:00.",
    );
  });

  test("over a day reports when all of them are free, within waking hours", () => {
    expect(answer({ ...free, ...tuesday, participants: ["emma", "sam"] })).toBe(
      "Emma and Sam are both free Tue 24 Nov 07:00–16:30 and 18:30–22:00.",
    );
    expect(ask({ ...free, ...tuesday, participants: ["emma", "sam"] }).results["freeSlots"]).toEqual([
      { start: "2026-11-24T06:00:00Z", end: "2026-11-24T15:30:00Z" },
      { start: "2026-11-24T17:30:00Z", end: "2026-11-24T21:00:00Z" },
    ]);
  });

  test("reports when nothing is planned, when no time is left, and when it is over", () => {
    expect(answer({ ...free, ...wednesday, participants: ["sam"] })).toBe(
      "Sam is free Wed 25 Nov: nothing is planned.",
    );
    const hour = { searchWindow: { start: "2026-11-24T15:45:00Z", end: "2026-11-24T16:45:00Z" } };
    expect(answer({ ...free, ...hour, participants: ["emma"] })).toBe("Emma has no free time Tue 24 Nov 16:45–17:45.");
    const past = { searchWindow: { start: "2026-11-18T23:00:00Z", end: "2026-11-19T23:00:00Z" } };
    expect(answer({ ...free, ...past })).toBe("Thu 19 Nov is over.");
  });

  test("tells only stretches that are long enough", () => {
    const afternoon = { searchWindow: { start: "2026-11-24T15:00:00Z", end: "2026-11-24T19:00:00Z" } };
    expect(answer({ ...free, ...afternoon, participants: ["emma"], durationMinutes: 60 })).toBe(
      "Emma is free Tue 24 Nov 18:00–20:00.",
    );
  });

  test("offers no time that is over", () => {
    const today = { searchWindow: { start: "2026-11-20T23:00:00Z", end: "2026-11-21T23:00:00Z" } };
    expect(ask({ ...free, ...today, participants: ["sam"] }).results["freeSlots"]).toEqual([
      { start: now, end: "2026-11-21T21:00:00Z" },
    ]);
  });

  test("of today begins now", () => {
    expect(answer({ ...free, participants: ["sam"] })).toBe("Sam is free Sat 21 Nov 10:00–24:00: nothing is planned.");
  });
});

describe("event_lookup", () => {
  const lookup = { queryType: "event_lookup" } as const;

  test("finds the next by words of its title", () => {
    expect(answer({ ...lookup, title: "dentist" })).toBe("Next: Dentist for Noah Thu 3 Dec 09:00–09:30.");
    expect(answer({ ...lookup, title: "piano" })).toBe(
      "Next: Piano lesson Tue 24 Nov 16:30–17:00. After that: Piano lesson Tue 1 Dec 16:30–17:00; Piano lesson Tue 8 Dec 16:30–17:00; Piano lesson Tue 15 Dec 16:30–17:00.",
    );
  });

  test("lists the events of a time span, also for one person", () => {
    expect(answer({ ...lookup, ...tuesday })).toBe(
      "Tue 24 Nov: School trip Tue 24 Nov (all day); Piano lesson Tue 24 Nov 16:30–17:00; Swimming Tue 24 Nov 16:45–18:00; Shopping Tue 24 Nov 17:30–18:30.",
    );
    expect(answer({ ...lookup, ...week, participants: ["sam"] })).toBe(
      "Mon 23 Nov–Sun 29 Nov: Shopping Tue 24 Nov 17:30–18:30.",
    );
    expect(ask({ ...lookup, ...tuesday }).results["count"]).toBe(4);
  });

  test("reports when nothing is planned, and names the last matching event", () => {
    expect(answer({ ...lookup, ...wednesday })).toBe("Nothing is planned Wed 25 Nov.");
    expect(answer({ ...lookup, ...wednesday, title: "piano" })).toBe("No “piano” is planned Wed 25 Nov.");
    expect(answer({ ...lookup, title: "camp" })).toBe(
      "No “camp” is planned in the year ahead. The last was Camp Wed 1 Jul 10:00–12:00.",
    );
    expect(answer({ ...lookup, title: "opera" })).toBe("No “opera” is planned in the year ahead.");
  });

  test("is the default type of question", () => {
    expect(ask({ ...wednesday }).queryType).toBe("event_lookup");
  });
});

describe("resource_status", () => {
  const status = { queryType: "resource_status" } as const;

  test("lists the uses of the resource with their times", () => {
    expect(answer({ ...status, ...tuesday, resources: ["van"] })).toBe(
      "Van is free Tue 24 Nov except 16:45–18:00 (Swimming), 17:30–18:30 (Shopping).",
    );
    expect(answer({ ...status, ...wednesday, resources: ["van"] })).toBe("Van is free Wed 25 Nov.");
  });

  test("at a moment reports whether it is in use", () => {
    const at = { ...status, timeIsExact: true, resources: ["van"] };
    expect(answer({ ...at, startTime: "2026-11-24T16:00:00Z" })).toBe(
      "Van is taken Tue 24 Nov 17:00: 16:45–18:00 (Swimming).",
    );
    expect(answer({ ...at, startTime: "2026-11-24T14:00:00Z" })).toBe("Van is free Tue 24 Nov 15:00.");
  });

  test("lists every resource when none was named, with the places left", () => {
    const { results } = ask({ ...status, ...tuesday });
    expect(results["resources"]).toMatchObject([
      { resourceId: "van", available: false, currentCapacity: 0, maxCapacity: 1 },
      { resourceId: "car", available: true },
      { resourceId: "kitchen", available: true },
      { resourceId: "tablet", available: true, currentCapacity: 2, maxCapacity: 2 },
    ]);
  });
});

const dailyEvent = (id: string, parts: Partial<CalendarEvent>) =>
  event({ id, title: id, participants: ["sam"], recurrenceRule: "FREQ=DAILY;COUNT=5", ...parts });

describe("conflict_check", () => {
  const check = { queryType: "conflict_check" } as const;

  test("finds double-booked people and resources among stored events", () => {
    expect(answer({ ...check, ...week })).toBe(
      "3 conflicts Mon 23 Nov–Sun 29 Nov: Noah has School trip and Swimming at the same time Tue 24 Nov 16:45–18:00. " +
        "Emma has Piano lesson and Swimming at the same time Tue 24 Nov 16:45–17:00. " +
        "Van is overbooked: Swimming and Shopping Tue 24 Nov 17:30–18:00.",
    );
  });

  test("can be asked about one person", () => {
    expect(answer({ ...check, ...week, participants: ["emma"] })).toContain(
      "Emma has Piano lesson and Swimming at the same time",
    );
    expect(answer({ ...check, ...week, participants: ["alex"] })).toBe("No conflicts Mon 23 Nov–Sun 29 Nov.");
  });

  test("counts the places of a resource", () => {
    const uses = ["a", "b", "c"].map((id) => event({ id, title: id, resources: ["tablet"] }));
    const answerTo = (count: number): string =>
      answerQuery(request({ eventType: "query", queryType: "conflict_check" }), {
        calendar: memoryCalendar(household, uses.slice(0, count)),
        now,
      }).answer;
    expect(answerTo(2)).toMatch(/^No conflicts/);
    expect(answerTo(3)).toContain("3 conflicts");
  });

  test("collapses series into one conflict with a count", () => {
    const twice = memoryCalendar(household, [
      dailyEvent("Run", {}),
      dailyEvent("Call", { start: "2026-11-24T16:30:00" }),
    ]);
    const { results, answer: text } = answerQuery(request({ eventType: "query", queryType: "conflict_check" }), {
      calendar: twice,
      now,
    });
    expect(results["conflicts"]).toMatchObject([
      { occurrences: 5, firstAt: "2026-11-24T15:30:00Z", severity: "medium" },
    ]);
    expect(text).toContain("Sam has Run and Call at the same time Tue 24 Nov 16:30–17:00, and 4 more times.");
  });
});
