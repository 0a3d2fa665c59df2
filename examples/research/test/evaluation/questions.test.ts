import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { corpora } from "../../evaluation/corpora.ts";

describe.each(corpora())("the questions about the $name", ({ documents: { folder }, knownAnswers }) => {
  test("are unique and refer to existing documents", () => {
    expect(new Set(knownAnswers.map(({ question }) => question)).size).toBe(knownAnswers.length);
    const documents = knownAnswers.flatMap(({ places }) => places.map(({ document }) => document));
    expect(documents.filter((document) => !existsSync(path.join(folder, document)))).toEqual([]);
  });

  test("include answerable and unanswerable ones in each part", () => {
    for (const part of new Set(knownAnswers.map((known) => known.part)))
      for (const answerable of [true, false])
        expect(
          knownAnswers.filter((known) => known.part === part && known.places.length > 0 === answerable).length,
        ).toBeGreaterThan(10);
  });
});
