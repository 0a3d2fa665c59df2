import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { evaluate, scriptedModel } from "@tidemark/agents/testing";
import { expect, test } from "vitest";
import { makeDesk } from "./evaluation-desk.ts";

const rubric = "Names the amount.";
const verdict = (passes: boolean, reason = "It does.") => ({ structured: { passes, reason } });

const judged = async (judge: BaseChatModel, timeLimitSeconds = 60) => {
  const { cases, totals } = await evaluate(
    makeDesk,
    [{ message: "What was I charged?", model: ["You were charged 180."], expect: { answer: { rubric } } }],
    { judge, timeLimitSeconds },
  );
  return { result: cases[0], totals };
};

test("a model judges an answer by a rubric", async () => {
  const model = scriptedModel([verdict(true)]);
  const { result } = await judged(model);
  expect([result?.verdict, result?.failures]).toEqual(["passed", []]);
  const prompt: unknown = JSON.parse(model.got[0]?.messages.at(-1)?.text ?? "");
  expect(prompt).toEqual({ rubric, questions: ["What was I charged?"], answer: "You were charged 180." });
});

test("its reason is in the failure of a bad answer", async () => {
  const { result } = await judged(scriptedModel([verdict(false, "No amount is named.")]));
  expect(result?.verdict).toBe("failed");
  expect(result?.failures).toEqual([
    { path: "answer", expected: rubric, found: '"You were charged 180."; the judge: No amount is named.' },
  ]);
});

test("a judge that fails makes the case undecided, not failed", async () => {
  const { result, totals } = await judged(scriptedModel([new Error("The key sk-1234567890 is wrong.")]));
  expect(result?.verdict).toBe("undecided");
  expect(result?.failures[0]?.found).toContain("no verdict: the judge failed:");
  expect(result?.failures[0]?.found).toContain("The key … is wrong.");
  expect(totals).toMatchObject({ passed: 0, failed: 0, undecided: 1 });
});

test("a judge whose verdict has another shape, twice, has failed", async () => {
  const wrong = { structured: { passes: "yes" } };
  const { result } = await judged(scriptedModel([wrong, wrong]));
  expect(result?.verdict).toBe("undecided");
});

test("a judge that never answers has failed at the time limit", async () => {
  const hanging = scriptedModel([]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a model that never answers
  hanging.withStructuredOutput = (() => ({ invoke: () => new Promise(() => {}) })) as never;
  const { result } = await judged(hanging, 0.5);
  expect(result?.verdict).toBe("undecided");
  expect(result?.failures[0]?.found).toContain("it did not answer within 0.5 seconds");
});

test("a failed expectation counts more than a judge that failed", async () => {
  const { cases } = await evaluate(makeDesk, [
    {
      message: "a",
      model: ["Yes."],
      expect: { answer: ["No.", { rubric, judge: scriptedModel([new Error("down")]) }] },
    },
  ]);
  expect(cases[0]?.verdict).toBe("failed");
  expect(cases[0]?.failures).toHaveLength(2);
});

test("no judge is asked about a case without an answer", async () => {
  const judge = scriptedModel([]);
  const { cases } = await evaluate(
    () => {
      throw new Error("No graph.");
    },
    [{ message: "a", expect: { answer: { rubric } } }],
    { judge },
  );
  expect(cases[0]?.failures.map(({ path }) => path)).toEqual(["outcome", "answer"]);
  expect(judge.got).toEqual([]);
});
