import { expect, test } from "vitest";
import { numberedChoices, questionParts } from "../../page/talk/question-text.tsx";

test.each([
  ["Add it? I assumed: today.\nAnd more.", "", "Add it?", "I assumed: today.\nAnd more."],
  ["I dropped it. Only the next one, or all?", "I dropped it.", "Only the next one, or all?", ""],
  ['Ask: "what is on?". What would you like?', 'Ask: "what is on?".', "What would you like?", ""],
  ['Add "Who? What?" at 16.30?', "", 'Add "Who? What?" at 16.30?', ""],
  [
    "I dropped it. Which one: 1. Yoga Fri 4 Dec 14:30–15:15, 2. Tennis at 9?",
    "I dropped it.",
    "Which one: 1. Yoga Fri 4 Dec 14:30–15:15, 2. Tennis at 9?",
    "",
  ],
  ['One at a time, please. Which first: "A. b" or "C"?', "One at a time, please.", 'Which first: "A. b" or "C"?', ""],
  ["We meet at 5. What is it called?", "We meet at 5.", "What is it called?", ""],
  ["Name a day.\nFor example Friday.", "", "Name a day.", "For example Friday."],
])("the question in %j is found", (text, before, question, after) => {
  expect(questionParts(text)).toEqual({ before, question, after });
});

test.each([
  ["Which one: 1. Yoga, 2. Tennis at 9?", "Which one?", ["Yoga", "Tennis at 9"]],
  ["Which one: 1. Yoga, in 3. hall, 2. Tennis?", "Which one?", ["Yoga, in 3. hall", "Tennis"]],
  ["Which one: 1. Yoga?", "Which one: 1. Yoga?", []],
  ["Which one: 1. Yoga, 3. Tennis?", "Which one: 1. Yoga, 3. Tennis?", []],
  ["Is it new (1), or a change (2)?", "Is it new (1), or a change (2)?", []],
])("the question %j has its choices in a list", (text, question, choices) => {
  expect(numberedChoices(text)).toEqual({ question, choices });
});
