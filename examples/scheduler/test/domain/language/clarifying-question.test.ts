import { expect, test } from "vitest";
import { clarifyingQuestion } from "../../../src/domain/language/clarifying-question.ts";
import { parseRequest } from "../../../src/domain/language/parse-request.ts";
import { context } from "./setting.ts";

const questions: readonly (readonly [text: string, question: string])[] = [
  ["dentist for Noah", 'When is "Dentist"?'],
  ["Friday 4pm", "What is the event called?"],
  ["hello", "What would you like to plan, and when?"],
  ["swimming this weekend at 10", 'On which day should "Swimming" be at 10:00?'],
  ["choir weekly", 'On which day, and at what time, should "Choir" repeat?'],
  ["swimming Friday 4pm for Zoe", 'Who is "Swimming" for? The members are Emma, Noah, Alex and Sam.'],
  ["cancel haircut", "Which one should be canceled: 1) Haircut (Wed 25 Nov 09:00), 2) Haircut (Wed 2 Dec 15:00)?"],
  ["cancel it", "Which event should be canceled?"],
  ["cancel swimming", '"Swimming" was not found in the calendar. Which event do you mean, and on which day?'],
  ["reschedule dentist", 'When should "Dentist" be instead?'],
  ["move dentist forward an hour", 'What should change about "Dentist"?'],
  ["is Emma free", "Which day or time do you mean?"],
];

test.each(questions)("%s is answered with one question about the most important thing", (text, question) => {
  const { data } = parseRequest(text, context);
  expect(clarifyingQuestion(data, context.household, context.calendar)).toBe(question);
});

test("a request that lacks nothing is read back", () => {
  const { data } = parseRequest("dentist Friday 4pm", context);
  expect(clarifyingQuestion(data, context.household, context.calendar)).toBe(
    'Is this right: "Dentist", Fri 27 Nov 16:00?',
  );
});
