import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { documentation, sampleLibrary } from "../../src/evaluation/ask-all.ts";
import { KnownAnswer } from "../../src/evaluation/known-answer.ts";

const questionsOf = (file: string) => z.array(KnownAnswer).parse(JSON.parse(readFileSync(file, "utf8")));

describe.each([sampleLibrary, documentation])(
  "the questions about the $name",
  ({ documents: { folder }, questions }) => {
    const knownAnswers = questionsOf(questions);

    test("are unique and refer to existing documents", () => {
      expect(new Set(knownAnswers.map(({ question }) => question)).size).toBe(knownAnswers.length);
      const documents = knownAnswers.flatMap(({ places }) => places.map(({ document }) => document));
      expect(documents.filter((document) => !existsSync(path.join(folder, document)))).toEqual([]);
    });

    test("include answerable and unanswerable ones in both parts", () => {
      for (const part of ["tuning", "heldOut"])
        for (const answerable of [true, false])
          expect(
            knownAnswers.filter((known) => known.part === part && known.places.length > 0 === answerable).length,
          ).toBeGreaterThan(10);
    });
  },
);
