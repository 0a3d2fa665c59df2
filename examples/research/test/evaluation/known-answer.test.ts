import { describe, expect, test } from "vitest";
import {
  calibrationOf,
  CONFIDENCES,
  type GivenAnswer,
  judge,
  type KnownAnswer,
  scoreOf,
} from "../../evaluation/known-answer.ts";

const known: KnownAnswer = {
  part: "tuning",
  question: "How deep?",
  places: [
    { document: "boats.md", heading: "Diving" },
    { document: "report.pdf", page: 2 },
  ],
};
const unknown: KnownAnswer = { part: "heldOut", question: "Why?", places: [] };
const place = (document: string, heading: string[], page: number | null = null) => ({
  document,
  title: "",
  heading,
  page,
  line: 1,
});
const boats = place("boats.md", ["Boats", "`Diving`"]);
const given = (sources: GivenAnswer["sources"], outcome = "answered", confidence = 0.9): GivenAnswer => ({
  outcome,
  message: "It is 20 meters. [1]\n\n[1] boats.md",
  sources,
  confidence,
});

describe("judge", () => {
  test("accepts a known place among the first three, with or without an answer", () => {
    expect(judge(known, given([boats]))).toMatchObject({ answerable: true, named: true, right: true });
    expect(judge(known, given([place("report.pdf", [], 2)])).named).toBe(true);
    const others = [1, 2, 3].map((number) => place(`${number}.md`, []));
    expect(judge(known, given([...others.slice(1), boats]))).toMatchObject({ named: true, right: false });
    expect(judge(known, given([...others, boats])).named).toBe(false);
    expect(judge(known, given([boats], "notContained"))).toMatchObject({ named: true, answered: false });
  });

  test("accepts a second quoted place, and needs the known words", () => {
    const two = { ...given([place("1.md", []), boats]), message: "One. [1]\nTwo. [2]\n\n[1] 1.md\n[2] boats.md" };
    expect(judge(known, two).right).toBe(true);
    expect(judge({ ...known, answer: ["20 meters"] }, given([boats])).right).toBe(true);
    expect(judge({ ...known, answer: ["30 meters"] }, given([boats])).right).toBe(false);
  });

  test("rejects another heading and another page", () => {
    expect(judge(known, given([place("boats.md", ["Boats"])])).named).toBe(false);
    expect(judge(known, given([place("report.pdf", [], 3)])).named).toBe(false);
  });

  test("takes a clarification and a failure for no answer", () => {
    for (const outcome of ["clarification", "failed", "refused"])
      expect(judge(known, given([boats], outcome)).answered).toBe(false);
  });
});

const verdicts = [
  judge(known, given([boats], "answered", 0.96)),
  judge(known, given([], "answered", 0.96)),
  judge(known, given([boats], "notContained", 0)),
  judge(unknown, given([boats], "answered", 0.65)),
  judge(unknown, given([], "notContained", 0)),
];

describe("scoreOf", () => {
  test("counts answerable and unanswerable questions separately", () => {
    expect(scoreOf(verdicts)).toEqual({
      named: { total: 3, correct: 2 },
      right: { total: 3, correct: 1 },
      answered: { total: 3, correct: 1 },
      refused: { total: 2, correct: 1 },
    });
  });
});

describe("calibrationOf", () => {
  test("compares the confidence of answers with the share of correct ones", () => {
    expect(calibrationOf(verdicts)).toHaveLength(CONFIDENCES.length);
    expect(calibrationOf(verdicts)[0]).toEqual({ total: 1, correct: 0 });
    expect(calibrationOf(verdicts).at(-1)).toEqual({ total: 2, correct: 1 });
  });
});
