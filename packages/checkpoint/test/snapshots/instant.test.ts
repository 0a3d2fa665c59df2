import { expect, test } from "vitest";
import { instant } from "../../src/snapshots/instant.ts";

test("instants sort by time, with and without a fraction", () => {
  const ordered = ["2026-01-31T12:00Z", "2026-01-31T12:00:00Z", "2026-01-31T12:00:00.001Z", "2026-01-31T12:00:01Z"];
  expect(ordered.map(instant)).toEqual(ordered.map(instant).toSorted((one, other) => (one < other ? -1 : 1)));
});

test.each(["yesterday", "2026-01-31", "2026-01-31T12:00:00+02:00", "2026-13-01T12:00Z", "2026-01-31T24:00Z", ""])(
  "%j is refused",
  (at) => {
    expect(() => instant(at)).toThrow(/is not an instant/);
  },
);
