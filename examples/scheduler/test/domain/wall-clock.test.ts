import { describe, expect, test } from "vitest";
import {
  formatInstant,
  formatWallTime,
  instantToWall,
  isTimeZone,
  readWallTime,
  wallToInstant,
} from "../../src/domain/wall-clock.ts";

const instant = (wall: string, timeZone: string) => formatInstant(wallToInstant(readWallTime(wall), timeZone));

describe("readWallTime", () => {
  test.each(["2026-11-24", "2026-11-24T16:00:00", "2024-02-29T23:59:59"])("%s is read and written back", (wall) => {
    expect(formatWallTime(readWallTime(wall), wall.length === 10)).toBe(wall);
  });

  test.each(["2026-02-29", "2026-02-30T10:00:00", "2026-13-01", "2026-11-24T24:00:00", "2026-11-24T10:60:00", "soon"])(
    "%s is not a time",
    (wall) => {
      expect(readWallTime(wall)).toBeNaN();
    },
  );
});

describe("wallToInstant", () => {
  test.each([
    ["2026-07-01T12:00:00", "Europe/Copenhagen", "2026-07-01T10:00:00Z"],
    ["2026-03-29T02:30:00", "Europe/Copenhagen", "2026-03-29T01:30:00Z"],
    ["2026-10-25T02:30:00", "Europe/Copenhagen", "2026-10-25T00:30:00Z"],
    ["2026-11-01T01:30:00", "America/New_York", "2026-11-01T05:30:00Z"],
    ["2026-10-04T02:30:00", "Australia/Sydney", "2026-10-03T16:30:00Z"],
    ["2026-04-05T02:30:00", "Australia/Sydney", "2026-04-04T15:30:00Z"],
    // Here the clocks skip midnight.
    ["2024-04-26T00:30:00", "Africa/Cairo", "2024-04-25T22:30:00Z"],
    // This island skipped a whole day.
    ["2011-12-30T12:00:00", "Pacific/Apia", "2011-12-30T22:00:00Z"],
    ["2026-11-24T16:00:00", "Asia/Kolkata", "2026-11-24T10:30:00Z"],
  ])("%s in %s is %s", (wall, timeZone, expected) => {
    expect(instant(wall, timeZone)).toBe(expected);
  });
});

test("instantToWall returns the wall-clock time", () => {
  expect(formatWallTime(instantToWall(Date.parse("2026-10-25T01:30:00Z"), "Europe/Copenhagen"), false)).toBe(
    "2026-10-25T02:30:00",
  );
});

test.each([
  ["Europe/Copenhagen", true],
  ["UTC", true],
  ["Mars/Olympus", false],
  ["+01:00", false],
  ["", false],
])("%s is a time zone: %s", (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
