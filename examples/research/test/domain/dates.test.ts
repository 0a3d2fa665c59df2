import { describe, expect, test } from "vitest";
import { askedOrder, dateIn } from "../../src/domain/dates.ts";

describe("a date in a text", () => {
  test.each([
    ["Staff meeting, 10 June 2026", 20_260_610],
    ["June 10, 2026", 20_260_610],
    ["Minutes of June 2026", 20_260_600],
    ["1.2.0 (2024-03-09)", 20_240_309],
    ["Annual report 2025", 20_250_000],
    ["555 0142 and 14,500 crowns", null],
  ])("%s is ordered as %j", (text, date) => {
    expect(dateIn(text)).toBe(date);
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
