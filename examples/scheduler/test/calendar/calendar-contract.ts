import { describe, expect, test } from "vitest";
import type { CalendarEvent } from "../../src/domain/calendar-event.ts";
import type { Calendar, CalendarChange } from "../../src/domain/calendar.ts";
import { event } from "../household.ts";

const november = { start: "2026-11-01T00:00:00Z", end: "2026-12-31T00:00:00Z" };
const put = (each: CalendarEvent): CalendarChange => ({ kind: "put_event", event: each });
const soccer = event({ id: "soccer", recurrenceRule: "FREQ=WEEKLY;COUNT=3" });
const dentist = event({
  id: "dentist",
  start: "2026-11-26T08:00:00",
  end: "2026-11-26T09:00:00",
  createdAt: "2026-11-10T09:00:00Z",
});

const starts = ({ occurrences }: Pick<Calendar, "occurrences">): string[] =>
  occurrences(november).map(({ start }) => start);

/** Sequences only grow, even if content is restored. */
const plain = (each: CalendarEvent) => ({ ...each, sequence: 0 });

/** Behavior of every calendar, regardless of its storage; `open` returns an empty one for the test household. */
export function testCalendar(open: () => Calendar): void {
  const withEvents = (): Calendar => {
    const calendar = open();
    calendar.apply([put(soccer), put(dentist)]);
    return calendar;
  };
  describe("as every calendar", () => {
    test("lists the occurrences of a range in order", () => {
      expect(starts(withEvents())).toEqual([
        "2026-11-24T15:00:00Z",
        "2026-11-26T07:00:00Z",
        "2026-12-01T15:00:00Z",
        "2026-12-08T15:00:00Z",
      ]);
    });

    test("returns an event by id, and null for an unknown id", () => {
      const calendar = withEvents();
      expect([calendar.event("dentist"), calendar.event("nobody")]).toEqual([dentist, null]);
    });

    test("lists stored events, newest first", () => {
      expect(
        withEvents()
          .events()
          .map(({ id }) => id),
      ).toEqual(["dentist", "soccer"]);
    });

    test("applies all changes or none", () => {
      const calendar = withEvents();
      const before = calendar.events();
      expect(() => calendar.apply([put(event({ id: "new" })), { kind: "remove_event", eventId: "nobody" }])).toThrow(
        "nobody",
      );
      expect(calendar.events()).toEqual(before);
    });

    test("returns the changes that undo the last confirmed change, and then the one before", () => {
      const calendar = withEvents();
      const before = calendar.events();
      expect(calendar.lastChange()).toBeNull();
      calendar.apply([put({ ...dentist, title: "Dr Drill" })], {
        by: "emma",
        at: dentist.createdAt,
        key: "1",
        text: "One.",
      });
      calendar.apply([{ kind: "remove_event", eventId: "soccer" }, put(event({ id: "new" }))], {
        by: "sam",
        at: dentist.createdAt,
        key: "2",
        text: "Two.",
      });
      for (const text of ["Two.", "One."]) {
        const last = calendar.lastChange();
        expect(last).toMatchObject({ text });
        calendar.apply(last?.undo ?? [], {
          by: "alex",
          at: dentist.createdAt,
          key: `undo ${text}`,
          undoes: last?.number ?? 0,
        });
      }
      expect(calendar.events().map(plain)).toEqual(before.map(plain));
      expect(calendar.lastChange()).toBeNull();
    });

    test("takes nothing back that was changed again since", () => {
      const calendar = withEvents();
      calendar.apply([put({ ...dentist, title: "Dr Drill" })], { by: "emma", at: dentist.createdAt, key: "1" });
      calendar.apply([put({ ...dentist, title: "Dr Fill" })]);
      expect(calendar.lastChange()).toMatchObject({ undo: null });
    });

    test("puts a series back with its changed occurrences", () => {
      const calendar = withEvents();
      const changed = event({
        id: "soccer#2026-12-01T16:00:00",
        title: "Final",
        start: "2026-12-01T18:00:00",
        end: "2026-12-01T19:00:00",
        replaces: { seriesId: "soccer", originalStart: "2026-12-01T16:00:00" },
      });
      calendar.apply([put(changed)], { by: "emma", at: dentist.createdAt, key: "1" });
      const before = starts(calendar);
      calendar.apply([{ kind: "remove_event", eventId: "soccer" }], { by: "emma", at: dentist.createdAt, key: "2" });
      expect(starts(calendar)).toHaveLength(1);
      calendar.apply(calendar.lastChange()?.undo ?? []);
      expect(starts(calendar)).toEqual(before);
    });

    test("shows the result of changes without writing them", () => {
      const calendar = withEvents();
      const before = starts(calendar);
      const view = calendar.withChanges([
        put({ ...soccer, excludedStarts: ["2026-12-01T16:00:00"] }),
        { kind: "remove_event", eventId: "dentist" },
      ]);
      expect(starts(view)).toEqual(["2026-11-24T15:00:00Z", "2026-12-08T15:00:00Z"]);
      expect([view.event("dentist"), view.events().map(({ id }) => id), starts(calendar)]).toEqual([
        null,
        ["soccer"],
        before,
      ]);
    });

    test("shows a changed occurrence that is only tried", () => {
      const replaces = { seriesId: "soccer", originalStart: "2026-12-01T16:00:00" };
      const moved = event({
        id: "soccer#2026-12-01T16:00:00",
        start: "2026-12-02T16:00:00",
        end: "2026-12-02T17:00:00",
        replaces,
      });
      const view = withEvents().withChanges([put(moved)]);
      expect(starts(view)).toEqual([
        "2026-11-24T15:00:00Z",
        "2026-11-26T07:00:00Z",
        "2026-12-02T15:00:00Z",
        "2026-12-08T15:00:00Z",
      ]);
      expect(starts(view.withChanges([{ kind: "remove_event", eventId: moved.id }]))).toEqual(starts(withEvents()));
    });

    test("what was tried and then applied is the same", () => {
      const calendar = withEvents();
      const changes = [put({ ...soccer, title: "Football", start: "2026-11-24T17:00:00", end: "2026-11-24T18:00:00" })];
      const tried = calendar.withChanges(changes);
      const [events, occurrences] = [tried.events(), tried.occurrences(november)];
      calendar.apply(changes);
      expect([calendar.events(), calendar.occurrences(november)]).toEqual([events, occurrences]);
    });

    test("writes of all changes with one key only the first", () => {
      const calendar = withEvents();
      const origin = { by: "alex", at: "2026-11-20T12:00:00Z", key: "thread-1/turn-1" };
      const changes: CalendarChange[] = [{ kind: "remove_event", eventId: "dentist" }];
      const results = [changes, changes, [put(event({ id: "new" }))]].map((each) => calendar.apply(each, origin));
      expect([results, calendar.event("new")]).toEqual([["written", "written", "decided"], null]);
    });

    test("leaves changes aside that were made for an earlier revision", () => {
      const calendar = withEvents();
      const origin = { by: "alex", at: "2026-11-20T12:00:00Z", revision: calendar.revision() };
      calendar.apply([put({ ...soccer, title: "Football" })]);
      expect(calendar.revision()).toBeGreaterThan(origin.revision);
      expect(calendar.apply([put({ ...soccer, title: "Chess" })], origin)).toBe("overtaken");
      expect(calendar.event("soccer")?.title).toBe("Football");
      expect(calendar.apply([put({ ...soccer, title: "Chess" })], { ...origin, revision: calendar.revision() })).toBe(
        "written",
      );
    });

    test("applies changes of one key once", () => {
      const calendar = withEvents();
      const origin = { by: "alex", at: "2026-11-20T12:00:00Z", key: "thread-1:step-3" };
      const changes: CalendarChange[] = [{ kind: "remove_event", eventId: "dentist" }];
      calendar.apply(changes, origin);
      expect(() => calendar.apply(changes, origin)).not.toThrow();
      expect(() => calendar.apply(changes, { ...origin, key: "thread-1:step-4" })).toThrow("dentist");
    });
  });
}
