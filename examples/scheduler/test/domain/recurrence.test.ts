import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expand, occurrencesOf, startsAt } from "../../src/domain/recurrence.ts";
import { event, household } from "../household.ts";

const day = 86_400_000;
const isoDay = (number: number): string => new Date(number * day).toISOString().slice(0, 10);
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / day;
const starts = (found: readonly { readonly start: string }[]): string[] => found.map(({ start }) => start);
const year2026 = { start: "2026-01-01T00:00:00Z", end: "2027-01-01T00:00:00Z" };

/** Wall-clock time computed by Intl, which shares nothing with the code under test. */
const clocks = new Map<string, Intl.DateTimeFormat>();
function shown(instant: number, timeZone: string): string {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  clocks.set(timeZone, clock);
  return clock.format(instant).replace(" ", "T");
}

function instantOf(wall: string, timeZone: string): string {
  const asUtc = Date.parse(`${wall}Z`);
  const offset = (instant: number) => Date.parse(`${shown(instant, timeZone)}Z`) - instant;
  const [before, after] = [offset(asUtc - day), offset(asUtc + day)];
  const exact = [asUtc - Math.max(before, after), asUtc - Math.min(before, after)];
  const found = exact.find((instant) => shown(instant, timeZone) === wall) ?? asUtc - before;
  return new Date(found).toISOString().replace(".000Z", "Z");
}

interface Rule {
  readonly frequency: "DAILY" | "WEEKLY" | "MONTHLY";
  readonly interval: number;
  readonly weekdays: readonly number[];
  readonly monthDay: number | null;
  readonly nth: number | null;
  readonly count: number | null;
  readonly until: number | null;
}

const names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const weekdayOf = (number: number): number => (new Date(number * day).getUTCDay() + 6) % 7;

function textOf({ frequency, interval, weekdays, monthDay, nth, count, until }: Rule): string {
  const days = weekdays.map((weekday) => `${nth ?? ""}${names[weekday]}`);
  return [
    `FREQ=${frequency}`,
    `INTERVAL=${interval}`,
    ...(days.length === 0 ? [] : [`BYDAY=${days.join(",")}`]),
    ...(monthDay === null ? [] : [`BYMONTHDAY=${monthDay}`]),
    ...(count === null ? [] : [`COUNT=${count}`]),
    ...(until === null ? [] : [`UNTIL=${isoDay(until).replaceAll("-", "")}`]),
  ].join(";");
}

const month = (number: number) => new Date(number * day).getUTCFullYear() * 12 + new Date(number * day).getUTCMonth();
const monthLength = (number: number) => {
  const date = new Date(number * day);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
};

/** Looks at each day in turn and asks whether the rule means it. */
function daysByHand(rule: Rule, first: number, last: number): number[] {
  const found: number[] = [];
  for (let number = first; number <= last; number += 1) {
    if (rule.count !== null && found.length === rule.count) break;
    if (rule.until !== null && number > rule.until && number > first) break;
    const date = new Date(number * day).getUTCDate();
    const picked = rule.weekdays.includes(weekdayOf(number));
    const hit = {
      DAILY: (number - first) % rule.interval === 0 && (rule.weekdays.length === 0 || picked),
      WEEKLY:
        (number - weekdayOf(number) - (first - weekdayOf(first))) % (7 * rule.interval) === 0 &&
        (rule.weekdays.length === 0 ? weekdayOf(number) === weekdayOf(first) : picked),
      MONTHLY:
        (month(number) - month(first)) % rule.interval === 0 &&
        (rule.monthDay === null ||
          date === (rule.monthDay > 0 ? rule.monthDay : monthLength(number) + 1 + rule.monthDay)) &&
        (rule.nth === null ||
          (picked &&
            (rule.nth > 0 ? Math.ceil(date / 7) : -Math.ceil((monthLength(number) - date + 1) / 7)) === rule.nth)),
    }[rule.frequency];
    if (hit || number === first) found.push(number);
  }
  return found;
}

