import { describe, expect, test } from "vitest";
import { askedOrder, dateIn } from "../../src/domain/dates.ts";

const DAY = 24 * 60 * 60 * 1000;

describe("a date in a text", () => {
  test.each([
    ["Staff meeting, 10 June 2026", "2026-06-10"],
    ["June 10, 2026", "2026-06-10"],
    ["Minutes of June 2026", "2026-06-01"],
    ["1.2.0 (2024-03-09)", "2024-03-09"],
    ["Annual report 2025", "2025-01-01"],
    ["555 0142 and 14,500 crowns", null],
  ])("%s is %j", (text, date) => {
    const time = dateIn(text);
    // A written date is one of the local time zone.
    expect(time === null ? null : Math.abs(time - Date.parse(date ?? "")) < DAY).toBe(date === null ? null : true);
  });
});

test.each([
  ["the last meeting", 1],
  ["most recent report?", 1],
  ["What did the FIRST survey find?", -1],
  ["When is the meeting?", 0],
] as const)("%s asks for the order %d", (question, order) => {
  expect(askedOrder(question)).toBe(order);
});
