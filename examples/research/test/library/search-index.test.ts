import { describe, expect, test } from "vitest";
import { MIN_CONFIDENCE } from "../../src/domain/confidence.ts";
import { readMarkdown } from "../../src/domain/read-markdown.ts";
import { questionOf } from "../../src/domain/question.ts";
import { SearchIndex } from "../../src/library/search-index.ts";

const index = new SearchIndex([
  {
    name: "station.md",
    title: "Station",
    sections: readMarkdown(`# Station

## The ferry

It sails at 09:15. A ticket for the ferry costs 18 crowns. Bicycles are welcome.

## Puffins

Puffins nest in burrows on the cliff.

## Faq

How much is a kayak? It is free for guests.

## Kitchen

The kitchen has a bread oven and a fridge.`),
  },
]);

const find = (question: string) => index.find(questionOf(question));

describe("a search", () => {
  test("finds the passage that answers, with its place, and is confident", () => {
    const [best] = find("How much is a ferry ticket?");
    expect(best).toMatchObject({ quote: "A ticket for the ferry costs 18 crowns.", line: 5, relevance: 1 });
    expect(best?.heading).toEqual(["Station", "The ferry"]);
    expect(best?.confidence).toBeGreaterThan(MIN_CONFIDENCE);
  });

  test.each([
    "How much is a helicopter flight?",
    "Does the ferry have a swimming pool?",
    "How old is the ferry captain?",
    "Which bank finances the puffins of Norway?",
  ])("is not confident about %s", (question) => {
    expect(find(question)[0]?.confidence ?? 0).toBeLessThan(MIN_CONFIDENCE);
  });

  test.each(["How much was a ferry ticket in 1950?", "How much is the first ferry ticket?"])(
    "is not confident without the date, number or order of %s",
    (question) => {
      expect(find(question)[0]?.confidence).toBeLessThan(MIN_CONFIDENCE);
    },
  );

  test("is less confident without a word of the question in the section, and names it", () => {
    const [best] = find("How much is a ferry ticket for the cliff?");
    expect(best?.missing).toEqual(["cliff"]);
    expect(best?.confidence).toBeLessThan(find("How much is a ferry ticket?")[0]?.confidence ?? 0);
  });

  test("prefers a section with the number of the question", () => {
    const prices = readMarkdown(
      "# Price\n\nThe price of a night is 32 crowns.\n\n# Plan\n\nFrom 2027 a night costs 35 crowns.",
    );
    const several = new SearchIndex([{ name: "a.md", title: "A", sections: prices }]);
    expect(several.find(questionOf("What is the price of a night?"))[0]?.quote).toContain("32");
    expect(several.find(questionOf("What is the price of a night in 2027?"))[0]?.quote).toContain("35");
  });

  test("never answers with the question itself", () => {
    expect(find("How much is a kayak?")[0]?.quote).toBe("It is free for guests.");
  });

  test("finds inflections, and words with a typing error", () => {
    expect(find("Where does the puffin nest?")[0]?.quote).toContain("burrows");
    expect(find("Where do pufins nest?")[0]?.quote).toContain("burrows");
  });

  test("knows which words no document contains", () => {
    expect(index.unknownWords(questionOf("How many sofas does the ferry have?"))).toEqual(["sofas"]);
  });

  test("finds nothing for a question without known words", () => {
    expect(find("???")).toEqual([]);
    expect(find("zeppelin")).toEqual([]);
  });

  test("returns at most one passage of each of three sections", () => {
    const sections = Array.from(
      { length: 6 },
      (_, at) => `## Part ${at}\n\nPuffins nest in burrow ${at}. Puffins nest.`,
    );
    const many = new SearchIndex([{ name: "a.md", title: "A", sections: readMarkdown(sections.join("\n\n")) }]);
    const found = many.find(questionOf("Where do puffins nest?"));
    expect(new Set(found.map(({ heading }) => heading.at(-1))).size).toBe(found.length);
    expect(found.length).toBeLessThanOrEqual(4);
  });
});