const anyZone = fc.constantFrom("America/New_York", "Europe/Copenhagen", "Australia/Sydney", "Asia/Kolkata");
const anyTime = fc.constantFrom("00:00:00", "01:30:00", "02:00:00", "02:30:00", "09:15:00", "16:00:00", "23:45:00");
const newYear = dayOf("2026-01-01");
const anyFirst = fc.integer({ min: newYear - 40, max: newYear + 330 });
/** Hours from New Year, and hours long. */
const anyStretch = fc.tuple(fc.nat(330 * 24), fc.integer({ min: 1, max: 500 }));
const anyInterval = fc.integer({ min: 1, max: 4 });
const anyWeekdays = (least: number) =>
  fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: least, maxLength: 3 });
const anyEnd = fc.oneof(
  fc.constant({ count: null, until: null }),
  fc.record({ count: fc.integer({ min: 1, max: 60 }), until: fc.constant(null) }),
  fc.record({ count: fc.constant(null), until: fc.integer({ min: newYear - 10, max: newYear + 360 }) }),
);
const anyRule: fc.Arbitrary<Rule> = fc
  .tuple(
    fc.oneof(
      fc.record({
        frequency: fc.constant("DAILY" as const),
        weekdays: anyWeekdays(0),
        monthDay: fc.constant(null),
        nth: fc.constant(null),
      }),
      fc.record({
        frequency: fc.constant("WEEKLY" as const),
        weekdays: anyWeekdays(0),
        monthDay: fc.constant(null),
        nth: fc.constant(null),
      }),
      fc.record({
        frequency: fc.constant("MONTHLY" as const),
        weekdays: fc.constant([]),
        monthDay: fc.constantFrom(1, 13, 29, 31, -1),
        nth: fc.constant(null),
      }),
      fc.record({
        frequency: fc.constant("MONTHLY" as const),
        weekdays: anyWeekdays(1),
        monthDay: fc.constant(null),
        nth: fc.constantFrom(1, 2, 5, -1),
      }),
    ),
    anyInterval,
    anyEnd,
  )
  .map(([choice, interval, end]) => ({ ...choice, interval, ...end }));

const countUntil = (text: string) =>
  occurrencesOf(event({ recurrenceRule: `FREQ=WEEKLY;UNTIL=${text}` }), { range: year2026, household }).length;

