import { describe, expect, test } from "vitest";
import { judge, type KnownAnswer, scoreOf } from "../../src/evaluation/known-answer.ts";

const known: KnownAnswer = {
  part: "tuning",
  question: "How deep?",
  places: [
    { document: "boats.md", heading: "Diving" },
    { document: "report.pdf", page: 2 },
  ],
  says: "30 metres",
};
const unknown: KnownAnswer = { part: "heldOut", question: "Why?", places: [], says: null };
const place = (document: string, heading: string[], page: number | null = null) => ({
  document,
  title: "",
  heading,
  page,
});
const boats = place("boats.md", ["Boats", "Diving"]);
const given = (sources: (typeof boats)[], message = "30 metres", outcome = "answered") => ({
  outcome,
  message,
  sources,
});

describe("judge", () => {
  test("finds an answer right whose first three citations lead to a known place", () => {
    expect(judge(known, given([boats]))).toMatchObject({ answerable: true, right: true, says: true });
    expect(judge(known, given([place("report.pdf", [], 2)])).right).toBe(true);
    const others = [1, 2, 3].map((each) => place(`${each}.md`, []));
    expect(judge(known, given([...others.slice(1), boats])).right).toBe(true);
    expect(judge(known, given([...others, boats])).right).toBe(false);
  });

  test("finds it wrong for another heading, another page, a refusal and a question back", () => {
    expect(judge(known, given([place("boats.md", ["Boats"])])).right).toBe(false);
    expect(judge(known, given([place("report.pdf", [], 3)])).right).toBe(false);
    expect(judge(known, given([], "", "notContained")).right).toBe(false);
    expect(judge(known, given([boats], "30 metres", "clarification")).right).toBe(false);
  });

  test("takes an answer that cites the place without its words for half a one", () => {
    expect(judge(known, given([boats], "deep"))).toMatchObject({ right: true, says: false });
  });

  test("finds a refusal right where there is no answer, and nothing else", () => {
    expect(judge(unknown, given([], "", "notContained")).right).toBe(true);
    expect(judge(unknown, given([boats])).right).toBe(false);
    expect(judge(unknown, given([], "", "clarification")).right).toBe(false);
    expect(judge(unknown, given([], "", "failed")).right).toBe(false);
  });
});

describe("scoreOf", () => {
  test("counts answerable and unanswerable questions apart", () => {
    const verdicts = [judge(known, given([boats])), judge(known, given([])), judge(unknown, given([boats]))];
    expect(scoreOf(verdicts)).toEqual({
      cited: { of: 2, right: 1 },
      said: { of: 2, right: 1 },
      refused: { of: 1, right: 0 },
    });
  });
});
