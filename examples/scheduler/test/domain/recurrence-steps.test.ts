import fc from "fast-check";
import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { readRule } from "../../src/domain/recurrence-rule.ts";
import { readStepRule, stepStarts } from "../../src/domain/recurrence-steps.ts";

const hour = 3_600_000;
const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

const anyRule = fc
  .record({
    frequency: fc.constantFrom("DAILY", "WEEKLY"),
    interval: fc.integer({ min: 1, max: 5 }),
    days: fc.uniqueArray(fc.constantFrom(...weekdays), { maxLength: 4 }),
    weekStart: fc.constantFrom(null, ...weekdays),
    count: fc.constantFrom(null, 1, 2, 7, 30),
  })
  .map(({ frequency, interval, days, weekStart, count }) =>
    [
      `FREQ=${frequency};INTERVAL=${interval}`,
      ...(days.length === 0 ? [] : [`BYDAY=${days.join(",")}`]),
      ...(weekStart === null ? [] : [`WKST=${weekStart}`]),
      ...(count === null ? [] : [`COUNT=${count}`]),
    ].join(";"),
  );

describe("stepStarts", () => {
  test("gives the starts that rrule-temporal gives", () => {
    fc.assert(
      fc.property(anyRule, fc.nat(3000 * 24), fc.nat(400 * 24), fc.nat(60 * 24), (rule, start, skip, length) => {
        // A daily rule whose interval never meets its weekday makes the library search until it gives up.
        fc.pre(!(rule.includes("FREQ=DAILY") && rule.includes("BYDAY") && rule.includes("COUNT")));
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
      { numRuns: 200 },
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
  test.each(["FREQ=MONTHLY", "FREQ=WEEKLY;BYSETPOS=1;BYDAY=MO", "FREQ=DAILY;BYHOUR=8,20", "FREQ=DAILY;BYMONTH=3"])(
    "%s is left to the library",
    (rule) => {
      expect(readStepRule(readRule(rule))).toBeNull();
    },
  );
});
