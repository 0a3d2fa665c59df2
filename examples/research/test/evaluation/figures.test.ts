import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { askAll, documentation, sampleLibrary } from "../../src/evaluation/ask-all.ts";
import { KnownAnswer, type Share, scoreOf, type Verdict } from "../../src/evaluation/known-answer.ts";

const questionsOf = (file: string) => z.array(KnownAnswer).parse(JSON.parse(readFileSync(file, "utf8")));
const rate = ({ of, right }: Share): number => right / of;

describe.each([sampleLibrary, documentation])("the questions about the $name", ({ folder, questions }) => {
  const all = questionsOf(questions);

  test("are asked once each, and lead to documents that exist", () => {
    expect(new Set(all.map(({ question }) => question)).size).toBe(all.length);
    const documents = all.flatMap(({ places }) => places.map(({ document }) => document));
    expect(documents.filter((document) => !existsSync(path.join(folder, document)))).toEqual([]);
  });

  test("are answerable and unanswerable ones, in both parts", () => {
    for (const part of ["tuning", "heldOut"])
      for (const answerable of [true, false])
        expect(
          all.filter((each) => each.part === part && each.places.length > 0 === answerable).length,
        ).toBeGreaterThan(10);
  });
});

describe("what the evaluation came to", () => {
  let verdicts: readonly Verdict[] = [];
  beforeAll(async () => {
    verdicts = [...(await askAll(sampleLibrary)), ...(await askAll(documentation))];
  }, 120_000);

  // A little below the figures of the README: the documentation grows, and a question more or less is no fault.
  test("is at least 88 of 100 right citations, and 85 of 100 refusals", () => {
    const { cited, refused } = scoreOf(verdicts);
    expect(rate(cited)).toBeGreaterThan(0.88);
    expect(rate(refused)).toBeGreaterThan(0.85);
  });

  test("is about as good on questions that nobody tuned on", () => {
    const { cited, refused } = scoreOf(verdicts.filter(({ part }) => part === "heldOut"));
    expect(rate(cited)).toBeGreaterThan(0.85);
    expect(rate(refused)).toBeGreaterThan(0.8);
  });
});
