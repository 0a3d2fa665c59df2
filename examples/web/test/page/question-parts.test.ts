import { expect, test } from "vitest";
import { questionParts } from "../../page/talk/question-text.tsx";

test.each([
  ["Add it? I assumed: today.\nAnd more.", "", "Add it?", "I assumed: today.\nAnd more."],
  ["I dropped it. Only the next one, or all?", "I dropped it.", "Only the next one, or all?", ""],
  ['Ask: "what is on?". What would you like?', 'Ask: "what is on?".', "What would you like?", ""],
  ['Add "Who? What?" at 16.30?', "", 'Add "Who? What?" at 16.30?', ""],
  ["Name a day.\nFor example Friday.", "", "Name a day.", "For example Friday."],
])("the question in %j is found", (text, before, question, after) => {
  expect(questionParts(text)).toEqual({ before, question, after });
});
