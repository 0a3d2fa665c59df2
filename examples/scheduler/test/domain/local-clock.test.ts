import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { localClock } from "../../src/domain/wall-clock.ts";

const zones = ["Europe/Copenhagen", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "UTC"];

describe("localClock", () => {
  test("shows the day and time that Temporal shows, at any instant, in any zone", () => {
    // Days around clock changes, and ordinary days.
    const instant = fc.integer({ min: Date.parse("2026-01-01T00:00:00Z"), max: Date.parse("2027-12-31T00:00:00Z") });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instant, (timeZone, milliseconds) => {
        const clock = localClock(timeZone);
        const zoned = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(timeZone);
        expect(clock.dayOf(milliseconds)).toBe(zoned.toPlainDate().toString());
        expect(clock.minutesOf(milliseconds)).toBe(zoned.hour * 60 + zoned.minute);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(["2026-03-29", "2026-10-25", "2026-11-24"])("finds each quarter of an hour of %s again", (day) => {
    const clock = localClock("Europe/Copenhagen");
    for (let minutes = 0; minutes < 1440; minutes += 15) {
      const instant = clock.at(day, minutes);
      const skipped = day === "2026-03-29" && minutes >= 120 && minutes < 180;
      expect(clock.minutesOf(instant)).toBe(skipped ? minutes + 60 : minutes);
      expect(clock.dayOf(instant)).toBe(day);
    }
  });

  test("counts days over a change to summer time", () => {
    const clock = localClock("Europe/Copenhagen");
    expect(clock.addDays("2026-03-28", 2)).toBe("2026-03-30");
    expect(clock.at("2026-03-30", 0) - clock.at("2026-03-29", 0)).toBe(23 * 3_600_000);
  });
});
