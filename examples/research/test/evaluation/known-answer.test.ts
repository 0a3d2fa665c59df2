import { describe, expect, test } from "vitest";
import { judge, type KnownAnswer, scoreOf } from "../../src/evaluation/known-answer.ts";

const known: KnownAnswer = {
  part: "tuning",
  question: "How deep?",
  places: [
    { document: "boats.md", heading: "Diving" },
    { document: "report.pdf", page: 2 },
  ],
  contains: "30 meters",
};
const unknown: KnownAnswer = { part: "heldOut", question: "Why?", places: [], contains: null };
const place = (document: string, heading: string[], page: number | null = null) => ({
  document,
  title: "",
  heading,
  page,
});
const boats = place("boats.md", ["Boats", "Diving"]);
const given = (sources: (typeof boats)[], message = "30 meters", outcome = "answered") => ({
  outcome,
  message,
  sources,
});

describe("judge", () => {
  test("accepts an answer with a known place among its first three citations", () => {
    expect(judge(known, given([boats]))).toMatchObject({ answerable: true, correct: true, worded: true });
    expect(judge(known, given([place("report.pdf", [], 2)])).correct).toBe(true);
    const others = [1, 2, 3].map((number) => place(`${number}.md`, []));
    expect(judge(known, given([...others.slice(1), boats])).correct).toBe(true);
    expect(judge(known, given([...others, boats])).correct).toBe(false);
  });

  test("rejects another heading, another page, a refusal and a clarification", () => {
    expect(judge(known, given([place("boats.md", ["Boats"])])).correct).toBe(false);
    expect(judge(known, given([place("report.pdf", [], 3)])).correct).toBe(false);
    expect(judge(known, given([], "", "notContained")).correct).toBe(false);
    expect(judge(known, given([boats], "30 meters", "clarification")).correct).toBe(false);
  });

  test("counts an answer without the expected words as correct but not worded", () => {
    expect(judge(known, given([boats], "deep"))).toMatchObject({ correct: true, worded: false });
  });

  test("accepts only a refusal for an unanswerable question", () => {
    expect(judge(unknown, given([], "", "notContained")).correct).toBe(true);
    expect(judge(unknown, given([boats])).correct).toBe(false);
    expect(judge(unknown, given([], "", "clarification")).correct).toBe(false);
    expect(judge(unknown, given([], "", "failed")).correct).toBe(false);
  });
});

describe("scoreOf", () => {
  test("counts answerable and unanswerable questions separately", () => {
    const verdicts = [judge(known, given([boats])), judge(known, given([])), judge(unknown, given([boats]))];
    expect(scoreOf(verdicts)).toEqual({
      cited: { total: 2, correct: 1 },
      worded: { total: 2, correct: 1 },
      refused: { total: 1, correct: 0 },
    });
  });
});
