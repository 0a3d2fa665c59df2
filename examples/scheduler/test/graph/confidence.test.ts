import { expect, test } from "vitest";
import { readByRules } from "../../src/reading/reader.ts";
import { home, question } from "./home.ts";

const SOCCER = "Soccer for Emma on Tuesday at 4pm";
const withConfidence = (confidence: number) =>
  home({ reader: (text, context) => ({ ...readByRules(text, context), confidence, readBy: "model" }) });

test.each([0, 0.3, 0.69])("a reading with a confidence of %d is asked about", async (confidence) => {
  const { say, values, calendar } = withConfidence(confidence);
  const { outcome, message } = await say(SOCCER);
  expect([outcome, message]).toEqual(["clarification", expect.stringMatching(/^I am not sure what you mean\./)]);
  expect((await values()).execution_validation_results).toMatchObject([{ step: "nl_parsing", passed: false }]);
  expect(calendar.events()).toEqual([]);
});

test.each([0.7, 0.95])("a reading with a confidence of %d is used", async (confidence) => {
  const { say, values } = withConfidence(confidence);
  expect(question(await say(SOCCER)).question).toContain('Add "Soccer"');
  expect((await values()).capability_context_data["AGENT_OUTPUT"]?.["nl_parser"]).toMatchObject({ confidence });
});
