import { describe, expect, test } from "vitest";
import type { Section } from "../../src/domain/document.ts";
import { questionOf } from "../../src/domain/question.ts";
import { chooseEvidence, type Hit } from "../../src/domain/rank.ts";
import { passagesOf, sentencesOf } from "../../src/domain/sentences.ts";
import { termsOf } from "../../src/domain/words.ts";

const section = (heading: string, ...texts: string[]): Section => ({
  heading: [heading],
  page: null,
  blocks: texts.map((text) => ({ kind: "prose", text })),
});

const hit = (found: Section, document = "a.md"): Hit => ({
  place: { document, title: "Station", heading: found.heading, page: null },
  section: found,
  documentTerms: new Set(found.blocks.flatMap(({ text }) => termsOf(text))),
  score: 1,
});

const choose = (question: string, ...sections: Section[]) =>
  chooseEvidence(
    sections.map((found, index) => hit(found, `${index}.md`)),
    questionOf(question),
    () => 1,
  );

const ferry = section(
  "The ferry",
  "It sails at 09:15.",
  "A ticket for the ferry costs 18 crowns.",
  "Bicycles are welcome.",
);

describe("chooseEvidence", () => {
  test("returns the sentence that answers the question, with its coverage", () => {
    const [first] = choose("How much is a ferry ticket?", ferry);
    expect(first?.quote).toBe("A ticket for the ferry costs 18 crowns.");
    expect(first?.coverage).toBeGreaterThan(0.9);
  });

  test("returns nothing if the sections do not contain the topic", () => {
    expect(choose("How much is a helicopter flight?", ferry)).toEqual([]);
    expect(choose("Does the ferry have a swimming pool?", ferry)).toEqual([]);
  });

  test("returns nothing if the sections do not contain the kind of answer", () => {
    expect(choose("How old is the ferry?", ferry)).toEqual([]);
    expect(choose("How heavy is the ferry?", ferry)).toEqual([]);
  });

  test("returns at most three places, and no sentence twice", () => {
    const duplicates = Array.from({ length: 6 }, (_, index) =>
      section(`Part ${index}`, "Puffins nest in holes.", "Puffins nest in holes."),
    );
    expect(choose("Where do puffins nest?", ...duplicates)).toHaveLength(1);
    const distinct = Array.from({ length: 6 }, (_, index) =>
      section(`Part ${index}`, `Puffins nest in burrow ${index}.`),
    );
    expect(choose("Where do puffins nest?", ...distinct)).toHaveLength(3);
  });

  test("does not quote code", () => {
    const code: Section = { heading: ["Puffins"], page: null, blocks: [{ kind: "code", text: "puffins.nest()" }] };
    expect(choose("Where do puffins nest?", code)).toEqual([]);
  });

  test("prefers a definition for a question about a meaning", () => {
    const turns = section("Turns", "Each turn costs a turn.", "A turn is one message and everything done for it.");
    expect(choose("What is a turn?", turns)[0]?.quote).toBe("A turn is one message and everything done for it.");
  });

  test("returns nothing for a question without words", () => {
    expect(choose("???", ferry)).toEqual([]);
  });
});

describe("sentences", () => {
  test("do not end at abbreviations", () => {
    expect(sentencesOf("See e.g. No. 4 here. Then this.")).toEqual(["See e.g. No. 4 here.", "Then this."]);
  });

  test("that end with a colon include the next one", () => {
    expect(passagesOf(section("A", "There are two:", "One is red."))[0]).toBe("There are two: One is red.");
  });

  test("of a very long text are all found", () => {
    expect(sentencesOf("Yes. ".repeat(50_000))).toHaveLength(50_000);
  });
});
