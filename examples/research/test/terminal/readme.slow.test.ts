import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { askAll, type Evaluation } from "../../evaluation/ask-all.ts";
import { corpora } from "../../evaluation/corpora.ts";
import { calibrationOf, CONFIDENCES, scoreOf, type Share, type Verdict } from "../../evaluation/known-answer.ts";
import { Workspace } from "../workspace.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** The figures `3 of 4` in the row of a table that starts with this text. */
const stated = (row: string): readonly Share[] => {
  const [line = ""] = readme.split("\n").filter((text) => text.startsWith(`| ${row} `));
  return [...line.matchAll(/(\d+) of (\d+)/g)].map(([, correct, total]) => ({
    correct: Number(correct),
    total: Number(total),
  }));
};

const percent = ({ correct, total }: Share): number => (100 * correct) / total;

describe("the README", () => {
  test("shows a transcript that matches the program's output", async () => {
    using workspace = new Workspace();
    const [, transcript = ""] = /```text\n([^]*?)\n```/.exec(readme) ?? [];
    const lines = transcript.split("\n");
    const questions = lines.filter((line) => line.startsWith("> ")).map((line) => line.slice(2));
    expect(questions.length).toBeGreaterThan(3);
    const { out } = await workspace.run([], { input: `${questions.join("\n")}\n` });
    expect(out.trimEnd()).toBe(lines.join("\n"));
  });

  test("mentions only options that exist", async () => {
    using workspace = new Workspace();
    const { out } = await workspace.run(["--help"]);
    const named = new Set([...readme.matchAll(/`(--[a-z]+)/g)].map(([, option = ""]) => option));
    expect([...named].filter((option) => !out.includes(option))).toEqual([]);
  });
});

describe("the figures of the README", () => {
  const evaluations: Evaluation[] = [];
  beforeAll(async () => {
    for (const corpus of corpora()) evaluations.push(await askAll(corpus));
  });

  const parts = ["tuning", "heldOut"] as const;
  const verdictsOf = (part: (typeof parts)[number]): readonly Verdict[] =>
    evaluations.flatMap(({ verdicts }) => verdicts.filter((verdict) => verdict.part === part));

  // Changes of the documentation may move a figure by up to 4 percentage points.
  test.each([
    ["correct place among the first three", "named"],
    ["answered right", "answered"],
    ["right among the answers given", "right"],
    ["unanswerable question refused", "refused"],
  ] as const)("match the measurement: %s", (row, name) => {
    const figures = stated(row);
    expect(figures).toHaveLength(2);
    for (const [at, part] of parts.entries())
      expect(percent(scoreOf(verdictsOf(part))[name])).toBeGreaterThan(
        percent(figures[at] ?? { correct: 1, total: 1 }) - 4,
      );
  });

  test("are at least those of MiniSearch alone, which match the measurement too", () => {
    const figures = stated("the same by MiniSearch alone");
    for (const [at, part] of parts.entries()) {
      const shares = evaluations.map((evaluation) => evaluation.plainSearch(part));
      const total = shares.reduce((sum, share) => sum + share.total, 0);
      const correct = shares.reduce((sum, share) => sum + share.correct, 0);
      expect(scoreOf(verdictsOf(part)).named.correct).toBeGreaterThanOrEqual(correct);
      expect(Math.abs(percent({ correct, total }) - percent(figures[at] ?? { correct: 1, total: 1 }))).toBeLessThan(4);
    }
  });

  test("have at least 90 percent of the unanswerable questions refused, in both parts", () => {
    for (const part of parts) expect(percent(scoreOf(verdictsOf(part)).refused)).toBeGreaterThanOrEqual(90);
  });

  test("include a calibration table that matches the measurement", () => {
    for (const [row, from] of CONFIDENCES.entries()) {
      const figures = stated(`${from} to ${CONFIDENCES[row + 1] ?? 1}`);
      expect(figures).toHaveLength(2);
      for (const [at, part] of parts.entries()) {
        const measured = calibrationOf(verdictsOf(part))[row] ?? { correct: 0, total: 0 };
        // A row has few answers, so one more or less moves its share a lot.
        expect(Math.abs(measured.correct - (figures[at]?.correct ?? 0))).toBeLessThanOrEqual(5);
        expect(Math.abs(measured.total - (figures[at]?.total ?? 0))).toBeLessThanOrEqual(5);
      }
    }
  });

  test("count all questions", () => {
    expect(readme).toContain(`asks ${evaluations.flatMap(({ verdicts }) => verdicts).length} questions`);
  });
});
