import fc from "fast-check";
import { changedOccurrenceId } from "../../src/domain/event-problem.ts";
import { occurrencesOf } from "../../src/domain/recurrence.ts";
import type { CalendarEvent } from "../../src/domain/calendar-event.ts";
import { household } from "../household.ts";

const hour = 3_600_000;
const anyText = fc
  .string({
    unit: fc.constantFrom("a", " ", ",", ";", ":", "\\", "\n", '"', "é", "🎉", "n"),
    minLength: 1,
    maxLength: 60,
  })
  .map((text) => text.trim())
  .filter((text) => text !== "");
const anyTitle = anyText.map((text) => text.replaceAll("\n", " "));
const anyInstant = fc
  .integer({ min: 0, max: 400 * 24 })
  .map((hours) => new Date(Date.UTC(2026, 5, 1) + hours * hour).toISOString().replace(".000", ""));
const anyZone = fc.constantFrom("Europe/Copenhagen", "America/New_York", "Australia/Sydney", "Asia/Kolkata", "UTC");
const anyRule = fc.constantFrom(
  null,
  "FREQ=WEEKLY",
  "FREQ=WEEKLY;BYDAY=TU,TH;INTERVAL=2",
  "FREQ=DAILY;COUNT=12",
  "FREQ=WEEKLY;UNTIL=20270601",
  "FREQ=MONTHLY;UNTIL=20270601T120000Z",
  "FREQ=MONTHLY;BYDAY=-1FR",
  "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=29",
);
const wall = (milliseconds: number, allDay: boolean): string =>
  new Date(milliseconds).toISOString().slice(0, allDay ? 10 : 19);

const anyTimes = fc
  .record({
    allDay: fc.boolean(),
    day: fc.integer({ min: 0, max: 300 }),
    minutes: fc.constantFrom(0, 90, 150, 600, 960, 1439),
    length: fc.integer({ min: 1, max: 60 }),
    timeZone: anyZone,
  })
  .map(({ allDay, day, minutes, length, timeZone }) => {
    const start = Date.UTC(2026, 8, 1) + day * 24 * hour + (allDay ? 0 : minutes * 60_000);
    return {
      allDay,
      start: wall(start, allDay),
      end: wall(start + length * (allDay ? 24 : 1) * hour, allDay),
      timeZone: allDay ? household.timeZone : timeZone,
    };
  });

/** Any valid event, in the form in which a calendar file returns it. */
const anyEvent = (id: string): fc.Arbitrary<CalendarEvent> =>
  fc
    .record({
      title: anyTitle,
      times: anyTimes,
      participants: fc.uniqueArray(fc.constantFrom(...household.members.map((member) => member.id))),
      resources: fc.uniqueArray(fc.constantFrom(...household.resources.map((resource) => resource.id))),
      recurrenceRule: anyRule,
      listed: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
      priority: fc.constantFrom(null, "low" as const, "normal" as const, "high" as const),
      flexibility: fc.constantFrom(null, "fixed" as const, "flexible" as const),
      location: fc.option(anyText),
      description: fc.option(anyText),
      createdBy: fc.constantFrom("alex", "import"),
      createdAt: anyInstant,
      updatedAt: anyInstant,
      sequence: fc.nat(9),
    })
    .map(({ times, listed, recurrenceRule, ...rest }) => {
      const base = {
        ...rest,
        id,
        ...times,
        recurrenceRule,
        excludedStarts: [],
        extraStarts: [],
        replaces: null,
      } satisfies CalendarEvent;
      const own = occurrencesOf(base, {
        range: { start: "2026-01-01T00:00:00Z", end: "2027-03-01T00:00:00Z" },
        household,
      });
      const pick = listed.map((index) => own[index]?.originalStart).filter((each) => each !== undefined);
      const extra = listed.map((days) =>
        wall(Date.parse(`${times.start.slice(0, 10)}T05:00:00Z`) + days * 24 * hour, times.allDay),
      );
      return {
        ...base,
        excludedStarts: [...new Set(pick)].toSorted(),
        extraStarts: recurrenceRule === null ? [] : [...new Set(extra)].toSorted(),
      };
    });

/** A series and an occurrence of it that was changed, or a single event. */
const anyFamily = (id: string): fc.Arbitrary<readonly CalendarEvent[]> =>
  fc.tuple(anyEvent(id), anyEvent(id), fc.nat(5)).map(([series, other, index]) => {
    const range = { start: "2026-01-01T00:00:00Z", end: "2027-03-01T00:00:00Z" };
    const replaced = occurrencesOf(series, { range, household })[index];
    if (series.recurrenceRule === null || replaced === undefined) return [series];
    const { originalStart } = replaced;
    const changed = { ...other, recurrenceRule: null, excludedStarts: [], extraStarts: [] };
    return [
      series,
      { ...changed, id: changedOccurrenceId(id, originalStart), replaces: { seriesId: id, originalStart } },
    ];
  });

/** The events of any small calendar of the test household. */
export const anyEvents: fc.Arbitrary<readonly CalendarEvent[]> = fc
  .tuple(anyFamily("one@lund.example"), anyFamily("two, and; half\\"), anyFamily("three"))
  .map((families) => families.flat());
