import { expect, test } from "vitest";
import { timeText } from "../../page/time-text.ts";

const timeZone = "Europe/Copenhagen";
const night = { start: "2026-11-22T21:00:00Z", end: "2026-11-24T05:00:00Z" };

test.each([
  [true, false, false, "from 22:00"],
  [false, false, false, "all day"],
  [false, true, false, "until 06:00"],
  [true, false, true, "22:00"],
  [false, true, true, ""],
])("an event over midnight has its own time on each of its days", (isStart, isEnd, isShort, text) => {
  expect(timeText(night, { isStart, isEnd, isShort, timeZone })).toBe(text);
});

test("an event until midnight ends on its day", () => {
  const evening = { start: "2026-11-22T19:00:00Z", end: "2026-11-22T23:00:00Z" };
  expect(timeText(evening, { isStart: true, isEnd: true, isShort: false, timeZone })).toBe("20:00–24:00");
});
