import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NLParserData } from "../../src/domain/nl-parser-data.ts";
import { ruleProblem } from "../../src/domain/recurrence-rule.ts";
import { briefModel } from "../../src/models/briefing.ts";
import { checkAnswer } from "../../src/models/checked-answer.ts";
import { readAnswer, type ModelAnswer } from "../../src/models/model-answer.ts";
import { answer, context, reading, repetition } from "./answer.ts";

const { eventIds } = briefModel("move piano", context);
const refOf = (id: string): string => [...eventIds].find(([, each]) => each === id)?.[0] ?? "none";
const check = (parts: Partial<ModelAnswer>, rules = reading()) =>
  checkAnswer(answer(parts), { context, eventIds, rules });

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

describe("checkAnswer", () => {
  test("turns wall-clock times into instants of the household's zone, winter and summer", () => {
    expect(check({ start: "2026-11-24T16:00", end: "2026-11-24T17:30" }).data).toMatchObject({
      startTime: "2026-11-24T15:00:00Z",
      endTime: "2026-11-24T16:30:00Z",
      timeIsExact: true,
      durationMinutes: 90,
      searchWindow: null,
    });
    expect(check({ start: "2027-06-01T16:00" }).data.startTime).toBe("2027-06-01T14:00:00Z");
  });

  test("moves a time that the clock skips forward", () => {
    expect(check({ start: "2027-03-28T02:30" }).data.startTime).toBe("2027-03-28T01:30:00Z");
  });

  test("keeps a length without an end, and without a time", () => {
    expect(check({ durationMinutes: 45 }).data).toMatchObject({ endTime: "2026-11-24T15:45:00Z", durationMinutes: 45 });
    expect(check({ start: "2026-11-24", durationMinutes: 45 }).data).toMatchObject({
      endTime: null,
      durationMinutes: 45,
    });
  });

  test("searches the whole day if only a day was named", () => {
    expect(check({ start: "2026-11-24" }).data).toMatchObject({
      startTime: null,
      timeIsExact: false,
      searchWindow: { start: "2026-11-23T23:00:00Z", end: "2026-11-24T23:00:00Z" },
    });
  });

  test("cuts the past part off a window", () => {
    const { data } = check({ start: null, windowStart: "2026-11-23T00:00", windowEnd: "2026-11-27" });
    expect(data.searchWindow).toEqual({ start: "2026-11-23T08:00:00Z", end: "2026-11-27T23:00:00Z" });
  });

  test("counts the last of whole days in", () => {
    expect(check({ start: "2026-12-24", end: "2026-12-26", allDay: true }).data).toMatchObject({
      startTime: "2026-12-23T23:00:00Z",
      endTime: "2026-12-26T23:00:00Z",
      allDay: true,
    });
  });

  test.each([
    ["a date that no calendar has", "2026-02-30T10:00"],
    ["a time of another zone", "2026-11-24T16:00:00Z"],
    ["a time that no clock shows", "2026-11-24T25:00"],
    ["a year far away", "2999-01-01T10:00"],
    ["words", "tomorrow'); DROP TABLE events"],
  ])("leaves out %s and says so", (_, start) => {
    const { data, doubts } = check({ start });
    expect(data).toMatchObject({ startTime: null, searchWindow: null, missing: ["time"] });
    expect(doubts).toMatchObject([{ factor: 0.6 }]);
  });

  test("leaves out an end that is not after the start", () => {
    const { data, doubts } = check({ end: "2026-11-24T15:00" });
    expect(data).toMatchObject({ startTime: "2026-11-24T15:00:00Z", endTime: null });
    expect(doubts).toEqual([{ message: "The end is not after the start.", factor: 0.6 }]);
  });

  test("doubts a new event in the past", () => {
    expect(check({ start: "2025-11-24T16:00" }).doubts).toEqual([{ message: "The time is in the past.", factor: 0.6 }]);
  });

  test("knows people and things by name, alias and id, whatever the case", () => {
    const { data, doubts } = check({ people: ["EMMA", " mom ", "sam"], things: ["the minivan"] });
    expect(data).toMatchObject({ participants: ["emma", "alex", "sam"], resources: ["van"] });
    expect(doubts).toEqual([]);
  });

  test("takes a name that several people share for all of them", () => {
    const members = context.household.members.map((each) => ({ ...each, aliases: ["the kids"] }));
    const shared = { ...context, household: { ...context.household, members } };
    const checked = checkAnswer(answer({ people: ["The kids"] }), { context: shared, eventIds, rules: reading() });
    expect(checked.data.participants).toEqual(["emma", "noah", "alex", "sam"]);
  });

  test("leaves out people and things that the household does not have", () => {
    const { data, doubts } = check({ people: ["Emma", "Zoe"], things: ["rocket"] });
    expect(data).toMatchObject({ participants: ["emma"], resources: [], missing: ["participants"] });
    expect(doubts.map(({ message }) => message)).toEqual([
      'The person "Zoe" is not in the household.',
      'The resource "rocket" is not in the household.',
    ]);
  });

  test("cleans and shortens a title", () => {
    const { title } = check({ title: `\u001b[31mSoccer\n${"x".repeat(500)}` }).data;
    expect(title).toHaveLength(120);
    expect(title).not.toMatch(/\p{Cc}/u);
  });

  test("writes the recurrence rule from its parts", () => {
    expect(
      check({ repetition: repetition({ weekdays: ["TH", "TU"], interval: 2, times: 5 }) }).data.recurrenceRule,
    ).toBe("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=5");
    expect(check({ repetition: repetition({ until: "2027-06-01" }) }).data.recurrenceRule).toBe(
      "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270601T215959Z",
    );
    const monthly = repetition({ every: "month", weekOfMonth: -1, weekdays: ["FR"] });
    expect(check({ start: "2026-11-27T16:00", repetition: monthly }).data.recurrenceRule).toBe(
      "FREQ=MONTHLY;BYDAY=-1FR",
    );
  });

  test("moves the first date onto the rule", () => {
    const { data, doubts } = check({ start: "2026-11-23T16:00", end: "2026-11-23T17:00", repetition: repetition() });
    expect(data).toMatchObject({ startTime: "2026-11-24T15:00:00Z", endTime: "2026-11-24T16:00:00Z" });
    expect(doubts).toEqual([
      { message: "The first date was moved to 2026-11-24 to match the repetition.", factor: 0.9 },
    ]);
  });

  test("searches the first day of a repetition without a start", () => {
    expect(check({ start: null, repetition: repetition() }).data.searchWindow).toEqual({
      start: "2026-11-23T23:00:00Z",
      end: "2026-11-24T23:00:00Z",
    });
  });

  test.each([
    ["an interval of nothing", { interval: 0 }],
    ["half a week", { interval: 0.5 }],
    ["more times than a life has", { times: 1e9 }],
    ["the sixth Tuesday", { every: "month" as const, weekOfMonth: 6 }],
    ["a day that no month has", { every: "month" as const, weekdays: [], dayOfMonth: 32 }],
    ["every Tuesday of a year", { every: "year" as const }],
    ["an end before the start", { until: "2026-01-01" }],
    ["an end that is not a date", { until: "never" }],
  ])("leaves out a repetition with %s", (_, parts) => {
    const { data, doubts } = check({ repetition: repetition(parts) });
    expect(data.recurrenceRule).toBeNull();
    expect(doubts).toMatchObject([{ factor: 0.6 }]);
  });

  test("finds the event by its reference, and one date of a series by its day", () => {
    const ref = refOf("piano-series-uid");
    const { data } = check({ intent: "cancel", start: null, event: ref, dates: ["2026-12-02"] });
    expect(data).toMatchObject({
      targetEventId: "piano-series-uid",
      targetOccurrenceStart: "2026-12-02T15:00:00",
      missing: [],
    });
  });

  test("means the next date of a series by default, and the whole series only if it is stated", () => {
    const cancel = { intent: "cancel", start: null, event: refOf("piano-series-uid") } as const;
    expect(check(cancel).data.targetOccurrenceStart).toBe("2026-11-25T15:00:00");
    expect(check({ ...cancel, wholeSeries: true }).data.targetOccurrenceStart).toBeNull();
  });

  test("never turns a wrong date of a series into the whole series", () => {
    const { data } = check({ intent: "cancel", event: refOf("piano-series-uid"), dates: ["2026-12-02", "2026-12-03"] });
    expect(data).toMatchObject({ targetEventId: null, targetOccurrenceStart: null, missing: ["target"] });
  });

  test("keeps several dates of a series", () => {
    const dates = ["2026-12-09", "2026-12-02", "2026-12-09"];
    expect(check({ intent: "cancel", event: refOf("piano-series-uid"), dates }).data).toMatchObject({
      targetOccurrenceStart: "2026-12-02T15:00:00",
      targetOccurrenceStarts: ["2026-12-02T15:00:00", "2026-12-09T15:00:00"],
    });
  });

  test("reads removals and renames of a change", () => {
    const change = { intent: "modify", start: null, event: refOf("dentist-uid") } as const;
    const { data } = check({ ...change, removedPeople: ["Em"], removedThings: ["van"], newTitle: "Orthodontist" });
    expect(data).toMatchObject({
      removedParticipants: ["emma"],
      removedResources: ["van"],
      newTitle: "Orthodontist",
      missing: [],
    });
  });

  test("keeps the days on which a repetition does not happen", () => {
    const { data, doubts } = check({ repetition: repetition({ except: ["2026-12-29", "2026-12-22", "never"] }) });
    expect(data.excludedDates).toEqual(["2026-12-22", "2026-12-29"]);
    expect(doubts).toMatchObject([{ factor: 0.8 }]);
  });

  test("leaves out an event that it was not shown, also by its real id", () => {
    for (const event of ["E99", "dentist-uid", "__proto__"]) {
      const { data, doubts } = check({ intent: "cancel", event });
      expect(data).toMatchObject({ targetEventId: null, missing: ["target"] });
      expect(doubts).toMatchObject([{ factor: 0.6 }]);
    }
  });

  test("takes the target from the rules when the model names none", () => {
    const rules = reading({ eventType: "cancel", targetCandidates: ["dentist-uid", "piano-series-uid"] });
    expect(check({ intent: "cancel", event: null }, rules).data.targetCandidates).toEqual([
      "dentist-uid",
      "piano-series-uid",
    ]);
  });

  test("lists missing details", () => {
    expect(check({ title: " ", start: null }).data.missing).toEqual(["time", "title"]);
    expect(check({ intent: "modify", start: null, event: refOf("dentist-uid") }).data.missing).toEqual(["change"]);
    expect(check({ intent: "query", title: null, start: null }).data).toMatchObject({
      queryType: "event_lookup",
      missing: [],
    });
  });

  test("returns a valid reading for any answer of the model", () => {
    const text = fc.oneof(
      fc.constantFrom("2026-11-24", "2026-11-24T16:00", "2026-11-24T15:00", "2027-03-28T02:30", "E1", "E2", "", "Emma"),
      fc.string(),
    );
    const number = fc.oneof(fc.constantFrom(-1, 0, 1, 2, 5, 60, 1e12, 0.5), fc.double({ noNaN: true }));
    const answers = fc.record<ModelAnswer>({
      intent: fc.constantFrom("create", "modify", "cancel", "query"),
      title: maybe(text),
      start: maybe(text),
      end: maybe(text),
      windowStart: maybe(text),
      windowEnd: maybe(text),
      allDay: fc.boolean(),
      durationMinutes: maybe(number),
      newTitle: maybe(text),
      people: fc.array(text, { maxLength: 3 }),
      removedPeople: fc.array(text, { maxLength: 3 }),
      removedThings: fc.array(text, { maxLength: 3 }),
      things: fc.array(text, { maxLength: 3 }),
      repetition: maybe(
        fc.record({
          every: fc.constantFrom("day", "week", "month", "year"),
          interval: number,
          weekdays: fc.array(fc.constantFrom("MO", "TU", "SU"), { maxLength: 3 }),
          weekOfMonth: maybe(number),
          dayOfMonth: maybe(number),
          until: maybe(text),
          times: maybe(number),
          except: fc.array(text, { maxLength: 2 }),
        }),
      ),
      priority: maybe(fc.constantFrom("low", "medium", "high", "critical")),
      flexibility: maybe(fc.constantFrom("fixed", "same_day", "same_week", "any")),
      event: maybe(text),
      dates: fc.array(text, { maxLength: 2 }),
      wholeSeries: fc.boolean(),
      question: maybe(fc.constantFrom("availability", "event_lookup", "resource_status", "conflict_check")),
      confidence: number,
    });
    fc.assert(
      fc.property(answers, (each) => {
        const { data, doubts } = checkAnswer(each, { context, eventIds, rules: reading() });
        expect(NLParserData.parse(data)).toEqual(data);
        expect(data.recurrenceRule === null ? null : ruleProblem(data.recurrenceRule)).toBeNull();
        expect(Date.parse(data.endTime ?? "9999")).toBeGreaterThan(Date.parse(data.startTime ?? "0001"));
        expect(data.targetEventId === null || context.calendar.event(data.targetEventId) !== null).toBe(true);
        expect(doubts.every(({ factor }) => factor > 0 && factor < 1)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe("readAnswer", () => {
  test("fills in fields that a model omits", () => {
    expect(
      readAnswer({ intent: "create", start: "2026-11-24T16:00", title: "Soccer practice", confidence: 0.9 }),
    ).toEqual(answer());
    const weekly: unknown = { ...answer(), repetition: { every: "week" } };
    expect(readAnswer(weekly)?.repetition).toEqual(repetition({ weekdays: [] }));
  });

  test.each([
    null,
    "create",
    [],
    {},
    { ...answer(), intent: "buy" },
    { ...answer(), start: 5 },
    { ...answer(), confidence: "high" },
  ])("refuses %j", (value) => {
    expect(readAnswer(value)).toBeNull();
  });
});
