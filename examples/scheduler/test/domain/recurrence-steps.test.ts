import fc from "fast-check";
import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { readRule } from "../../src/domain/recurrence-parts.ts";
import { readStepRule, stepStarts } from "../../src/domain/recurrence-steps.ts";

const hour = 3_600_000;
const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

const anyCount = fc.constantFrom("", ";COUNT=1", ";COUNT=2", ";COUNT=7", ";COUNT=30");
const anyInterval = fc.integer({ min: 1, max: 5 });
const some = (...items: readonly string[]) => fc.uniqueArray(fc.constantFrom(...items), { minLength: 1, maxLength: 4 });
const part = (name: string, items: fc.Arbitrary<readonly string[]>) =>
  fc.option(items, { nil: [] }).map((list) => (list.length === 0 ? "" : `;${name}=${list.join(",")}`));

const anyWeekRule = fc
  .tuple(
    fc.constantFrom("DAILY", "WEEKLY"),
    anyInterval,
    part("BYDAY", some(...weekdays)),
    part(
      "WKST",
      some(...weekdays).map((days) => days.slice(0, 1)),
    ),
  )
  .map(([frequency, interval, days, weekStart]) => `FREQ=${frequency};INTERVAL=${interval}${days}${weekStart}`);
const anyDaysOfMonth = fc.oneof(
  part("BYMONTHDAY", some("1", "15", "29", "30", "31", "-1", "-2", "-30")),
  part("BYDAY", some("1MO", "2TU", "3SU", "5FR", "-1WE", "-5SA", "-1SU", "TH")),
);
const anyMonthRule = fc
  .tuple(anyInterval, anyDaysOfMonth)
  .map(([interval, days]) => `FREQ=MONTHLY;INTERVAL=${interval}${days}`);
const anyYearRule = fc
  .tuple(
    anyInterval,
    fc.oneof(
      fc.constant(""),
      fc
        .tuple(
          part("BYMONTH", some("1", "2", "6", "12")).filter((text) => text !== ""),
          anyDaysOfMonth,
        )
        .map((texts) => texts.join("")),
    ),
  )
  .map(([interval, days]) => `FREQ=YEARLY;INTERVAL=${interval}${days}`);
const anyRule = fc.tuple(fc.oneof(anyWeekRule, anyMonthRule, anyYearRule), anyCount).map((texts) => texts.join(""));

describe("stepStarts", () => {
  test("returns the same starts as rrule-temporal", () => {
    fc.assert(
      fc.property(anyRule, fc.nat(3000 * 24), fc.nat(400 * 24), fc.nat(60 * 24), (rule, start, skip, length) => {
        // A daily rule whose interval never meets its weekday makes the library search until it gives up.
        fc.pre(
          !(rule.includes("BY") && rule.includes("COUNT") && !rule.includes("WEEKLY") && !rule.includes("INTERVAL=1;")),
        );
        const first = Date.parse("2020-01-01T00:00:00Z") + start * hour;
        const [low, high] = [first + skip * hour, first + (skip + length) * hour];
        const step = readStepRule(readRule(rule));
        const library = new RRuleTemporal({
          rruleString: rule,
          dtstart: Temporal.Instant.fromEpochMilliseconds(first).toZonedDateTimeISO("UTC"),
          includeDtstart: true,
        });
        const wanted = library.between(new Date(low), new Date(high), true).map((each) => each.epochMilliseconds);
        expect(step === null ? null : stepStarts(step, first)(low, high)).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });

  test("a counted rule whose days never come ends", () => {
    const step = readStepRule(readRule("FREQ=DAILY;INTERVAL=7;BYDAY=TU;COUNT=5"));
    const monday = Date.parse("2026-11-23T08:00:00Z");
    expect(step === null ? null : stepStarts(step, monday)(monday, Date.parse("2400-01-01T00:00:00Z"))).toEqual([
      monday,
    ]);
  });
});

describe("readStepRule", () => {
  test.each([
    "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1",
    "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
    "FREQ=MONTHLY;BYMONTH=3",
    "FREQ=YEARLY;BYDAY=20MO",
    "FREQ=YEARLY;BYMONTHDAY=1",
    "FREQ=YEARLY;BYWEEKNO=20",
    "FREQ=WEEKLY;BYSETPOS=1;BYDAY=MO",
    "FREQ=DAILY;BYHOUR=8,20",
    "FREQ=DAILY;BYMONTH=3",
    "FREQ=HOURLY",
  ])("%s is left to the library", (rule) => {
    expect(readStepRule(readRule(rule))).toBeNull();
  });
});
