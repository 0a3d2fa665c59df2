import { expect, test } from "vitest";
import { wholeParts } from "../../src/view.ts";

/** The parts of a text that stay on one line. */
const wholes = (text: string): readonly string[] => wholeParts(text).filter((_, index) => index % 2 === 1);

test.each([
  ['Add "Soccer" on Tue 24 Nov 16:00–17:00, every Tuesday?', ["Tue 24 Nov", "16:00–17:00"]],
  ["Lisbon, Fri 7 May 2027 to Monday 10 May 2027: 1797 €", ["Fri 7 May 2027", "Monday 10 May 2027", "1797 €"]],
  ["+1 € a night, not −12.50 €", ["+1 €", "−12.50 €"]],
  ["direct, 3 h 15 min (4 stars), 10 min away", ["3 h 15 min", "4 stars", "10 min"]],
  ["Booked as TM-414758.", ["TM-414758"]],
  ["Cancel booking TM-88C0FD: Lisbon for 1,797 €?", ["TM-88C0FD", "1,797 €"]],
  ["The E-MAIL of a FAMILY-DAY", []],
  ["2 travelers, 3 nights, room 12, in May", ["2 travelers", "3 nights"]],
  ["1 hour long, 45 minutes later, and on 22 more dates", ["1 hour", "45 minutes", "22 more dates"]],
  ["at 8 pm, from 4:30 pm, larger than 10 MB, 80 %", ["8 pm", "4:30 pm", "10 MB", "80 %"]],
  ["Room 12 hosts 3 minuets", []],
])("%j stays whole at %j", (text, expected) => {
  expect(wholes(text)).toEqual(expected);
  expect(wholeParts(text).join("")).toBe(text);
});
