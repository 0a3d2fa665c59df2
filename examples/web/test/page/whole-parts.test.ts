import { expect, test } from "vitest";
import { wholeParts } from "../../src/view.ts";

/** The parts of a text that stay on one line. */
const wholes = (text: string): readonly string[] => wholeParts(text).filter((_, index) => index % 2 === 1);

test.each([
  ['Add "Soccer" on Tue 24 Nov 16:00–17:00, every Tuesday?', ["24 Nov", "16:00–17:00"]],
  ["Lisbon, Fri 7 May 2027 to Monday 10 May 2027: 1797 €", ["7 May", "10 May", "1797 €"]],
  ["+1 € a night, not −12.50 €", ["+1 €", "−12.50 €"]],
  ["direct, 3 h 15 min (4 stars), 10 min away", ["3 h 15 min", "4 stars", "10 min"]],
  ["Booked as TM-414758.", ["TM-414758"]],
  ["2 travelers, 3 nights, room 12, in May", []],
])("%j stays whole at %j", (text, expected) => {
  expect(wholes(text)).toEqual(expected);
  expect(wholeParts(text).join("")).toBe(text);
});
