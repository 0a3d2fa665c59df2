import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../../src/calendar/memory-calendar.ts";
import type { CalendarEvent } from "../../../src/domain/calendar-event.ts";
import { occurrencesOf } from "../../../src/domain/recurrence.ts";
import { carriedOccurrences, splitSeries } from "../../../src/domain/scheduling/split-series.ts";
import { event, household } from "../../household.ts";

const range = { start: "2026-01-01T00:00:00Z", end: "2028-06-01T00:00:00Z" };
const starts = (series: CalendarEvent): string[] =>
  occurrencesOf(series, { range, household }).map(({ start }) => start);

const series = event({ id: "soccer", recurrenceRule: "FREQ=WEEKLY;COUNT=6" });

describe("splitSeries", () => {
  test("cuts a counted series, and both halves count on", () => {
    const split = splitSeries(series, "2026-12-08T16:00:00", "new");
    expect(split?.ends).toMatchObject({ id: "soccer", recurrenceRule: "FREQ=WEEKLY;UNTIL=20261208T155959" });
    expect(split?.follows).toMatchObject({
      id: "new",
      start: "2026-12-08T16:00:00",
      recurrenceRule: "FREQ=WEEKLY;COUNT=4",
    });
  });

  test("is nothing at the first occurrence, where the whole series is meant", () => {
    expect(splitSeries(series, series.start, "new")).toBeNull();
  });

  test("both halves together take place exactly when the series did, in zones with changes of the clock", () => {
    fc.assert(
      fc.property(
        fc.record({
          recurrenceRule: fc.constantFrom(
            "FREQ=DAILY;INTERVAL=3",
            "FREQ=DAILY;COUNT=40",
            "FREQ=WEEKLY;BYDAY=MO,TH;INTERVAL=2",
            "FREQ=WEEKLY;UNTIL=20270501",
            "FREQ=WEEKLY;COUNT=12",
            "FREQ=MONTHLY;BYDAY=-1FR",
            "FREQ=MONTHLY;BYMONTHDAY=31",
          ),
          timeZone: fc.constantFrom("Europe/Copenhagen", "Australia/Sydney", "America/New_York", "Pacific/Auckland"),
          hour: fc.constantFrom("01:30", "02:30", "09:00", "23:15"),
          allDay: fc.boolean(),
        }),
        fc.nat(30),
        fc.nat(30),
        ({ recurrenceRule, timeZone, hour, allDay }, cut, excluded) => {
          const whole = event({
            recurrenceRule,
            timeZone,
            allDay,
            start: allDay ? "2026-03-05" : `2026-03-05T${hour}:00`,
            end: allDay ? "2026-03-06" : `2026-03-05T${hour.slice(0, 2)}:59:00`,
          });
          const originals = occurrencesOf(whole, { range, household }).map(({ originalStart }) => originalStart);
          const left = originals[excluded % originals.length] ?? "";
          const holed = { ...whole, excludedStarts: [left] };
          const at = originals[1 + (cut % (originals.length - 1))] ?? "";
          const split = splitSeries(holed, at, "new");
          if (split === null) throw new TypeError("it can be cut anywhere but at its start");
          const halves = [...starts(split.ends), ...starts(split.follows)];
          expect(halves).toEqual(starts(holed));
          expect(starts(split.ends).length).toBe(
            originals.indexOf(at) - (originals.indexOf(left) < originals.indexOf(at) ? 1 : 0),
          );
        },
      ),
    );
  });
});

const changed = (originalStart: string) =>
  event({
    id: `soccer#${originalStart}`,
    title: "Final",
    start: "2026-12-09T10:00:00",
    end: "2026-12-09T11:00:00",
    replaces: { seriesId: "soccer", originalStart },
  });

test("changed occurrences go along with the half that they belong to, as far as they fit it", () => {
  const calendar = memoryCalendar(household, [series, changed("2026-12-01T16:00:00"), changed("2026-12-15T16:00:00")]);
  const split = splitSeries(series, "2026-12-08T16:00:00", "new");
  if (split === null) throw new TypeError("it can be cut");
  expect(carriedOccurrences(series, split.follows, calendar)).toMatchObject([
    { id: "new#2026-12-15T16:00:00", title: "Final", replaces: { seriesId: "new" } },
  ]);
});
