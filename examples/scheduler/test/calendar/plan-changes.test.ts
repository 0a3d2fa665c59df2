import { describe, expect, test } from "vitest";
import { planChanges } from "../../src/calendar/plan-changes.ts";
import type { CalendarEvent } from "../../src/domain/calendar-event.ts";
import type { CalendarChange } from "../../src/domain/calendar.ts";
import { changedOccurrenceId } from "../../src/domain/event-problem.ts";
import { schedulerErrors } from "../../src/errors.ts";
import { event } from "../household.ts";

const soccer = event({ id: "soccer", recurrenceRule: "FREQ=WEEKLY;BYDAY=TU" });
const first = "2026-12-01T16:00:00";
const moved = event({
  id: changedOccurrenceId("soccer", first),
  start: "2026-12-01T18:00:00",
  end: "2026-12-01T19:00:00",
  replaces: { seriesId: "soccer", originalStart: first },
});
const put = (each: CalendarEvent): CalendarChange => ({ kind: "put_event", event: each });
const plan = (stored: readonly CalendarEvent[], ...changes: readonly CalendarChange[]) => {
  const before = new Map(stored.map((each) => [each.id, each]));
  const after = planChanges(before, changes);
  return {
    puts: Object.fromEntries([...after].filter(([id, each]) => before.get(id) !== each)),
    removals: [...before.keys()].filter((id) => !after.has(id)),
  };
};

describe("put_event", () => {
  test("stores a new event unchanged", () => {
    expect(plan([], put(soccer))).toEqual({ puts: { soccer }, removals: [] });
  });

  test("counts the sequence of a stored event on", () => {
    expect(plan([{ ...soccer, sequence: 4 }], put({ ...soccer, title: "Football" })).puts["soccer"]).toMatchObject({
      title: "Football",
      sequence: 5,
    });
  });

  test("keeps a sequence that is further on already", () => {
    expect(plan([soccer], put({ ...soccer, title: "Football", sequence: 9 })).puts["soccer"]?.sequence).toBe(9);
  });

  test("leaves a stored event alone when nothing but dates of change differ", () => {
    expect(plan([{ ...soccer, sequence: 4 }], put({ ...soccer, updatedAt: "2026-11-20T00:00:00Z" }))).toEqual({
      puts: {},
      removals: [],
    });
  });

  test("drops changed occurrences whose original start the series no longer has", () => {
    const { removals } = plan(
      [soccer, moved],
      put({ ...soccer, start: "2026-11-24T17:00:00", end: "2026-11-24T18:00:00" }),
    );
    expect(removals).toEqual([moved.id]);
  });

  test("drops a changed occurrence whose original start the series excludes", () => {
    const { puts, removals } = plan([soccer, moved], put({ ...soccer, excludedStarts: [first] }));
    expect([puts["soccer"]?.sequence, removals]).toEqual([1, [moved.id]]);
  });

  test("keeps changed occurrences that still belong to the changed series", () => {
    expect(plan([soccer, moved], put({ ...soccer, title: "Football" })).removals).toEqual([]);
  });

  test("takes a series and its changed occurrence in any order", () => {
    expect(Object.keys(plan([], put(moved), put(soccer)).puts)).toEqual([moved.id, "soccer"]);
  });

  test.each([
    ["title", { ...soccer, title: "" }],
    ["its end is not after its start", { ...soccer, end: soccer.start }],
    ['its series "soccer" is not in the calendar', moved],
  ])("refuses an event: %s", (problem, each) => {
    expect(() => plan([], put(each))).toThrow(problem);
  });

  test("rejects a replacement of an occurrence that the series does not have", () => {
    const wrong = {
      ...moved,
      id: "soccer#2026-12-02T16:00:00",
      replaces: { seriesId: "soccer", originalStart: "2026-12-02T16:00:00" },
    };
    expect(() => plan([soccer], put(wrong))).toThrow("no occurrence that starts at 2026-12-02T16:00:00");
  });
});

describe("remove_event", () => {
  test("takes the changed occurrences of a series along", () => {
    expect(plan([soccer, moved], { kind: "remove_event", eventId: "soccer" }).removals.toSorted()).toEqual([
      "soccer",
      moved.id,
    ]);
  });

  test("takes along a changed occurrence that the same changes put", () => {
    expect(plan([soccer], put(moved), { kind: "remove_event", eventId: "soccer" })).toEqual({
      puts: {},
      removals: ["soccer"],
    });
  });

  test("of a changed occurrence restores the original", () => {
    expect(plan([soccer, moved], { kind: "remove_event", eventId: moved.id })).toEqual({
      puts: {},
      removals: [moved.id],
    });
  });

  test("rejects an unknown event", () => {
    expect(() => plan([], { kind: "remove_event", eventId: "soccer" })).toThrow(
      schedulerErrors.unknownEvent({ eventId: "soccer" }),
    );
  });

  test("then put again stores the event", () => {
    expect(plan([soccer], { kind: "remove_event", eventId: "soccer" }, put(soccer))).toEqual({
      puts: { soccer },
      removals: [],
    });
  });
});
