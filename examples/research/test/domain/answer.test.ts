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
const diving = evidence("Nobody dives deeper than 30 metres.", "Diving");
const report = evidence("The generator ran for 410 hours.", "", { document: "report.pdf", heading: [], page: 2 });

describe("quotedAnswer", () => {
  test("gives each sentence the number of its place, and each place once", () => {
    const { text, sources } = quotedAnswer([skua, evidence("It is 9 metres long.", "Skua"), report]);
    expect(text).toBe(
      "Skua seats 10 people. [1]\nIt is 9 metres long. [1]\nThe generator ran for 410 hours. [2]\n\n[1] boats.md, Boats › Skua\n[2] report.pdf, page 2",
    );
    expect(sources.map(({ document }) => document)).toEqual(["boats.md", "report.pdf"]);
  });
});

describe("checkedAnswer", () => {
  test("keeps what cites a passage, and numbers the sources anew", () => {
    const answer = checkedAnswer("The generator ran for 410 hours [3]. It was loud.", [skua, diving, report]);
    expect(answer?.text).toBe("The generator ran for 410 hours [1].\n\n[1] report.pdf, page 2");
    expect(answer?.sources).toHaveLength(1);
  });

  test("takes a citation behind the full stop for the sentence's own", () => {
    expect(checkedAnswer("Skua seats 10. [1] Dives end at 30 metres. [2]", [skua, diving])?.sources).toHaveLength(2);
  });

  test.each([
    ["cites nothing", "Skua seats 10 people."],
    ["cites what is not there", "Skua seats 10 people [7]."],
    ["says a number that its passage does not say", "Skua seats 12 people [1]."],
    ["cites one passage and takes the number of another", "Skua seats 30 people [1]."],
    ["says nothing", ""],
  ])("drops a sentence that %s", (_, written) => {
    expect(checkedAnswer(written, [skua, diving])).toBeNull();
  });

  test("drops only the sentence that is not carried", () => {
    const answer = checkedAnswer("Skua seats 10 people [1]. It costs 500 crowns [1].", [skua]);
    expect(answer?.text.startsWith("Skua seats 10 people [1].\n")).toBe(true);
  });
});

describe("the evidence of an answer", () => {
  test("is numbered for a model as the answer will cite it", () => {
    expect(evidenceText([skua, report])).toBe(
      "[1] (boats.md, Boats › Skua) Skua seats 10 people.\n[2] (report.pdf, page 2) The generator ran for 410 hours.",
    );
  });

  test("covers what the best cited passage covers", () => {
    const weak = evidence("Boats float.", "Floating", { coverage: 0.7 });
    expect(coverageOf([weak], [skua, weak])).toBe(0.7);
    expect(coverageOf([skua, weak], [skua, weak])).toBe(0.9);
    expect(coverageOf([], [skua])).toBe(0);
    expect(coverageOf([diving], [{ ...diving, coverage: null }])).toBeGreaterThan(0.5);
  });
});
