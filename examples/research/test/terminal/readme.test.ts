import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { askAll, documentation, sampleLibrary } from "../../src/evaluation/ask-all.ts";
import { scoreOf, type Share, type Verdict } from "../../src/evaluation/known-answer.ts";
import { Place } from "../place.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

const stated = (row: string): readonly number[] => {
  const [line = ""] = readme.split("\n").filter((each) => each.startsWith(`| ${row}`));
  return [...line.matchAll(/(\d+) of (\d+)/g)].map(([, right, of]) => Number(right) / Number(of));
};

describe("the README", () => {
  test("shows a transcript that is what the program says, word for word", async () => {
    using place = new Place();
    const [, transcript = ""] = /```text\n([^]*?)\n```/.exec(readme) ?? [];
    const lines = transcript.split("\n");
    const said = lines.filter((line) => line.startsWith("> ")).map((line) => line.slice(2));
    expect(said.length).toBeGreaterThan(3);
    const { out } = await place.run([], { input: `${said.join("\n")}\n` });
    expect(out.trimEnd()).toBe(lines.filter((line) => !line.startsWith("> ")).join("\n"));
  });

  test("names the options that there are", async () => {
    using place = new Place();
    const { out } = await place.run(["--help"]);
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

  const measured = (of: (part: readonly Verdict[]) => Share): readonly number[] =>
    (["tuning", "heldOut"] as const).map((part) => {
      const share = of(verdicts.filter((each) => each.part === part));
      return share.right / share.of;
    });

  // The documentation grows, so a few questions in a hundred may come out otherwise than when this was written.
  test.each([
    ["the right place", (part: readonly Verdict[]) => scoreOf(part).cited],
    ["the answer also says", (part: readonly Verdict[]) => scoreOf(part).said],
    ["what the documents do not", (part: readonly Verdict[]) => scoreOf(part).refused],
  ])("are what is measured: %s", (row, share) => {
    const figures = stated(row);
    expect(figures).toHaveLength(2);
    for (const [index, figure] of measured(share).entries())
      expect(figure).toBeGreaterThan((figures[index] ?? 1) - 0.04);
  });

  test("are of all the questions", () => {
    expect(readme).toContain(`asks ${verdicts.length} questions`);
  });
});
