// cspell:ignore anwser concurency expct
import { agentErrors } from "@tidemark/agents";
import { evaluate, scriptedModel } from "@tidemark/agents/testing";
import { describe, expect, test } from "vitest";
import { makeDesk } from "./evaluation-desk.ts";

const problemOf = async (cases: unknown, options: unknown = {}, graph: unknown = makeDesk): Promise<string> => {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a program without types passes
    await evaluate(graph as never, cases as never, options as never);
    return "none";
  } catch (error) {
    if (!agentErrors.invalidEvaluation.is(error)) throw error;
    return `${error.details.place}: ${error.details.problem}`;
  }
};

describe("invalid cases are refused before any of them runs", () => {
  test.each([
    ["no list", {}, "cases: it is not a list"],
    ["an empty list", [], "cases: it is empty, and an evaluation without cases would always pass"],
    ["an unknown key", [{ message: "a", expct: {} }], 'cases[0]: the key "expct" is unknown. Did you mean "expect"?'],
    [
      "an unknown expectation",
      [{ message: "a", expect: { anwser: "b" } }],
      'cases[0].expect: the key "anwser" is unknown. Did you mean "answer"?',
    ],
    [
      "an unknown limit",
      [{ message: "a", expect: { usage: { maxToken: 1 } } }],
      'cases[0].expect.usage: the key "maxToken" is unknown. Did you mean "maxTokens"?',
    ],
    ["no message", [{ name: "a" }], "cases[0].message: expected a text, an input of the graph, or a list of them"],
    ["an unknown answer", [{ message: "a", answers: ["yes"] }], "cases[0].answers[0]: expected"],
    ["one name twice", [{ message: "a" }, { message: "a" }], 'cases[1]: another case is named "a" as well'],
    ["a rubric without a judge", [{ message: "a", expect: { answer: { rubric: "b" } } }], "cases[0].expect.answer"],
    ["a time limit of 0", [{ message: "a", timeLimitSeconds: 0 }], "cases[0].timeLimitSeconds"],
  ])("%s", async (_, cases, problem) => {
    expect(await problemOf(cases)).toContain(problem);
  });
});

test("a model of a case needs a function that creates the graph", async () => {
  const graph = makeDesk({ model: scriptedModel([]) });
  expect(await problemOf([{ message: "a", model: ["b"] }], {}, graph)).toContain("cases[0].model: a compiled graph");
});

test.each([
  [{ maxConcurrency: 0 }, "options.maxConcurrency"],
  [{ maxConcurency: 2 }, "options."],
  [{ timeLimitSeconds: -1 }, "options.timeLimitSeconds"],
  [{ judge: 7 }, "options.judge"],
  [{ start: "yesterday" }, "options.start"],
])("invalid options are refused: %j", async (options, place) => {
  expect(await problemOf([{ message: "a" }], options)).toContain(place);
});
