import { describe, expect, test } from "vitest";
import { checkedAnswer, coverageOf, evidenceText, quotedAnswer } from "../../src/domain/answer.ts";
import type { Evidence } from "../../src/domain/evidence.ts";

const evidence = (quote: string, heading: string, more: Partial<Evidence> = {}): Evidence => ({
  document: "boats.md",
  title: "Boats",
  heading: ["Boats", heading],
  page: null,
  quote,
  coverage: 0.9,
  ...more,
});

const skua = evidence("Skua seats 10 people.", "Skua");
const diving = evidence("Nobody dives deeper than 30 meters.", "Diving");
const report = evidence("The generator ran for 410 hours.", "", { document: "report.pdf", heading: [], page: 2 });

describe("quotedAnswer", () => {
  test("numbers each sentence by its place, and lists each place once", () => {
    const { text, sources } = quotedAnswer([skua, evidence("It is 9 meters long.", "Skua"), report]);
    expect(text).toBe(
      "Skua seats 10 people. [1]\nIt is 9 meters long. [1]\nThe generator ran for 410 hours. [2]\n\n[1] boats.md, Boats › Skua\n[2] report.pdf, page 2",
    );
    expect(sources.map(({ document }) => document)).toEqual(["boats.md", "report.pdf"]);
  });
});

describe("checkedAnswer", () => {
  test("keeps sentences that cite a passage, and renumbers the sources", () => {
    const answer = checkedAnswer("The generator ran for 410 hours [3]. It was loud.", [skua, diving, report]);
    expect(answer?.text).toBe("The generator ran for 410 hours [1].\n\n[1] report.pdf, page 2");
    expect(answer?.sources).toHaveLength(1);
  });

  test("assigns a citation after the period to the sentence before it", () => {
    expect(checkedAnswer("Skua seats 10. [1] Dives end at 30 meters. [2]", [skua, diving])?.sources).toHaveLength(2);
  });

  test.each([
    ["cites nothing", "Skua seats 10 people."],
    ["cites a missing source", "Skua seats 10 people [7]."],
    ["contains a number that its passage lacks", "Skua seats 12 people [1]."],
    ["cites one passage and uses the number of another", "Skua seats 30 people [1]."],
    ["is empty", ""],
  ])("drops a sentence that %s", (_name, written) => {
    expect(checkedAnswer(written, [skua, diving])).toBeNull();
  });

  test("drops only the unsupported sentence", () => {
    const answer = checkedAnswer("Skua seats 10 people [1]. It costs 500 crowns [1].", [skua]);
    expect(answer?.text.startsWith("Skua seats 10 people [1].\n")).toBe(true);
  });
});

describe("the evidence of an answer", () => {
  test("is numbered for a model in the order of the sources", () => {
    expect(evidenceText([skua, report])).toBe(
      "[1] (boats.md, Boats › Skua) Skua seats 10 people.\n[2] (report.pdf, page 2) The generator ran for 410 hours.",
    );
  });

  test("has the coverage of the best cited passage", () => {
    const weak = evidence("Boats float.", "Floating", { coverage: 0.7 });
    expect(coverageOf([weak], [skua, weak])).toBe(0.7);
    expect(coverageOf([skua, weak], [skua, weak])).toBe(0.9);
    expect(coverageOf([], [skua])).toBe(0);
    expect(coverageOf([diving], [{ ...diving, coverage: null }])).toBeGreaterThan(0.5);
  });
});
