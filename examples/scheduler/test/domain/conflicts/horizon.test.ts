import { expect, test } from "vitest";
import { HORIZON_DAYS, horizonOf, isSeries } from "../../../src/domain/conflicts/horizon.ts";
import { intervalOf } from "../../../src/domain/free-busy.ts";
import { event, household } from "../../household.ts";
import { now } from "../proposal.ts";

const horizon = (parts: Parameters<typeof event>[0], days?: number) =>
  intervalOf(horizonOf(event(parts), { household, now, days }));

test("an event that happens once is judged at its own time, also when that is over", () => {
  expect(horizon({})).toEqual({ start: "2026-11-24T15:00:00Z", end: "2026-11-24T16:00:00Z" });
  expect(horizon({ start: "2020-01-01T10:00:00", end: "2020-01-01T11:00:00" }).start).toBe("2020-01-01T09:00:00Z");
});

test("a series is judged for a year from its start, or from now if it began before", () => {
  expect(HORIZON_DAYS).toBe(366);
  expect(horizon({ recurrenceRule: "FREQ=DAILY" })).toEqual({
    start: "2026-11-24T15:00:00Z",
    end: "2027-11-25T15:00:00Z",
  });
  expect(horizon({ recurrenceRule: "FREQ=DAILY", start: "2020-01-01T10:00:00" })).toEqual({
    start: now,
    end: "2027-11-22T09:00:00Z",
  });
});

test("a series may be judged for less, and one of hours always is", () => {
  expect(horizon({ recurrenceRule: "FREQ=DAILY" }, 7).end).toBe("2026-12-01T15:00:00Z");
  expect(horizon({ recurrenceRule: "FREQ=HOURLY" }).end).toBe("2026-12-25T15:00:00Z");
});

test("an event with further starts is a series", () => {
  expect(isSeries(event({ extraStarts: ["2026-11-26T16:00:00"] }))).toBe(true);
  expect(isSeries(event())).toBe(false);
});
