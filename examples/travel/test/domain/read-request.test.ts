import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSampleData } from "../../src/catalog/sample-data.ts";
import { readRequest } from "../../src/domain/read-request.ts";
import { emptyReading, Reading } from "../../src/domain/reading.ts";
import { corpus } from "./corpus.ts";

const context = { airports: readSampleData().cities, today: "2026-11-21" };

describe("readRequest", () => {
  test.each(corpus)("reads %j", (text, expected) => {
    const { facts, reasoning, ...reading } = readRequest(text, context);
    const { facts: expectedFacts = "", ...rest } = expected;
    const { facts: _facts, reasoning: _reasoning, ...empty } = emptyReading();
    expect(reading).toEqual({ ...empty, ...rest });
    const texts = facts.map(({ kind, value, certainty }) => `${kind}:${value}${certainty === "said" ? "" : "?"}`);
    expect(texts.join(" ")).toBe(expectedFacts);
    expect(reasoning).not.toBe("");
  });

  test("reads a lone city as the origin when the question asked for the origin", () => {
    expect(readRequest("Oslo", { ...context, askedTopics: ["origin"] })).toMatchObject({
      origin: "OSL",
      destination: null,
    });
    expect(readRequest("Oslo", context)).toMatchObject({ origin: null, destination: "OSL" });
  });

  test("returns a valid reading for any text, and never throws", () => {
    const words = fc.constantFrom(
      "from",
      "to",
      "Rome",
      "in",
      "May",
      "31",
      "not",
      "after",
      "25",
      "99:99",
      "(",
      "[",
      "\\",
      "for",
      "nights",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(words).map((all) => all.join(" ")),
        ),
        (text) => {
          expect(Reading.safeParse(readRequest(text, context)).success).toBe(true);
        },
      ),
    );
  });
});