describe("occurrencesOf", () => {
  test("agrees with a check of every day of a year, in zones of both hemispheres", () => {
    fc.assert(
      fc.property(anyRule, anyFirst, anyTime, anyZone, (rule, first, time, timeZone) => {
        const start = `${isoDay(first)}T${time}`;
        const series = event({ start, end: `${isoDay(first + 1)}T${time}`, timeZone, recurrenceRule: textOf(rule) });
        const byHand = daysByHand(rule, first, newYear + 370).map((number) => `${isoDay(number)}T${time}`);
        const wanted = byHand
          .map((wall) => ({ originalStart: wall, start: instantOf(wall, timeZone) }))
          .filter((each) => each.start < year2026.end && Date.parse(each.start) > Date.parse(year2026.start));
        const found = occurrencesOf(series, { range: year2026, household })
          .filter((each) => Date.parse(each.start) > Date.parse(year2026.start))
          .map((each) => ({ originalStart: each.originalStart, start: each.start }));
        expect(found).toEqual(wanted);
      }),
      { numRuns: 200 },
    );
  });

  test("a smaller range returns exactly the occurrences that overlap it", () => {
    fc.assert(
      fc.property(
        anyRule,
        fc.tuple(anyFirst, anyTime),
        anyZone,
        anyStretch,
        (rule, [first, time], timeZone, [from, hours]) => {
          const start = `${isoDay(first)}T${time}`;
          const series = event({ start, end: `${isoDay(first + 1)}T${time}`, timeZone, recurrenceRule: textOf(rule) });
          const low = Date.parse(year2026.start) + from * 3_600_000;
          const range = { start: new Date(low).toISOString(), end: new Date(low + hours * 3_600_000).toISOString() };
          const all = occurrencesOf(series, {
            range: { start: "2025-06-01T00:00:00Z", end: "2027-06-01T00:00:00Z" },
            household,
          });
          const wanted = all.filter(
            (each) => Date.parse(each.start) < Date.parse(range.end) && Date.parse(each.end) > low,
          );
          expect(occurrencesOf(series, { range, household })).toEqual(wanted);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("a series stays at its wall time when the clocks change", () => {
    const series = event({
      start: "2026-10-20T16:00:00",
      end: "2026-10-20T17:00:00",
      recurrenceRule: "FREQ=WEEKLY;COUNT=2",
    });
    expect(starts(occurrencesOf(series, { range: year2026, household }))).toEqual([
      "2026-10-20T14:00:00Z",
      "2026-10-27T15:00:00Z",
    ]);
  });

  test("an occurrence in an hour that the clock skips happens that much later, and lasts as long", () => {
    const series = event({
      start: "2026-03-28T02:30:00",
      end: "2026-03-28T03:00:00",
      recurrenceRule: "FREQ=DAILY;COUNT=3",
    });
    expect(
      occurrencesOf(series, { range: year2026, household }).map(({ originalStart, start, end }) => [
        originalStart,
        start,
        end,
      ]),
    ).toEqual([
      ["2026-03-28T02:30:00", "2026-03-28T01:30:00Z", "2026-03-28T02:00:00Z"],
      ["2026-03-29T02:30:00", "2026-03-29T01:30:00Z", "2026-03-29T02:00:00Z"],
      ["2026-03-30T02:30:00", "2026-03-30T00:30:00Z", "2026-03-30T01:00:00Z"],
    ]);
  });

  test("an occurrence in a repeated hour happens the first time", () => {
    const once = event({ start: "2026-10-25T02:30:00", end: "2026-10-25T03:30:00" });
    expect(occurrencesOf(once, { range: year2026, household })).toMatchObject([
      { start: "2026-10-25T00:30:00Z", end: "2026-10-25T02:30:00Z" },
    ]);
  });

  test("excluded starts do not take place, and further starts do, once each", () => {
    const series = event({
      recurrenceRule: "FREQ=WEEKLY;COUNT=3",
      excludedStarts: ["2026-12-01T16:00:00", "2026-12-25T10:00:00"],
      extraStarts: ["2026-11-26T09:00:00", "2026-12-08T16:00:00", "2026-12-25T10:00:00"],
    });
    expect(occurrencesOf(series, { range: year2026, household }).map(({ originalStart }) => originalStart)).toEqual([
      "2026-11-24T16:00:00",
      "2026-11-26T09:00:00",
      "2026-12-08T16:00:00",
    ]);
  });

  test("an event that began before the range and reaches into it is in; one that only touches it is not", () => {
    const long = event({ start: "2026-11-24T16:00:00", end: "2026-11-27T16:00:00" });
    const at = (start: string, end: string) => occurrencesOf(long, { range: { start, end }, household }).length;
    expect(at("2026-11-26T00:00:00Z", "2026-11-26T01:00:00Z")).toBe(1);
    expect(at("2026-11-27T15:00:00Z", "2026-11-28T00:00:00Z")).toBe(0);
    expect(at("2026-11-24T14:00:00Z", "2026-11-24T15:00:00Z")).toBe(0);
  });

  test("all-day events are whole days of the household, also when they say another zone", () => {
    const away = event({ allDay: true, start: "2026-10-24", end: "2026-10-26", timeZone: "Australia/Sydney" });
    expect(occurrencesOf(away, { range: year2026, household })).toMatchObject([
      { originalStart: "2026-10-24", start: "2026-10-23T22:00:00Z", end: "2026-10-25T23:00:00Z", allDay: true },
    ]);
  });

  test("UNTIL given as an instant still includes the occurrence that starts then", () => {
    expect([
      countUntil("20261201T150000Z"),
      countUntil("20261201T145959Z"),
      countUntil("20261201"),
      countUntil("20261201T160000"),
    ]).toEqual([2, 1, 2, 2]);
  });

  test("a rule without end is cut by the range, a thousand years from its start too", () => {
    const series = event({ start: "2026-11-24T16:00:00", recurrenceRule: "FREQ=WEEKLY;INTERVAL=2" });
    expect(
      occurrencesOf(series, { range: { start: "3026-01-01T00:00:00Z", end: "3026-02-01T00:00:00Z" }, household }),
    ).toHaveLength(2);
  });

  test.each([
    ["FREQ=HOURLY;INTERVAL=8", 3 * 365],
    ["FREQ=DAILY;BYHOUR=8,20;COUNT=5", 5],
    ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", 12],
    ["FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", 0],
    ["FREQ=YEARLY;BYWEEKNO=10;BYDAY=FR", 1],
  ])("%s, which only the library expands, has %i occurrences in a year besides its start", (recurrenceRule, count) => {
    const series = event({ start: "2026-01-02T08:00:00", end: "2026-01-02T08:30:00", recurrenceRule });
    const range = { start: "2026-12-31T23:30:00Z", end: "2027-12-31T23:30:00Z" };
    const all = occurrencesOf(series, { range: recurrenceRule.includes("COUNT") ? year2026 : range, household });
    expect(all).toHaveLength(count);
  });

  test("a yearly rule on 29 February has one occurrence every four years", () => {
    const leap = event({ start: "2024-02-29T10:00:00", end: "2024-02-29T11:00:00", recurrenceRule: "FREQ=YEARLY" });
    const range = { start: "2024-01-01T00:00:00Z", end: "2033-01-01T00:00:00Z" };
    expect(starts(occurrencesOf(leap, { range, household }))).toEqual([
      "2024-02-29T09:00:00Z",
      "2028-02-29T09:00:00Z",
      "2032-02-29T09:00:00Z",
    ]);
  });
});

describe("expand", () => {
  const series = event({ id: "soccer", recurrenceRule: "FREQ=WEEKLY;BYDAY=TU" });
  const moved = event({
    id: "soccer#2026-12-01T16:00:00",
    start: "2026-12-20T10:00:00",
    end: "2026-12-20T11:00:00",
    replaces: { seriesId: "soccer", originalStart: "2026-12-01T16:00:00" },
  });
  const range = { start: "2026-11-30T00:00:00Z", end: "2026-12-09T00:00:00Z" };

  test("a changed occurrence replaces the original one and keeps its identity", () => {
    const whole = { start: "2026-11-30T00:00:00Z", end: "2026-12-21T00:00:00Z" };
    expect(
      expand([series, moved], { range: whole, household }).map(({ eventId, seriesId, originalStart }) => [
        eventId,
        seriesId,
        originalStart,
      ]),
    ).toEqual([
      ["soccer", "soccer", "2026-12-08T16:00:00"],
      ["soccer", "soccer", "2026-12-15T16:00:00"],
      ["soccer#2026-12-01T16:00:00", "soccer", "2026-12-01T16:00:00"],
    ]);
  });

  test("an occurrence moved out of the range is gone from it", () => {
    expect(starts(expand([series, moved], { range, household }))).toEqual(["2026-12-08T15:00:00Z"]);
  });

  test("occurrences come in order of start, then end, then event", () => {
    const events = [
      event({ id: "b" }),
      event({ id: "a" }),
      event({ id: "c", end: "2026-11-24T16:30:00" }),
      event({ id: "d", start: "2026-11-24T15:00:00" }),
    ];
    expect(expand(events, { range: year2026, household }).map(({ eventId }) => eventId)).toEqual(["d", "c", "a", "b"]);
  });
});

describe("startsAt", () => {
  const series = event({
    recurrenceRule: "FREQ=WEEKLY;BYDAY=TU",
    excludedStarts: ["2026-12-01T16:00:00"],
    extraStarts: ["2026-12-02T08:00:00"],
  });

  test.each([
    ["2026-11-24T16:00:00", true],
    ["2026-12-02T08:00:00", true],
    ["2026-12-01T16:00:00", false],
    ["2026-11-24T17:00:00", false],
    ["2026-11-24", false],
    ["2026-02-30T16:00:00", false],
  ])("%s: %s", (wall, expected) => {
    expect(startsAt(series, wall)).toBe(expected);
  });
});
