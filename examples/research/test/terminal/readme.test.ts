import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { askAll, documentation, sampleLibrary } from "../../src/evaluation/ask-all.ts";
import { scoreOf, type Share, type Verdict } from "../../src/evaluation/known-answer.ts";
import { Workspace } from "../workspace.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

const stated = (row: string): readonly number[] => {
  const [line = ""] = readme.split("\n").filter((text) => text.startsWith(`| ${row} `));
  return [...line.matchAll(/(\d+) of (\d+)/g)].map(([, correct, total]) => Number(correct) / Number(total));
};

describe("the README", () => {
  test("shows a transcript that matches the program's output", async () => {
    using workspace = new Workspace();
    const [, transcript = ""] = /```text\n([^]*?)\n```/.exec(readme) ?? [];
    const lines = transcript.split("\n");
    const questions = lines.filter((line) => line.startsWith("> ")).map((line) => line.slice(2));
    expect(questions.length).toBeGreaterThan(3);
    const { out } = await workspace.run([], { input: `${questions.join("\n")}\n` });
    expect(out.trimEnd()).toBe(lines.filter((line) => !line.startsWith("> ")).join("\n"));
  });

  test("mentions only options that exist", async () => {
    using workspace = new Workspace();
    const { out } = await workspace.run(["--help"]);
    const named = new Set([...readme.matchAll(/`(--[a-z]+)/g)].map(([, option = ""]) => option));
    named.delete("--misses");
    expect([...named].filter((option) => !out.includes(option))).toEqual([]);
  });
});

describe("the figures of the README", () => {
  let verdicts: readonly Verdict[] = [];
  beforeAll(async () => {
    verdicts = [...(await askAll(sampleLibrary)), ...(await askAll(documentation))];
  });

  const measured = (shareOf: (part: readonly Verdict[]) => Share): readonly number[] =>
    ["tuning", "heldOut"].map((part) => {
      const { correct, total } = shareOf(verdicts.filter((verdict) => verdict.part === part));
      return correct / total;
    });

  // Changes of the documentation may lower a figure by up to 4 percentage points.
  test.each([
    ["correct place", (part: readonly Verdict[]) => scoreOf(part).cited],
    ["correct place and expected words", (part: readonly Verdict[]) => scoreOf(part).worded],
    ["unanswerable question refused", (part: readonly Verdict[]) => scoreOf(part).refused],
  ])("match the measurement: %s", (row, share) => {
    const figures = stated(row);
    expect(figures).toHaveLength(2);
    for (const [index, figure] of measured(share).entries())
      expect(figure).toBeGreaterThan((figures[index] ?? 1) - 0.04);
  });

  test("count all questions", () => {
    expect(readme).toContain(`asks ${verdicts.length} questions`);
  });
});
